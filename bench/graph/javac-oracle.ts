/** javac's tree API, through JavaUses.java: it prints every use in a repository, of which the sample is taken here. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { productFile } from '../../src/shared/product';
import type { GoldUse } from './gold-use';
import { inSampleOrder } from './seeded-sample';
import { sourcePaths } from './source-paths';

const exported = ['tree', 'util'].flatMap((name) => [
  '--add-exports',
  `jdk.compiler/com.sun.tools.javac.${name}=ALL-UNNAMED`,
]);

export async function javacGold(root: string, count: number): Promise<GoldUse[]> {
  const paths = await sourcePaths(root, (path) => path.endsWith('.java') && !/(module|package)-info\.java$/.test(path));
  const program = productFile('bench', 'graph', 'JavaUses.java');
  const { status, stdout, stderr } = spawnSync('java', [...exported, '-Xss64m', program], {
    input: [join(root), ...paths].join('\n'),
    encoding: 'utf8',
    maxBuffer: 2 ** 30,
  });
  if (status !== 0) throw new Error(`javac did not finish: ${stderr.slice(0, 500)}`);
  const uses = stdout.split('\n').filter((line) => line !== '');
  return inSampleOrder(uses.map((line) => JSON.parse(line) as GoldUse)).slice(0, count);
}
