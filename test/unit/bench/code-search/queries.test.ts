import assert from 'node:assert/strict';
import { evaluate } from '../../../../bench/code-search/evaluate';
import { parseQueries } from '../../../../bench/code-search/queries';

const entry = {
  name: 'chi',
  language: 'go',
  github: 'go-chi/chi',
  revision: 'a54874f',
  root: 'lib',
  queries: [
    { query: 'routing', category: 'semantic', relevant: ['lib/mux.go'], secondary: ['lib/tree.go', 'other/x.go'] },
    { query: 'Mux', category: 'symbol', relevant: [{ path: 'lib/mux.go', start_line: 3, end_line: 9 }], secondary: [] },
  ],
};

describe('the questions of a code-search benchmark', () => {
  it('have targets relative to the indexed folder, both relevant and secondary', () => {
    const [repository] = parseQueries(JSON.stringify([entry]));
    assert.deepEqual(repository?.questions[0]?.targets, ['mux.go', 'tree.go', '../other/x.go']);
  });

  it('may have a range of lines as a target; only the file counts', () => {
    const [repository] = parseQueries(JSON.stringify([entry]));
    assert.deepEqual(repository?.questions[1]?.targets, ['mux.go']);
  });

  it('keep paths unchanged if the whole repository is indexed', () => {
    const [repository] = parseQueries(JSON.stringify([{ ...entry, root: '' }]));
    assert.deepEqual(repository?.questions[1]?.targets, ['lib/mux.go']);
  });

  it('are rejected with a reason if the file has another form', () => {
    assert.throws(() => parseQueries('{}'), /list of repositories/);
    assert.throws(() => parseQueries('[{"name": "x"}]'), /not a repository/);
    const unanswered = { ...entry, queries: [{ query: 'q', category: 'c', relevant: [], secondary: [] }] };
    assert.throws(() => parseQueries(JSON.stringify([unanswered])), /no file answers "q"/);
  });

  it('are each asked once and scored with their category', async () => {
    const repositories = parseQueries(JSON.stringify([entry]));
    const scored = await evaluate(
      repositories,
      () =>
        async ({ query }) =>
          query === 'Mux' ? ['tree.go', 'mux.go'] : [],
    );
    assert.deepEqual(
      scored.map(({ category, score }) => [category, score]),
      [
        ['semantic', 0],
        ['symbol', 1 / Math.log2(3)],
      ],
    );
  });
});
