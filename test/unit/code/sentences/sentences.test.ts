import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { cutAtWord } from '../../../../src/code/sentences/cut-at-word';
import { sentenceStarts } from '../../../../src/code/sentences/sentences';
import { productFile } from '../../../../src/shared/product';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';

interface Case {
  readonly language: string;
  readonly text: string;
  readonly starts: readonly number[];
}

function readCases(): Case[] {
  const lines = readFileSync(productFile('test', 'fixtures', 'prose', 'sentences.txt'), 'utf8').split('\n');
  return lines
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [language = '', marked = ''] = line.split('\t');
      const sentences = marked.replaceAll('\\n', '\n').split('‖');
      const starts = sentences.map((_, index) => sentences.slice(0, index).join('').length);
      return { language, text: sentences.join(''), starts };
    });
}

const show = (text: string, starts: readonly number[]): string =>
  starts.map((start, index) => text.slice(start, starts[index + 1])).join('‖');

/** Text made of marks and words that make sentence ends hard to find. */
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(
      '. ',
      '.',
      '! ',
      '?',
      '…',
      '\n',
      '\n\n',
      ' ',
      '`',
      '``',
      '"',
      '”',
      '」',
      '。',
      '？',
      '（',
      'e.g.',
      'Dr. ',
    ),
    fc.constantFrom(
      'A',
      'b',
      'The ',
      '中',
      'の',
      '3.14',
      '\r\n',
      '\t',
      '*',
      '[1]',
      '\ud83d',
      '👩‍👩‍👧',
      'é',
      '\u00a0',
      '»',
      '«',
    ),
    fc.string({ unit: 'binary' }),
  ),
  { maxLength: 60 },
);

describe('sentences', () => {
  const cases = readCases();

  it('begin where people expect them', () => {
    assert.ok(cases.length >= 150);
    const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' });
    const wrong = cases
      .map(({ text, starts }) => ({
        expected: show(text, starts),
        actual: show(text, sentenceStarts(text, 0, text.length)),
      }))
      .filter(({ expected, actual }) => expected !== actual);
    const bare = cases.filter(
      ({ text, starts }) =>
        show(
          text,
          [...segmenter.segment(text)].map(({ index }) => index),
        ) === show(text, starts),
    );
    assert.ok(
      wrong.length <= 0.03 * cases.length && bare.length < cases.length - wrong.length,
      `${wrong.length} of ${cases.length} wrong, ${cases.length - bare.length} with the segmenter alone: ${JSON.stringify(wrong, null, 1)}`,
    );
  });

  it('do not end inside a tag', () => {
    const text = 'See <a href="b.html" title="6.2. Über uns">the part. 其他。</a> for it. If a < b. Then c > d.';
    assert.deepEqual(
      sentenceStarts(text, 0, text.length).filter((at) => at > 0 && at < text.indexOf('the part')),
      [],
    );
    assert.ok(sentenceStarts(text, 0, text.length).includes(text.indexOf('Then')));
  });

  it('are the text when joined, and none is blank unless the text is', () => {
    fc.assert(
      fc.property(pieces, fc.nat(9), fc.nat(9), (parts, before, after) => {
        const text = parts.join('');
        const start = Math.min(before, text.length);
        const end = Math.max(start, text.length - after);
        const starts = sentenceStarts(text, start, end);
        if (start === end) return assert.deepEqual(starts, []);
        assert.equal(starts[0], start);
        const sentences = starts.map((at, index) => text.slice(at, starts[index + 1] ?? end));
        assert.equal(sentences.join(''), text.slice(start, end));
        const isBlank = text.slice(start, end).trim() === '';
        for (const sentence of sentences)
          assert.ok(sentence.length > 0 && (isBlank || sentence.trim() !== ''), show(text, starts));
      }),
      { numRuns: runs(600) },
    );
  });

  it('are found in linear time', () => {
    const hard = [
      'word ',
      'A. ',
      '` `` ``` ',
      '.")] ',
      '中。',
      '中',
      '\n  ',
      '。」',
      'あ.1',
      '`'.repeat(999).concat(' '),
      '. ',
      '（ ',
      '»',
      '\n \n',
      '<a b="',
      "<a b=' c ",
      '<a b c ',
    ];
    for (const piece of hard) {
      const text = piece.repeat(Math.ceil(150_000 / piece.length));
      const began = cpuTime();
      sentenceStarts(text, 0, text.length);
      assert.ok(cpuTime() - began < 1000, JSON.stringify(piece.slice(0, 9)));
    }
  });
});

describe('a cut inside a sentence', () => {
  const cut = (text: string, at: number): string => text.slice(0, cutAtWord(text, 0, text.length, at));

  it('is between words', () => {
    assert.equal(cut('one two three', 9), 'one two ');
    assert.equal(cut('one two three', 7), 'one two');
    assert.equal(cut('one two', 20), 'one two');
    assert.equal(cut('今天天气很好我们去公园', 5), '今天天气');
    assert.equal(cut('use 东京大学 here', 6), 'use 东京');
  });

  it('never splits a character', () => {
    assert.equal(cut('ab👩‍👩‍👧cd', 5), 'ab');
    assert.equal(cut('abe\u0301cd', 3), 'ab');
    assert.equal(cut('ab😀', 3), 'ab');
    assert.equal(cut('abc\r\ndef', 4), 'abc');
  });

  it('always leaves some text before it, but not more than fits', () => {
    fc.assert(
      fc.property(pieces, fc.nat(40), fc.integer({ min: 1, max: 40 }), (parts, before, room) => {
        const text = parts.join('');
        const start = Math.min(before, text.length);
        const at = cutAtWord(text, start, text.length, start + room);
        assert.ok(at <= Math.min(text.length, start + room));
        assert.ok(start === text.length || at > start);
      }),
    );
  });
});
