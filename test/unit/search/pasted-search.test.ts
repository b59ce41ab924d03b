/** Search with texts as people paste them, over the real index, model and parser. */
import assert from 'node:assert/strict';
import { CodeIndex } from '../../../src/engine/code-index';
import { embeddedText, parseQuery, titleQuery } from '../../../src/search/query/query';
import { makeWorkspace, rechunk, type TestWorkspace } from './search-workspace';

const queryOf = (text: string) => parseQuery(text).query;

describe('a text', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let searcher: CodeIndex;
  before(async () => {
    workspace = await makeWorkspace();
    searcher = await workspace.searcher();
  });
  after(() => workspace.dispose());

  const paths = async (query: string, options = {}): Promise<string[]> =>
    (await searcher.search(query, options)).hits.map(({ path }) => path);

  it('is asked as a whole and by its title', () => {
    const query = queryOf('Durations lose their seconds\n\nI write `1h 30m` into the config.\n\n```\nnpm start\n```\n');
    assert.equal(titleQuery(query)?.text, 'Durations lose their seconds');
    assert.match(embeddedText(query), /Durations lose their seconds\nI write/);
    assert.doesNotMatch(embeddedText(query), /npm start/);
  });

  it('has no title of its own if it is one line, or begins with code', () => {
    assert.equal(titleQuery(queryOf('how are durations read')), undefined);
    assert.equal(titleQuery(queryOf('TypeError: cannot read properties of undefined (reading "route")')), undefined);
    assert.equal(titleQuery(queryOf('```\nconst a = 1;\n```\nWhy does this fail?')), undefined);
  });

  it('finds the file of the innermost frame of its stack trace first', async () => {
    const trace = [
      'A crash in production',
      '',
      'It worked with the last version. What I see:',
      '',
      '```',
      'Error: boom',
      '    at withErrorPage (/srv/app/src/handler.ts:5:11)',
      '    at main (/srv/app/src/server.ts:3:3)',
      '    at node:internal/main/run_main_module:28:49',
      '```',
    ].join('\n');
    for (const mode of ['hybrid', 'keyword', 'semantic'] as const)
      assert.equal((await paths(trace, { mode }))[0], 'src/handler.ts', mode);
  });

  it('finds a file that it mentions, even if it shares no word with it', async () => {
    const text = 'Zebras and giraffes\n\nNobody knows why, look at src/server.ts line 2 please.\nZebras!\n';
    assert.ok((await paths(text)).includes('src/server.ts'));
  });

  it('explains what the mention and the frame gave', async () => {
    const text = 'A crash\n\nsee below\n\n```\n    at withErrorPage (/srv/app/src/handler.ts:5:11)\n```\n';
    const { hits } = await searcher.search(text, { frames: false });
    const best = hits.find(({ path }) => path === 'src/handler.ts');
    const signals = best?.why.map(({ signal }) => signal) ?? [];
    for (const signal of ['mention', 'frame', 'line'])
      assert.ok(
        signals.some((each) => each === signal),
        signal,
      );
    const sum = best?.why.reduce((total, { share }) => total + share, 0) ?? 0;
    assert.ok(Math.abs(sum - (best?.score ?? 0)) < 1e-9);
  });

  it('keeps filters that were given beside it', async () => {
    const text =
      'A crash\n\n    at withErrorPage (/srv/app/src/handler.ts:5:11)\n    at start (/srv/app/src/server.ts:3:3)\n';
    const found = await paths(text, { filters: { path: ['src/server.ts'] } });
    assert.deepEqual([...new Set(found)], ['src/server.ts']);
  });

  describe('is answered with a confidence that', () => {
    for (const mode of ['hybrid', 'keyword', 'semantic'] as const) {
      it(`tells questions about the folder from others (${mode})`, async () => {
        const own = await searcher.search('the handler of the longest route that the path begins with', { mode });
        assert.equal(own.confidence, 'strong');
        assert.ok(own.hits.every(({ confidence }) => confidence === 'strong'));
        for (const foreign of [
          'who won the football world cup in 1990',
          'asdfgh qwertz',
          'recipe for a chocolate cake',
        ])
          assert.equal((await searcher.search(foreign, { mode })).confidence, 'none', foreign);
      });
    }

    it('is not given for similar code', async () => {
      const like = await searcher.similar('src/router.ts', 3);
      assert.ok(like && like.hits.length > 0 && like.confidence === undefined);
    });

    it('counts the words if semantic search has no model and falls back to them', async () => {
      const withoutModel = new CodeIndex(searcher.views, undefined, rechunk);
      const question = 'the handler of the longest route that the path begins with';
      assert.equal((await withoutModel.search(question, { mode: 'semantic' })).confidence, 'strong');
    });
  });
});
