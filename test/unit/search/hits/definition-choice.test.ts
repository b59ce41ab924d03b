/** The definition of a chunk that a hit is about: its name, its lines, and the line to jump to. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type HitPlacement, HitSpans } from '../../../../src/search/hits/hit-spans';
import { linesOf } from '../../../../src/search/hits/spans';
import { parseQuery } from '../../../../src/search/query/query';
import type { PlacedDefinition } from '../../../../src/search/view/source-texts';
import { runs } from '../../random-runs';

const text = `import marks

def get_scope_node(node, scope):
    """Uses getfixturemarker elsewhere."""
    return node


# Finds the marker that a test was given.
@cached
def getfixturemarker(obj):
    return getattr(obj, "marker", None)


class Price:
    currency = "EUR"

    def total(self, items):
        """Adds taxes and postage."""
        return sum(items)

    def discount(self):
        return 0


register(Price, limit=5173)
`;
const startLine = 101;
const definitions: readonly PlacedDefinition[] = [
  { name: 'get_scope_node', kind: 'function', line: 103, endLine: 105 },
  { name: 'getfixturemarker', kind: 'function', line: 110, endLine: 111 },
  { name: 'Price', kind: 'class', line: 114, endLine: 122 },
  { name: 'total', kind: 'method', line: 117, endLine: 119 },
  { name: 'discount', kind: 'method', line: 121, endLine: 122 },
];

const chunk = {
  ...{ path: 'src/marks.py', text, startLine, endLine: startLine + linesOf(text).length - 1, at: 0 },
  own: { name: 'Price', kind: 'class', scope: ['shop'] },
  definitions,
};

type Source = Partial<typeof chunk> & { readonly matchLines?: readonly number[] };

function rows(query: string, source: Source = {}, byChunk = false): HitPlacement[] {
  const spans = new HitSpans(parseQuery(query).query, byChunk);
  return spans.of(
    { ...chunk, ...source },
    spans.weightsIn('/r', () => 1),
  );
}

function best(query: string, source: Source = {}): HitPlacement {
  const [first] = rows(query, source);
  assert.ok(first);
  return first;
}

const lineIn = ({ text: shown, startLine: from, line }: HitPlacement): string => linesOf(shown)[line - from] ?? '';

describe('the definition of a hit', () => {
  it('is the one that the query names, at its line, not in a comment', () => {
    for (const query of ['getfixturemarker', 'how does `getfixturemarker` find one', 'marks.getfixturemarker()']) {
      const { name, symbol, kind, line } = best(query);
      assert.deepEqual(
        { name, symbol, kind },
        { name: 'getfixturemarker', symbol: 'getfixturemarker', kind: 'function' },
      );
      assert.equal(line, 110);
    }
  });

  it('is the one whose lines have the words of a question, and the cursor goes to the line that answers', () => {
    const hit = best('how are taxes and postage of items added');
    assert.deepEqual([hit.name, hit.scope], ['total', ['shop', 'Price']]);
    assert.ok(hit.line >= 117 && hit.line <= 119);
    assert.equal(best('which currency has a price').name, 'Price');
  });

  it('owns the comments and decorators above it', () => {
    const hit = best('finds the marker that a test was given');
    assert.equal(hit.name, 'getfixturemarker');
    assert.deepEqual([hit.startLine, hit.endLine], [108, 111]);
    assert.equal(hit.text, `${linesOf(text).slice(7, 11).join('\n')}\n`);
  });

  it('has the lines of what is nested in it', () => {
    const hit = best('currency');
    assert.deepEqual([hit.name, hit.startLine, hit.endLine], ['Price', 114, 122]);
  });

  it('is the one around a match, and each definition with a match has a row', () => {
    const hits = rows('"return"', { matchLines: [105, 111, 119, 122] });
    assert.deepEqual(
      hits.map(({ name, line, spans }) => ({ name, line, spans })),
      [
        { name: 'get_scope_node', line: 105, spans: [[105, 105]] },
        { name: 'getfixturemarker', line: 111, spans: [[111, 111]] },
        { name: 'total', line: 119, spans: [[119, 119]] },
      ],
    );
  });

  it('is none where statements outside of definitions answer', () => {
    const hit = best('"register"', { matchLines: [125] });
    assert.deepEqual([hit.name, hit.kind, hit.line], ['', 'statements', 125]);
    assert.equal(lineIn(best('register limit 5173 here')), 'register(Price, limit=5173)');
  });

  it('is that of the chunk where text outside of sections answers', () => {
    const own = { name: 'Guide', kind: 'section', scope: [] };
    const guide: Source = {
      ...{ text: 'Ports are open.\n\n# Guide\n\nWords.\n', endLine: 105, own },
      definitions: [{ name: 'Guide', kind: 'section', line: 103, endLine: 105 }],
    };
    const hit = best('"Ports"', { ...guide, matchLines: [101] });
    assert.deepEqual([hit.name, hit.kind, hit.line], ['Guide', 'section', 101]);
  });

  it('is that of the chunk if no word is in it', () => {
    assert.equal(best('something else entirely').name, 'Price');
    const none = best('anything at all', { definitions: [], own: { name: '', kind: 'imports', scope: [] } });
    assert.deepEqual([none.name, none.kind, none.startLine, none.endLine], ['', 'imports', 101, chunk.endLine]);
  });

  it('is the one with the same capitals, if there are two', () => {
    const both: Source = {
      ...{
        text: 'def path(): ...\nclass Path: ...\n',
        endLine: 102,
        own: { name: 'path', kind: 'function', scope: [] },
      },
      definitions: [
        { name: 'path', kind: 'function', line: 101, endLine: 101 },
        { name: 'Path', kind: 'class', line: 102, endLine: 102 },
      ],
    };
    assert.deepEqual([best('Path', both).name, best('Path', both).line], ['Path', 102]);
    assert.deepEqual([best('path', both).name, best('path', both).line], ['path', 101]);
  });

  it('is the definition that a later part belongs to, also where the part calls it', () => {
    const part: Source = {
      ...{ text: '        return walk(node.next)\n', startLine: 180, endLine: 180, definitions: [] },
      own: { name: 'walk', kind: 'function', scope: [] },
    };
    const hit = best('walk', part);
    assert.deepEqual([hit.name, hit.line], ['walk', 180]);
    const nested = { ...part, text: 'def inner():\n    jump()\n', endLine: 181 };
    const inner = best('jump', {
      ...nested,
      definitions: [{ name: 'inner', kind: 'function', line: 180, endLine: 181 }],
    });
    assert.deepEqual([inner.name, inner.scope], ['inner', ['walk']]);
  });

  it('of two that answer equally well is the first; the other has a row with a lower score', () => {
    const twins: Source = {
      ...{ text: 'def parse_date(x): ...\ndef parse_time(x): ...\n', endLine: 102 },
      definitions: [
        { name: 'parse_date', kind: 'function', line: 101, endLine: 101 },
        { name: 'parse_time', kind: 'function', line: 102, endLine: 102 },
      ],
      own: { name: 'parse_time', kind: 'function', scope: [] },
    };
    const hits = rows('which function can parse these values', twins);
    assert.deepEqual(
      hits.map(({ name }) => name),
      ['parse_date', 'parse_time'],
    );
    assert.ok((hits[0]?.share ?? 0) === 1 && (hits[1]?.share ?? 1) < 1);
  });

  it('names a hit that has all lines of its chunk, if chunks are asked for', () => {
    const [hit] = rows('getfixturemarker', {}, true);
    assert.deepEqual([hit?.name, hit?.startLine, hit?.endLine], ['getfixturemarker', 101, chunk.endLine]);
    assert.equal(hit?.text, text);
  });

  it('has its line and its spans within its lines, and its text is theirs, wherever definitions are', () => {
    const word = fc.constantFrom('', '  alpha', 'beta(', '# gamma', ')', 'x = alpha + beta', '@delta');
    const placed = fc.record({
      lines: fc.array(word, { minLength: 1, maxLength: 30 }),
      places: fc.array(fc.tuple(fc.nat(29), fc.nat(10)), { maxLength: 5 }),
      query: fc.constantFrom('alpha', 'beta gamma', 'where is delta made of alpha', 'f1', '"alpha"'),
      newLine: fc.constantFrom('\n', '\r\n'),
    });
    fc.assert(
      fc.property(placed, ({ lines, places, query, newLine }) => {
        const source = `${lines.join(newLine)}${newLine}`;
        const last = startLine + lines.length - 1;
        const found = places
          .filter(([at]) => at < lines.length)
          .map(([at, more], i) => ({
            ...{ name: `f${i}`, kind: 'function', line: startLine + at },
            endLine: Math.min(startLine + at + more, last),
          }))
          .sort((a, b) => a.line - b.line);
        for (const hit of rows(query, { text: source, endLine: last, definitions: found })) {
          assert.ok(startLine <= hit.startLine && hit.endLine <= last);
          assert.ok(hit.startLine <= hit.line && hit.line <= hit.endLine, JSON.stringify(hit));
          for (const [from, to] of hit.spans) assert.ok(hit.startLine <= from && from <= to && to <= hit.endLine);
          const expected = lines.slice(hit.startLine - startLine, hit.endLine - startLine + 1);
          assert.deepEqual(linesOf(hit.text), expected.length > 0 ? expected : ['']);
        }
      }),
      { numRuns: runs(200) },
    );
  });
});
