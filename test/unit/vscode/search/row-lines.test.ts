/** The line of code that a row of one line has. */
import assert from 'node:assert/strict';
import type { Hit } from '../../../../src/search/hits/hit';
import { snippetTerms } from '../../../../src/search/hits/snippet';
import { bestLine, codeLines } from '../../../../src/vscode/search/row-lines';

const text = `def get_body(
    self,
    environ=None,
):
    """Get the HTML body."""
    return render(environ)
`;
const hit: Hit = {
  ...{ id: '1', root: '/r', path: 'a.py', startLine: 10, endLine: 15, score: 1, why: [], language: 'python', text },
  ...{ name: 'get_body', symbol: 'get_body', kind: 'method', scope: [], line: 10, spans: [[10, 15]] },
  bestLines: [10, 11, 12, 13, 15, 14],
};

function shown(query: string): string | undefined {
  const terms = snippetTerms(query === '' ? [] : [{ term: query, weight: 1 }]);
  const lines = codeLines(hit, terms);
  return lines[bestLine(hit, 'method', lines)]?.text;
}

describe('the line of a row', () => {
  it('is the one with the words of the query', () => {
    assert.equal(shown('html'), '"""Get the HTML body."""');
    assert.equal(shown('render'), 'return render(environ)');
  });

  it('is no parameter, unless no other line answers', () => {
    assert.equal(shown('environ'), 'return render(environ)');
    assert.equal(shown('self'), 'self,');
    assert.equal(shown(''), 'def get_body(');
  });

  it('is no beginning of a call, annotation, tag or bracket, unless that answers', () => {
    const text = `/**
 * @since 5.9
 */
@Override
void close(
    Path file, Mode mode) {
  pairs = asList(
    file);
  if (mode != null) {
    delete(file);
  } else {
    keep();
  }
}
`;
    const startLine = 20;
    const close = { ...hit, text, startLine, endLine: 33, name: 'close', symbol: 'close', language: 'java' };
    const lineOf = (query: string, line: number, ...span: [number, number]): string | undefined => {
      const one = { ...close, line, spans: [span], bestLines: [] };
      const lines = codeLines(one, snippetTerms(query === '' ? [] : [{ term: query, weight: 1 }]));
      return lines[bestLine(one, 'method', lines)]?.text;
    };
    assert.equal(lineOf('', 24, 23, 25), '@Override');
    assert.equal(lineOf('', 26, 26, 28), 'if (mode != null) {');
    assert.equal(lineOf('', 30, 29, 31), 'delete(file);');
    assert.equal(lineOf('since', 24, 20, 24), '* @since 5.9');
  });
});
