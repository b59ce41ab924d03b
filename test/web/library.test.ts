/** `codegrain/web`: in a page, in a worker of the user, and in the worker of the library. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../src/shared/product';
import { chunk, countTokens } from '../../src/surfaces/library/library';
import { openWebPage, type WebPage } from './web-page';

interface Answer {
  readonly result?: unknown;
  readonly error?: {
    readonly isCodegrainError: boolean;
    readonly name: string;
    readonly code: string;
    readonly message: string;
  };
}

const sample = (path: string): string => readFileSync(productFile('grammars', 'samples', path), 'utf8');
const typescript = sample('typescript/inventory.ts');

const places = [
  { place: 'in a page', worker: false, thread: 'here' },
  { place: 'in a worker of the user', worker: true, thread: 'here' },
  { place: 'in the worker of the library', worker: false, thread: 'worker' },
  { place: 'in the worker of the library, from a worker of the user', worker: true, thread: 'worker' },
];

for (const { place, worker, thread } of places) {
  describe(`the library ${place}`, () => {
    let web: WebPage;
    before(async () => {
      web = await openWebPage();
    });
    after(() => web[Symbol.asyncDispose]());

    const run = (call: string, params: object): Promise<Answer> =>
      web.page.evaluate(
        ({ call, params, worker }) => {
          const page = globalThis as unknown as Record<string, (...args: unknown[]) => Promise<object>>;
          return (worker ? page.inModuleWorker?.(call, params) : page[call]?.(params)) ?? {};
        },
        { call, params: { thread, ...params }, worker },
      );
    const call = (name: string, ...args: unknown[]): Promise<Answer> => run('callLibrary', { name, args });

    it('makes the chunks of the desktop', async () => {
      for (const [text, options] of [
        [typescript, { path: 'inventory.ts' }],
        [typescript, { path: 'inventory.ts', maxTokens: 80, context: 'all' as const }],
        [sample('python/models.pyi'), { language: 'python', counter: 'anthropic-estimate' as const }],
        [
          'A first topic. More of it.\n\nBananas are yellow. They are fruit.',
          { path: 'a.txt', strategy: ['semantic' as const] },
        ],
        ['', { path: 'empty.ts' }],
        ['\ufeffconst a = 1;\r\nconst ü = "\u{1f600}";\r\n', { path: 'ü/b o m.ts' }],
      ] as const) {
        const { result, error } = await call('chunk', text, options);
        assert.equal(error, undefined);
        assert.deepEqual(result, JSON.parse(JSON.stringify(await chunk(text, { ...options, isolation: 'none' }))));
      }
    });

    it('counts as the desktop does', async () => {
      for (const tokenizer of ['o200k_base', 'gpt-4', 'claude-sonnet-4', 'approximate']) {
        const { result } = await call('countTokens', typescript, { tokenizer });
        assert.equal(result, countTokens(typescript, { tokenizer }), tokenizer);
      }
    });

    it('says which argument is wrong', async () => {
      const wrong: [string, unknown[], RegExp][] = [
        ['chunk', [5], /text must be a text/],
        ['chunk', ['a', { maxTokens: 0 }], /maxTokens must be/],
        ['chunk', ['a', { language: 'klingon' }], /no language "klingon"/],
        ['chunk', ['a', { customStrategy: 'a.js' }], /no custom strategies/],
        ['countTokens', ['a', { tokenizer: 'abacus' }], /no tokenizer "abacus"/],
      ];
      for (const [name, args, message] of wrong) {
        const { error } = await call(name, ...args);
        assert.equal(error?.isCodegrainError, true);
        assert.equal(error.code, 'invalid-argument');
        assert.match(error.message, message);
      }
    });

    it('is cancelled with the reason of the signal', async () => {
      const { error } = await run('cancelChunk', { text: typescript.repeat(50) });
      assert.deepEqual([error?.name, error?.message], ['AbortError', 'enough']);
      assert.equal((await call('chunk', 'const a = 1;', { path: 'a.ts' })).error, undefined);
    });

    it('asks nobody but its own server', () => {
      assert(web.requests.some((url) => url.endsWith('typescript.wasm')));
      assert.deepEqual(
        web.requests.filter((url) => !url.startsWith(web.url) && !url.startsWith('data:')),
        [],
      );
    });
  });
}

describe('the library for browsers', () => {
  let web: WebPage;
  beforeEach(async () => {
    web = await openWebPage();
  });
  afterEach(() => web[Symbol.asyncDispose]());

  const run = (call: string, params: object): Promise<Answer> =>
    web.page.evaluate(
      ({ call, params }) =>
        (globalThis as unknown as Record<string, (params: object) => Promise<object>>)[call]?.(params) ?? {},
      { call, params },
    );

  for (const thread of ['here', 'worker'])
    it(`says which file cannot be loaded, and works when it can: ${thread}`, async () => {
      await web.page.context().route('**/python.wasm', (route) => route.fulfill({ status: 404 }));
      const call = { thread, name: 'chunk', args: ['a = 1\n', { path: 'a.py' }] };
      const { error } = await run('callLibrary', call);
      assert.equal(error?.code, 'failed');
      assert.equal(error.message, `cannot load ${web.url}grammars/python.wasm: status 404`);
      await web.page.context().unrouteAll();
      assert.equal((await run('callLibrary', call)).error, undefined);
    });

  it('does not compile a grammar that is not the one of this version', async () => {
    const other = readFileSync(productFile('grammars', 'json.wasm'));
    await web.page.context().route('**/python.wasm', (route) => route.fulfill({ body: other }));
    const { result } = await run('callLibrary', { thread: 'here', name: 'chunk', args: ['a = 1\n', { path: 'a.py' }] });
    assert.equal((result as { fallback?: string }).fallback, 'grammar-failed');
  });

  it('rejects calls of a closed worker', async () => {
    const call = { thread: 'worker', name: 'chunk', args: [typescript.repeat(50), { path: 'a.ts' }] };
    const answer = run('callLibrary', call);
    await run('closeLibraryWorker', {});
    assert.equal((await answer).error?.code, 'closed');
  });

  it('cuts by lines what takes the parser too long', async () => {
    const args = [`x = ${'['.repeat(400_000)}`, { path: 'deep.js' }];
    const { result } = await run('callLibrary', { thread: 'worker', name: 'chunk', args, options: { timeoutMs: 400 } });
    assert.match((result as { fallback?: string }).fallback ?? '', /grammar/);
  });
});
