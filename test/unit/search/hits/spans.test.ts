/** The spans of a hit: signature and the lines that answer, in as many lines as there is room for. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Hit } from '../../../../src/search/hits/hit';
import { HitSpans } from '../../../../src/search/hits/hit-spans';
import { hasLinesOfFile, linesOf, spansWithin, spanText, wholeSpan } from '../../../../src/search/hits/spans';
import { parseQuery } from '../../../../src/search/query/query';
import { runs } from '../../random-runs';

const source = `/** Opens a store. */
export function openStore(
  path: string,
  mode: Mode,
): Store {
  const file = resolve(path);
  log('opening', file);
  if (!exists(file)) {
    create(file);
  }
  const handle = open(file, mode);
  count++;
  count += handle.size;
  report(count);
  if (handle.isLocked) {
    throw new LockedError(file);
  }
  return new Store(handle);
}
`;

type Placed = Pick<Hit, 'text' | 'startLine' | 'endLine' | 'line' | 'spans' | 'bestLines'>;

/** @param rarity by default every word is equally rare. */
function placed(query: string, { text = source, line = 101, at = 0, rarity = (_: string): number => 1 } = {}): Placed {
  const startLine = 100;
  const endLine = startLine + linesOf(text).length - 1;
  const own = { name: 'openStore', kind: 'function', scope: [] };
  const definitions = [{ ...own, line }];
  const place = { path: 'src/store/open.ts', text, startLine, endLine, own, definitions, at };
  const spans = new HitSpans(parseQuery(query).query);
  const [hit] = spans.of(place, spans.weightsIn('/r', rarity));
  assert.ok(hit && startLine <= hit.startLine && hit.endLine <= endLine);
  return hit;
}

describe('the spans of a hit', () => {
  it('begin with the whole signature, also if it has several lines', () => {
    assert.deepEqual(spansWithin(placed('nothing of this'), 80), [[101, 104]]);
  });

  it('have the lines with the words of the query', () => {
    const hit = placed('locked error');
    const spans = spansWithin(hit, 148);
    assert.deepEqual(spans, [
      [101, 104],
      [114, 115],
    ]);
    assert.equal(
      spanText(hit, spans),
      `export function openStore(
  path: string,
  mode: Mode,
): Store {
⋯ 105–113
  if (handle.isLocked) {
    throw new LockedError(file);`,
    );
  });

  it('have the line that answers, however long the signature is and however few lines there is room for', () => {
    for (const query of ['locked', 'report', 'size']) {
      const { line, spans } = placed(query, { at: 19 });
      assert.ok(line > 104, `${line}`);
      assert.ok(
        spans.some(([from, to]) => from <= line && line <= to),
        `${line} is not in ${spans.join(' ')}`,
      );
    }
  });

  it('prefer rare words to common ones', () => {
    const rarity = (term: string): number => (term === 'report' ? 5 : 1);
    const rare = placed('report file', { rarity });
    assert.deepEqual(spansWithin(rare, 110).at(-1), [113, 113]);
  });

  it('have the line of a stack frame and the line of a message', () => {
    const frame = placed(
      'TypeError: x is undefined\n    at openStore (/app/src/store/open.ts:113:7)\n    at main (/app/x.ts:1:1)',
    );
    assert.deepEqual(spansWithin(frame, 100), [
      [101, 104],
      [113, 113],
    ]);
    const text = source.replace('LockedError(file)', "Error('the store %s is locked by another process')");
    const message = placed("The app crashes\n\nError: the store '/tmp/s' is locked by another process\n", { text });
    assert.deepEqual(spansWithin(message, 160).at(-1), [115, 115]);
  });

  it('are larger for the first hits', () => {
    const sizes = [0, 3, 9].map((at) => placed('store', { at }).spans.reduce((sum, [a, b]) => sum + b - a + 1, 0));
    assert.ok((sizes[0] ?? 0) > (sizes[1] ?? 0) && (sizes[1] ?? 0) >= (sizes[2] ?? 0), String(sizes));
  });

  it('fill gaps of up to two lines', () => {
    const other = 'other(1, 2, 3, 4, 5, 6, 7, 8, 9);\n';
    const text = `alpha();\n${other.repeat(2)}alpha();\n${other.repeat(3)}alpha();\n`;
    assert.deepEqual(spansWithin(placed('alpha', { text, line: 100 }), 60), [
      [100, 103],
      [107, 107],
    ]);
  });

  it('are the whole range where the text is not that of the file, as in a notebook', () => {
    const hit = { text: 'a cell\nof a notebook', startLine: 10, endLine: 30 };
    assert.deepEqual(spansWithin(hit, 1), [[10, 30]]);
    assert.equal(spanText(hit, [[10, 30]]), hit.text);
  });

  it('are none if the file is gone', () => {
    assert.deepEqual(placed('x', { text: '' }).spans, []);
  });

  it('are in order, apart from each other, within the chunk; their text has only lines of the file and elisions', () => {
    const line = fc.oneof(
      fc.constantFrom('', '  ', '}', ')', 'foo(', '  bar,', 'alpha beta', "it's (", '\talpha();', '日本語 alpha'),
      fc.string({ maxLength: 12 }).map((text) => text.replace(/[\r\n]/g, ' ')),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.nat(39),
        fc.integer({ min: 1, max: 400 }),
        fc.constantFrom('\n', '\r\n'),
        (lines, head, length, newLine) => {
          const text = `${lines.join(newLine)}${newLine}`;
          const hit = placed('alpha bar', { text, line: 100 + Math.min(head, lines.length - 1) });
          for (const spans of [hit.spans, spansWithin(hit, length), [wholeSpan(hit)]]) {
            assert.ok(spans.length > 0);
            let before = Number.NEGATIVE_INFINITY;
            for (const [start, end] of spans) {
              assert.ok(start <= end && start > before + 1, JSON.stringify(spans));
              before = end;
            }
            assert.ok((spans[0]?.[0] ?? 0) >= hit.startLine && before <= hit.endLine);
            const shown = spanText(hit, spans).split('\n');
            const expected = spans.flatMap(([start, end], i) => {
              const last = spans[i - 1]?.[1];
              const gap = last === undefined ? [] : [`⋯ ${last + 1}${start - 1 > last + 1 ? `–${start - 1}` : ''}`];
              return [...gap, ...lines.slice(start - 100, end - 99)];
            });
            assert.deepEqual(shown, expected);
          }
        },
      ),
      { numRuns: runs(100) },
    );
  });

  it('are, of a whole chunk, from its first line that is not blank to its last', () => {
    const piece = fc.constantFrom('a', ' ', '\t', '\u2028', '\ufeff', '\n', '\r', '\r\n');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), fc.integer({ min: -1, max: 1 }), (pieces, more) => {
        const text = pieces.join('');
        const lines = linesOf(text);
        const hit = { text, startLine: 5, endLine: 4 + lines.length + more };
        assert.equal(hasLinesOfFile(hit), more === 0);
        const written = lines.flatMap((line, at) => (line.trim() === '' ? [] : [5 + at]));
        const isWhole = more !== 0;
        const first = isWhole ? 5 : (written[0] ?? hit.endLine);
        assert.deepEqual(wholeSpan(hit), [first, isWhole ? hit.endLine : (written.at(-1) ?? hit.endLine)]);
      }),
    );
  });
});
