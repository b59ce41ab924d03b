import assert from 'node:assert';
import fc from 'fast-check';
import type { LexicalSections } from '../../../../src/index/format/segment-contents';
import { SegmentBuilder } from '../../../../src/index/lexical/lexical-builder';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { PartSearch } from '../../../../src/index/lexical/part-search';
import { PostingCursor } from '../../../../src/index/lexical/posting-cursor';
import { isInUnindexedText, type WordPart } from '../../../../src/index/terms/literal-terms';
import { runs } from '../../random-runs';

function sectionsOf(texts: readonly string[]): LexicalSections {
  const builder = new SegmentBuilder();
  for (const text of texts)
    builder.add({ path: '', name: '', symbols: [], scope: [], startLine: 1, text, imports: [], globals: [] });
  return builder.finish();
}

function rowsWith(texts: readonly string[], part: WordPart): number[] {
  return rowsIn(new LexicalSegment(sectionsOf(texts)), part);
}

function rowsIn(segment: LexicalSegment, part: WordPart): number[] {
  const rows = new Set<number>();
  for (const postings of new PartSearch([part]).find(segment).flat())
    for (const cursor = new PostingCursor(segment, postings); cursor.row < segment.rows; cursor.next())
      rows.add(cursor.row);
  return [...rows].sort((a, b) => a - b);
}

function partOf(word: string): WordPart {
  const text = word.toLowerCase().replaceAll(/[_$]/g, '');
  return { text, isStart: false, isEnd: false, isJoined: /[^_$][_$]+[^_$]/.test(word) };
}

describe('rows by parts of words', () => {
  it('finds a part inside of a name, across underscores and capital letters', () => {
    const texts = ['spin_lock_irqsave(&lock)', 'spinLockIrq()', 'unlock', 'nothing here'];
    assert.deepEqual(rowsWith(texts, partOf('lock_irq')), [0, 1]);
    assert.deepEqual(rowsWith(texts, partOf('lock')), [0, 1, 2]);
    assert.deepEqual(rowsWith(texts, partOf('pinloc')), [0, 1]);
  });

  it('finds words by letters that their stems do not have', () => {
    assert.deepEqual(rowsWith(['it was queried', 'one query', 'a quern'], partOf('ueried')), [0, 1]);
    assert.deepEqual(rowsWith(['mapping', 'map'], partOf('apping')), [0, 1]);
    assert.deepEqual(rowsWith(['children', 'chill'], partOf('hildren')), [0]);
  });

  it('finds words only at the side where they are bounded', () => {
    const texts = ['retry timeout', 'retrytimeout', 'timeouts'];
    const part = partOf('timeout');
    assert.deepEqual(rowsWith(texts, { ...part, isStart: true }), [0, 2]);
    assert.deepEqual(rowsWith(texts, { ...part, isStart: true, isEnd: true }), [0, 2]);
    assert.deepEqual(rowsWith(['retry_ms', 'msec'], { ...partOf('ms'), isEnd: true }), [0]);
    const word = { ...partOf('mapping'), isStart: true, isEnd: true };
    assert.deepEqual(rowsWith(['mapping', 'map', 'mapped_file', 'mappings', 'remapping'], word), [0, 1, 2, 3]);
  });

  it('finds words by their beginning in a dictionary of many blocks', () => {
    const texts = Array.from({ length: 2000 }, (_, i) => `w${i.toString(26)}_end`);
    const found = rowsWith(texts, { ...partOf('w1f'), isStart: true });
    assert.deepEqual(
      found,
      texts.flatMap((text, row) => (text.startsWith('w1f') ? row : [])),
    );
    assert.ok(found.length > 1);
  });

  it('keeps rows with words that are not indexed', () => {
    const texts = [`x = 0x${'0123456789abcdef'}`, 'Q'.repeat(200), 'plain words', `${'name_of_'.repeat(30)}end`];
    assert.deepEqual(rowsWith(texts, partOf('plain')), [1, 2, 3]);
    assert.deepEqual(rowsWith(texts, partOf('dead')), [0, 1, 3]);
  });

  it('knows the letters of long names, and of words that are no words', () => {
    const register = 'DMCU_DPRX_INTERRUPT_TO_UC_XIRQ_IRQ_SEL1__DPRX_SD0P0_VERTICAL_INT0_XIRQ_IRQ_SEL_MASK';
    const texts = [`${'name_of_'.repeat(16)}end`, register, '20060102150405z', 'abcdefghij'.repeat(6), 'plain'];
    assert.deepEqual(rowsWith(texts, partOf('plain')), [4]);
    assert.deepEqual(rowsWith(texts, partOf('of_end')), [0]);
    assert.deepEqual(rowsWith(texts, partOf('SD0P0_VERTICAL')), [1]);
    assert.deepEqual(rowsWith(texts, partOf('405z')), [2]);
    assert.deepEqual(rowsWith(texts, partOf('jabc')), [3]);
  });

  it('keeps a row whose first word was cut', () => {
    const builder = new SegmentBuilder();
    const about = { path: 'a', name: '', symbols: [], scope: [], startLine: 1, imports: [], globals: [] };
    builder.add({ ...about, text: 'one two inter', start: 0, end: 13, endLine: 1 });
    builder.add({ ...about, text: 'national', start: 13, end: 21, endLine: 1 });
    builder.add({ ...about, text: ' three', start: 21, end: 27, endLine: 1 });
    assert.deepEqual(rowsIn(new LexicalSegment(builder.finish()), partOf('international')), [1]);
  });

  it('reads damaged bytes without harm', () => {
    const sections = sectionsOf([Array.from({ length: 300 }, (_, i) => `name_${i} value${i % 20}`).join(' ')]);
    fc.assert(
      fc.property(fc.nat(), fc.nat(255), (place, byte) => {
        const terms = Uint8Array.from(sections.terms);
        terms[place % terms.length] = byte;
        try {
          new PartSearch(['ame', 'alue1'].map(partOf)).find(new LexicalSegment({ ...sections, terms }));
        } catch (error) {
          assert.ok(error instanceof RangeError, String(error));
        }
      }),
    );
  });

  const endings = fc.constantFrom(
    '',
    's',
    'es',
    'ed',
    'ing',
    'ings',
    'ies',
    'ied',
    'y',
    'e',
    'ying',
    'eed',
    '2',
    '64s',
  );
  const piece = fc.tuple(fc.stringMatching(/^[a-zA-Z]{0,7}$/), endings).map((both) => both.join(''));
  const word = fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join('_')),
    fc.array(piece, { minLength: 1, maxLength: 3 }).map((pieces) => pieces.join('')),
    fc.constantFrom('children', 'settings', 'written', 'its', 'This', 'with', 'indices', 'Straße_x', 'naïveté', 'ﬁles'),
    fc.stringMatching(/^[\dA-Fa-fx]{10,20}$/),
    fc.stringMatching(/^[a-zA-Z_$é\d]{1,180}$/),
  );

  /** Words of all kinds of beginnings, so that the dictionary has many blocks. */
  const otherWords = Array.from({ length: 600 }, (_, i) => `${(i * 7919).toString(36)}_${i.toString(36)}`).join(' ');

  it('never loses a row that has the part, wherever it is taken from', () => {
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 4 }), fc.nat(), fc.nat(), (words, from, length) => {
        const text = words.join(' ');
        const runs = text.match(/[\w$]+/g) ?? [];
        const run = runs[from % Math.max(1, runs.length)] ?? '';
        const start = from % Math.max(1, run.length);
        const end = start + 1 + (length % Math.max(1, run.length - start));
        const part = partOf(run.slice(start, end));
        if (part.text === '' || isInUnindexedText(part)) return;
        assert.deepEqual(rowsWith([text], part), [0], JSON.stringify({ text, part }));
        if (!words.includes(run)) return;
        const bounded = { ...part, isStart: start === 0, isEnd: end === run.length };
        if (!isInUnindexedText(bounded))
          assert.equal(rowsWith([text, otherWords], bounded)[0], 0, JSON.stringify({ text, bounded }));
      }),
      { numRuns: runs(160) },
    );
  });
});
