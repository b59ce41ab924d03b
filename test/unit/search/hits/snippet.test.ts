/** Which lines of a hit are shown, and which words are marked. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type SnippetLine, snippetOf, snippetTerms } from '../../../../src/search/hits/snippet';
import { parseQuery } from '../../../../src/search/query/query';

const termsOf = (query: string) => snippetTerms(parseQuery(query).query.lexical.terms);
const marked = ({ text, marks }: SnippetLine): string[] => marks.map(([from, to]) => text.slice(from, to));

const source = {
  line: 13,
  startLine: 10,
  text: `/**
 * Reads what comes before the body.
 */
export function readHeader(input: Buffer): Header {
  const magic = input.subarray(0, 4);
  if (!magic.equals(expected)) {
    throw new Error('wrong magic');
  }
  const checksum = crcOf(input);
  return parseHTTPHeaders(input, checksum);
}`,
};

describe('a snippet', () => {
  const numbers = (query: string, options = {}): number[] =>
    snippetOf(source, termsOf(query), options).map(({ number }) => number);

  it('has the lines with the words of the query, in order, with their line numbers in the file', () => {
    assert.deepEqual(numbers('checksum magic', { lines: 2 }), [14, 18]);
  });

  it('prefers a line with another word to a second line with the same word', () => {
    assert.deepEqual(numbers('magic crc', { lines: 2 }), [14, 18]);
  });

  it('has the definition and the lines after it if none of the words is there', () => {
    assert.deepEqual(numbers('zebra'), [13, 14, 15]);
    assert.deepEqual(numbers(''), [13, 14, 15]);
  });

  it('marks the matching parts of names, in every form of a word', () => {
    const line = (query: string, number: number): string[] =>
      snippetOf(source, termsOf(query), { lines: 20 })
        .filter((each) => each.number === number)
        .flatMap(marked);
    assert.deepEqual(line('http headers', 19), ['HTTPHeaders']);
    assert.deepEqual(line('parsing', 19), ['parse']);
    assert.deepEqual(line('parse_http_headers', 19), ['parseHTTPHeaders']);
    assert.deepEqual(line('header', 13), ['Header', 'Header']);
  });

  it('marks words of scripts without spaces', () => {
    const text = 'x = 1 # 設定ファイルを読む';
    const [line] = snippetOf({ text, startLine: 1, line: 1 }, termsOf('設定'));
    assert.deepEqual(line && marked(line), ['設定']);
  });

  it('shows the matching part of a long line', () => {
    const text = `const data = [${'1, '.repeat(200)}needle, ${'2, '.repeat(200)}];`;
    const [line] = snippetOf({ text, startLine: 1, line: 1 }, termsOf('needle'), { width: 60 });
    assert.ok(line && line.text.length <= 60);
    assert.ok(line.text.startsWith('…') && line.text.endsWith('…'));
    assert.deepEqual(marked(line), ['needle']);
  });

  it('has only lines that answer', () => {
    const answer = {
      ...source,
      spans: [
        [13, 13],
        [18, 19],
      ] as const,
    };
    const shown = snippetOf(answer, termsOf('magic checksum')).map(({ number }) => number);
    assert.deepEqual(shown, [13, 18, 19]);
  });

  it('works for any text and query: marks are in the line, in order, and it has no blank lines', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary', maxLength: 200 }),
        fc.array(fc.string({ unit: 'binary', maxLength: 150 }), { maxLength: 8 }),
        fc.integer({ min: 2, max: 80 }),
        (query, rows, width) => {
          const lines = snippetOf({ text: rows.join('\n'), startLine: 5, line: 5 }, termsOf(query), {
            width,
          });
          assert.ok(lines.length <= 3);
          let before = 4;
          for (const { number, text, marks } of lines) {
            assert.ok(number > before && text.length <= Math.max(width, 3));
            assert.notEqual(text.trim(), '');
            before = number;
            let end = -1;
            for (const [from, to] of marks) {
              assert.ok(from > end && to > from && to <= text.length);
              end = to;
            }
          }
        },
      ),
    );
  });
});
