/** The types of the npm package, in the ways in which TypeScript finds them. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { npmPackagePath } from '../../scripts/npm/npm-path';
import { productFile } from '../../src/shared/product';
import { InstalledPackage } from './installed-package';

/** Every name that the library promises. The compiler checks it as a strict user would. */
const program = `
import {
  chunk, chunkFile, chunkFolder, close, CodegrainError, countTokens, embed, openIndex,
  type ChunkedText, type ChunkRecord, type CodegrainErrorCode, type CodeIndex, type FolderFile, type Isolation,
  type Pack, type RefreshReport, type SearchHit, type SearchResult, type SkipReason, type Strategy, type Tokenizer,
} from 'codegrain';

export async function use(signal: AbortSignal): Promise<string[]> {
  const isolation: Isolation = 'none';
  const tokenizer: Tokenizer = 'cl100k_base';
  const strategy: readonly Strategy[] = ['ast', 'lines'];
  const chunked: ChunkedText = await chunk('let a', { path: 'a.ts', maxTokens: 100, counter: tokenizer, isolation, signal, strategy });
  const records: readonly ChunkRecord[] = chunked.chunks;
  const lines: string[] = records.map(({ name, startLine, text, tokens }) => name + startLine + text + tokens.text);
  for await (const file of chunkFolder('.', { include: ['*.ts'] })) {
    const listed: FolderFile = file;
    if (listed.skipped) { const reason: SkipReason = listed.skipped.reason; lines.push(reason); }
    else lines.push(listed.language, ...listed.chunks.map(({ id }) => id));
  }
  const vectors: Float32Array[] = await embed(['a'], { kind: 'query', signal });
  const count: number = countTokens('a', { tokenizer: 'gpt-4o' });
  const index: CodeIndex = await openIndex('.', { exclude: ['dist'] });
  const report: RefreshReport = await index.refresh({ signal, onProgress: ({ done, total }) => lines.push(\`\${done} of \${total}\`) });
  const result: SearchResult = await index.search('a', { limit: 3, mode: 'keyword', path: ['src'] });
  const hit: SearchHit | undefined = result.hits[0];
  if (hit) await index.similar({ path: hit.path, line: hit.line }, { limit: 2 });
  const pack: Pack = await index.pack('a task', { tokens: 1000 });
  await index.close();
  await close();
  try { await chunkFile('a.ts'); } catch (error) {
    if (error instanceof CodegrainError) { const code: CodegrainErrorCode = error.code; lines.push(code, error.skipped?.message ?? ''); }
  }
  return [...lines, String(vectors.length + count + report.files), pack.text];
}

// @ts-expect-error there is no such option
await chunk('', { maxToken: 1 }).catch(() => {});
`;

const webProgram = `
import { chunk, countTokens, openWorker } from 'codegrain/web';
export const use = async () => [await chunk('let a', { path: 'a.ts' }), await countTokens('a'), openWorker];
`;

describe('the types of the npm package', function () {
  this.timeout(300_000);
  let installed: InstalledPackage;
  before(async () => {
    installed = await InstalledPackage.install();
    installed.write('user.mts', program);
    installed.write('user.ts', program);
    installed.write('user.cts', program.slice(0, program.indexOf('// @ts-expect-error')));
    installed.write('web.mts', webProgram);
  });
  after(() => installed?.remove());

  const ways = {
    'node16, as an ES module': { module: 'node16', moduleResolution: 'node16', files: ['user.mts', 'web.mts'] },
    'node16, as CommonJS': { module: 'node16', moduleResolution: 'node16', files: ['user.cts'] },
    nodenext: { module: 'nodenext', moduleResolution: 'nodenext', files: ['user.mts', 'user.cts', 'web.mts'] },
    bundler: { module: 'esnext', moduleResolution: 'bundler', files: ['user.ts', 'web.mts'] },
  };
  for (const [way, { files, ...resolution }] of Object.entries(ways))
    it(`are found and fit with ${way}`, async () => {
      const compilerOptions = {
        ...resolution,
        ...{ strict: true, noEmit: true, target: 'es2022', lib: ['es2022', 'dom'], types: [], skipLibCheck: false },
        ...{ noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      };
      writeFileSync(installed.path('tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const tsc = productFile('node_modules', 'typescript', 'bin', 'tsc');
      const { stdout, status } = await installed.node([tsc, '-p', '.']);
      assert.deepEqual([status, stdout], [0, '']);
    });

  // `codegrain/web` is for browsers: an ES module alone.
  for (const [part, args] of Object.entries({
    'the package': ['--exclude-entrypoints', './web'],
    'codegrain/web': ['--entrypoints', './web', '--profile', 'esm-only'],
  }))
    it(`have no fault that arethetypeswrong knows, in ${part}`, async () => {
      const attw = productFile('node_modules', '@arethetypeswrong', 'cli', 'dist', 'index.js');
      const { stdout, stderr, status } = await installed.node([attw, npmPackagePath(), '--format', 'ascii', ...args]);
      assert.equal(status, 0, stdout + stderr);
    });
});
