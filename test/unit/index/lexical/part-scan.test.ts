import assert from 'node:assert/strict';
import fc from 'fast-check';
import { SegmentBuilder } from '../../../../src/index/lexical/lexical-builder';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { PartAutomaton } from '../../../../src/index/lexical/part-automaton';
import { scanParts, scanSlowly } from '../../../../src/index/lexical/part-scan';
import { TermWriter } from '../../../../src/index/lexical/term-writer';
import type { WordPart } from '../../../../src/index/terms/literal-terms';
import { wasmModule } from '../../../../src/shared/wasm-module';

function segmentOf(texts: readonly string[], hasSymbols = false): LexicalSegment {
  const builder = new SegmentBuilder();
  for (const text of texts)
    builder.add({ path: '', name: '', symbols: [], scope: [], startLine: 1, text, imports: [], globals: [] });
  const sections = builder.finish();
  const plain = new LexicalSegment(sections);
  return hasSymbols ? new LexicalSegment({ ...sections, terms: withSymbols(plain) }) : plain;
}

/** The same dictionary, written with symbols, which otherwise only large ones have. */
function withSymbols(plain: LexicalSegment): Uint8Array {
  const writer = new TermWriter(0);
  const cursor = plain.cursorAt();
  let start = -1;
  while (cursor.next()) {
    const { rows, firstRow, firstCode, end } = cursor;
    const areSame = rows > 1 && cursor.start === start && writer.canShare;
    start = cursor.start;
    const bytes = areSame ? 0 : end - start;
    writer.add(cursor.term.slice(0, cursor.termLength), { rows, firstRow, firstCode, bytes, areSame });
  }
  return writer.finish();
}

function foundBy(scan: typeof scanParts, segment: LexicalSegment, parts: readonly string[]): unknown[] {
  const automaton = new PartAutomaton(parts.map(partOf));
  const found: unknown[] = [];
  const blocks = Uint32Array.from({ length: Math.ceil(segment.termCount / 32) }, (_, block) => block);
  scan(segment, blocks, automaton, (letters, postings, hasWhole) =>
    found.push([Buffer.from(letters).toString(), postings, hasWhole]),
  );
  return found;
}

function partOf(text: string): WordPart {
  return { text, isStart: false, isEnd: false, isJoined: false };
}

/** A dictionary with symbols, and terms in one row, in a few and in hundreds. */
const large = segmentOf(
  Array.from({ length: 900 }, (_, row) =>
    [
      `common value_${row % 40} retry_timeout_${row} spin_lock_irqsave`,
      `get_name_${(row * 7919) % 5000} größe_${row} ${'very_long_name_of_a_register_'.repeat(row % 5)}${row % 90}`,
      row % 3 === 0 ? 'retries queried' : `handler${row}Table${row % 7}`,
    ].join(' '),
  ),
  true,
);

describe('A scan for parts of words', () => {
  before(() => assert.ok(wasmModule('dist/terms.wasm'), 'dist/terms.wasm is missing: build the product first'));

  it('finds the same terms with WebAssembly and with TypeScript', () => {
    assert.ok(large.symbols, 'the dictionary has no symbols');
    for (const parts of [['timeout'], ['e'], ['retry', 'queried', 'name'], ['registervery', 'r89'], ['7']]) {
      const found = foundBy(scanParts, large, parts);
      assert.ok(found.length > 0, parts.join());
      assert.deepEqual(found, foundBy(scanSlowly, large, parts), parts.join());
    }
    assert.deepEqual(foundBy(scanParts, large, ['zzz']), []);
  });

  it('takes WebAssembly for nearly all terms', () => {
    const buffers: number[] = [];
    const blocks = Uint32Array.from({ length: Math.ceil(large.termCount / 32) }, (_, block) => block);
    scanParts(large, blocks, new PartAutomaton([partOf('name')]), ({ buffer }) => buffers.push(buffer.byteLength));
    const ofMemory = buffers.filter((bytes) => bytes > 0 && bytes % 65536 === 0);
    assert.ok(ofMemory.length > buffers.length / 2, `${ofMemory.length} of ${buffers.length}`);
  });

  it('finds the same in any dictionary', () => {
    const word = fc.oneof(
      fc.string({ unit: fc.constantFrom('a', 'b', 'ab', '_', 'é', '検', '1'), maxLength: 12 }),
      fc.string({ unit: fc.constantFrom('ab', 'ba'), minLength: 30, maxLength: 79 }),
    );
    const part = fc.string({ unit: fc.constantFrom('a', 'b', '1'), minLength: 1, maxLength: 5 });
    const texts = fc.array(
      fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(
        texts,
        fc.array(part, { minLength: 1, maxLength: 3 }),
        fc.boolean(),
        (contents, parts, hasSymbols) => {
          const segment = segmentOf(contents, hasSymbols);
          assert.deepEqual(foundBy(scanParts, segment, parts), foundBy(scanSlowly, segment, parts));
        },
      ),
    );
  });

  it('reads damaged bytes without harm', () => {
    const builder = new SegmentBuilder();
    const text = Array.from({ length: 300 }, (_, i) => `name_${i} value${i % 20}`).join(' ');
    builder.add({ path: '', name: '', symbols: [], scope: [], startLine: 1, text, imports: [], globals: [] });
    const sections = builder.finish();
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (place, byte) => {
        const terms = Uint8Array.from(sections.terms);
        terms[place % terms.length] = byte;
        try {
          foundBy(scanParts, new LexicalSegment({ ...sections, terms }), ['ame', 'alue1']);
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }),
    );
  });
});
