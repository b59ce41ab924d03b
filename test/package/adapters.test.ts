/** The adapters of the npm package with the packages that they are for, and the examples of docs/adapters.md. */
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import ts from 'typescript';
import { productFile } from '../../src/shared/product';
import { InstalledPackage, nodes } from './installed-package';

const peers = ['@langchain/core', '@langchain/textsplitters', '@llamaindex/core', 'ai', '@types/node'];

/** The model of the example: it calls a tool, and answers with what the tool said. */
const model = `
import { MockLanguageModelV3 } from 'ai/test';
const usage = {
  inputTokens: { total: 1, noCache: 1, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 1, text: 1, reasoning: 0 },
};
const call = { type: 'tool-call' as const, toolCallId: '1', toolName: 'search_code', input: '{"query":"prices rounded"}' };
export const model = new MockLanguageModelV3({
  doGenerate: async ({ prompt }) => {
    const last = prompt.at(-1);
    const reply = JSON.stringify(last?.content);
    return last?.role === 'tool'
      ? { content: [{ type: 'text', text: reply }], finishReason: { unified: 'stop', raw: undefined }, usage, warnings: [] }
      : { content: [call], finishReason: { unified: 'tool-calls', raw: undefined }, usage, warnings: [] };
  },
});
`;

const page = readFileSync(productFile('docs', 'adapters.md'), 'utf8');
const examples = [...page.matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code);

/** A word that each example prints, in their order. */
const printed = [/name: 'f'/, /^prices\.ts 1 /, /^f 1 0/, /^prices\.ts 1 /, /prices\.ts:1-3/];

const runCode = (text: string): string =>
  ts.transpileModule(text, { compilerOptions: { module: ts.ModuleKind.ES2022, target: ts.ScriptTarget.ES2022 } })
    .outputText;

describe('the adapters of the npm package', function () {
  this.timeout(300_000);
  let installed: InstalledPackage;
  before(async () => {
    installed = await InstalledPackage.install();
    for (const name of peers) {
      mkdirSync(dirname(installed.path('node_modules', name)), { recursive: true });
      symlinkSync(productFile('node_modules', name), installed.path('node_modules', name), 'junction');
    }
    installed.write(
      'prices.ts',
      'export function roundPrice(price: number) {\n  return Math.round(price * 100) / 100;\n}\n',
    );
    installed.write('model.mts', model);
    installed.write('model.mjs', runCode(model));
    for (const [i, code] of examples.entries()) {
      installed.write(`example-${i}.mts`, code);
      installed.write(`example-${i}.mjs`, runCode(code));
    }
  });
  after(() => installed?.remove());

  it('have an example for each of these outputs', () => {
    assert.equal(examples.length, printed.length);
  });

  for (const [i, expected] of printed.entries())
    it(`print what example ${i + 1} of the page says`, async () => {
      const { stdout, stderr, status } = await installed.node([installed.path(`example-${i}.mjs`)]);
      assert.equal(status, 0, stderr);
      assert.match(stdout, expected);
    });

  for (const node of nodes)
    for (const [name, exported] of Object.entries({
      langchain: ['CodegrainRetriever', 'CodegrainTextSplitter'],
      llamaindex: ['CodegrainNodeParser', 'CodegrainNodeRetriever'],
      'ai-sdk': ['codegrainTools'],
    }))
      it(`load codegrain/${name} as CommonJS and as an ES module in ${node}`, async () => {
        const code = `console.log(JSON.stringify(Object.keys(require('codegrain/${name}')).sort()))`;
        assert.deepEqual(JSON.parse((await installed.node(['-e', code], node)).stdout), exported);
        const module = `import('codegrain/${name}').then((all) => console.log(JSON.stringify(Object.keys(all).sort())))`;
        assert.deepEqual(JSON.parse((await installed.node(['-e', module], node)).stdout), exported);
      });

  it('share their errors with the library', async () => {
    const code = `
      import { CodegrainError } from 'codegrain';
      import { CodegrainRetriever } from 'codegrain/langchain';
      await new CodegrainRetriever({ index: 'missing' }).invoke('x').catch((error) => console.log(error instanceof CodegrainError, error.code));`;
    assert.equal((await installed.node([installed.write('errors.mjs', code)])).stdout, 'true not-found\n');
  });

  for (const [way, resolution] of Object.entries({
    nodenext: { module: 'nodenext', moduleResolution: 'nodenext' },
    bundler: { module: 'esnext', moduleResolution: 'bundler' },
  }))
    it(`have types that fit with ${way}`, async () => {
      const commonJs =
        "import { codegrainTools } from 'codegrain/ai-sdk';\nexport const names = Object.keys(codegrainTools('.'));\n";
      installed.write('user.cts', commonJs);
      const files = [...examples.map((_, i) => `example-${i}.mts`), 'user.cts'];
      const compilerOptions = {
        ...{ ...resolution, strict: true, noEmit: true, target: 'es2022', lib: ['es2023', 'dom'], types: ['node'] },
        ...{ skipLibCheck: true, noUncheckedIndexedAccess: true, exactOptionalPropertyTypes: true },
      };
      writeFileSync(installed.path('tsconfig.json'), JSON.stringify({ compilerOptions, files }));
      const { stdout, status } = await installed.node([
        productFile('node_modules', 'typescript', 'bin', 'tsc'),
        '-p',
        '.',
      ]);
      assert.deepEqual([status, stdout], [0, '']);
    });

  it('come with a server for other languages', async () => {
    const line = '{"id":1,"method":"countTokens","params":{"texts":["hello world"]}}\n';
    const code = `
      const { spawnSync } = require('node:child_process');
      const { stdout } = spawnSync(process.execPath, ['node_modules/codegrain/dist/cli.js', 'serve', '--stdio'], { input: ${JSON.stringify(line)} });
      process.stdout.write(stdout);`;
    assert.equal((await installed.node(['-e', code])).stdout, '{"id":1,"result":{"tokens":[2]}}\n');
  });
});
