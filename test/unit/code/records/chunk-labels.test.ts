/** What a chunk is called, and what stands above it. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { describeFile } from '../../../../src/code/records/labels';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';

async function searched(path: string, text: string, options: Partial<ChunkOptions> = {}): Promise<readonly Chunk[]> {
  return (await chunkText({ path, text }, options)).chunks.filter((chunk) => chunk.role !== 'parent');
}

const repeated = (count: number, line: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');

describe('a chunk', () => {
  it('has the name of the method whose comment it begins with, not of the type around it', async () => {
    const method = (name: string): string =>
      `${repeated(40, (i) => `    /// The ${i}th thing to know about ${name}, which matters.`)}    pub fn ${name}(&self) -> u32 {\n        1\n    }\n\n`;
    const chunks = await searched('a.rs', `impl Lock {\n${method('lock')}${method('blocking_lock')}}\n`);
    const last = chunks.find(({ text }) => text.includes('pub fn blocking_lock'));
    assert.deepEqual([last?.kind, last?.name], ['method', 'blocking_lock']);
  });

  it('keeps imports that only count for types with the other imports', async () => {
    const head = 'import os\nfrom typing import TYPE_CHECKING\n\nif TYPE_CHECKING:\n    from models import Model\n';
    const load = `def load(path: str) -> Model:\n${repeated(43, (i) => `    step_${i}(path, os.sep)`)}`;
    const chunks = await searched('a.py', `${head}\n\n${load}`);
    assert.deepEqual(
      chunks.map(({ kind, name }) => [kind, name]),
      [
        ['imports', ''],
        ['function', 'load'],
      ],
    );
  });

  it('has a heading once: in its text, or above it', async () => {
    const section = 'Words about the installation, and more of them. '.repeat(60);
    const [first, second] = await searched('a.md', `# Guide\n\n${section}\n`);
    assert.equal(first?.context, 'a.md\n');
    assert.ok(first.text.startsWith('# Guide\n'));
    assert.equal(second?.context, 'a.md\n# Guide\n');
  });

  it('has headings as comments with one mark above code of a document', async () => {
    const code = repeated(120, (i) => `value_${i} = compute(${i}, limit)`);
    const chunks = await searched('a.md', `# Guide\n\n## Install\n\n\`\`\`python\n${code}\`\`\`\n`);
    assert.equal(chunks.at(-1)?.context, '# a.md\n# Guide\n# Install\n');
  });

  it('cut by lines because the user wants that is not said to have no grammar', async () => {
    const shown = describeFile(await chunkText({ path: 'a.ts', text: 'const a = 1;\n' }, { strategy: ['lines'] }));
    assert.match(shown, /^a\.ts {2}typescript, 1 chunk, \d+ tokens, cut by lines\n/);
    assert.match(describeFile(await chunkText({ path: 'a.xyz', text: 'word\n' })), /no grammar: cut by lines/);
  });
});
