/** The text of a results editor, which is read again. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readHead, resultLines, resultsText } from '../../../../src/vscode/results-editor/results-text';

const place = (title: string, startLine: number, lines: readonly string[], isNumbered = true) => ({
  ...{ title, lines: lines.map((text, at) => (isNumbered ? { number: startLine + at, text } : { text })) },
});
const files = [
  {
    path: 'src/cart.py',
    places: [
      place('method gross · Cart · 9–11', 9, ['def gross(self):', '', '    return 1']),
      place('net · 42', 42, ['net = 1']),
    ],
  },
  { path: 'notes.ipynb', places: [place('cell · 7', 7, ['12 apples', 'and pears'], false)] },
];

describe('the text of a results editor', () => {
  it('has the search, the files, their places and the numbers of their lines', () => {
    const filters = [
      { key: 'lang', value: 'python' },
      { key: '-path', value: 'my docs/' },
    ];
    assert.equal(
      resultsText({ query: 'price to pay', filters }, ['3 results in 2 files'], files),
      `# Query: price to pay
# Filters: lang:python -path:"my docs/"
# 3 results in 2 files

src/cart.py:
  method gross · Cart · 9–11
     9: def gross(self):
    10:
    11:     return 1

  net · 42
    42: net = 1

notes.ipynb:
  cell · 7
    12 apples
    and pears
`,
    );
  });

  it('leads from each line to its source', () => {
    const found = resultLines(resultsText({ query: 'x', filters: [] }, [], files));
    const told = found.map((one) => one && `${one.is} ${one.path}:${one.line} ${one.column}`);
    assert.deepEqual(told, [
      ...[undefined, undefined, 'file src/cart.py:1 0', 'place src/cart.py:9 2'],
      ...['code src/cart.py:9 8', 'code src/cart.py:10 7', 'code src/cart.py:11 8', undefined],
      ...['place src/cart.py:42 2', 'code src/cart.py:42 8', undefined],
      ...['file notes.ipynb:1 0', 'place notes.ipynb:7 2', 'code notes.ipynb:7 4', 'code notes.ipynb:7 4', undefined],
    ]);
  });

  it('is searched again for what it was made for, whatever that was', () => {
    const key = fc.constantFrom('lang', 'path', '-path', 'only');
    const filter = fc.tuple(key, fc.string({ minLength: 1 })).map(([key, value]) => ({ key, value }));
    const query = fc.oneof(fc.string(), fc.constant('a pasted\n\\n text\n\nof lines'));
    fc.assert(
      fc.property(query, fc.array(filter, { maxLength: 4 }), (text, filters) => {
        const read = readHead(resultsText({ query: text, filters }, ['# a note'], files));
        assert.equal(read?.query, text.replace(/\r\n?/g, '\n'));
        assert.deepEqual(read?.filters, filters);
      }),
    );
  });

  it('can be about a place instead of a query', () => {
    const similar = { path: 'src/a:b.ts', line: 36 };
    assert.deepEqual(readHead(resultsText({ query: '', filters: [], similar }, [], [])), {
      ...{ query: '', filters: [], similar },
    });
  });

  it('has no search if a person removed it', () => {
    assert.equal(readHead('src/cart.py:\n  # Query: x\n'), undefined);
  });
});
