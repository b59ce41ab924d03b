/** Strategies from outside: what they are given, and that what they return is checked. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../../src/code/chunk';
import { type CustomStrategy, CustomStrategyError } from '../../../../src/code/cut/custom-strategy';
import { chunkText } from '../../../../src/engine/workers/chunker';

const code = 'import os\n\n\ndef first():\n    return os.name\n\n\ndef second():\n    return first()\n';

/** Cuts after every so many lines. */
function everyLines(lines: number): CustomStrategy {
  return {
    name: 'every-lines',
    chunk: ({ text }) => {
      const starts = [...text.matchAll(/^/gm)].map(({ index }) => index).filter((_, i) => i % lines === 0);
      return starts
        .map((start, i) => ({ start, end: starts[i + 1] ?? text.length }))
        .filter(({ start, end }) => start < end);
    },
  };
}

async function cut(path: string, text: string, strategy: CustomStrategy, maxTokens = 400): Promise<Chunk[]> {
  const { chunks } = await chunkText({ path, text }, { maxTokens }, undefined, { strategy });
  return chunks.filter(({ role }) => role !== 'parent');
}

describe('a custom strategy', () => {
  it('cuts code, prose, conversations and other text', async () => {
    for (const [path, text] of [
      ['a.py', code],
      ['a.md', '# One\n\nText.\n\n# Two\n\nMore text.\n'],
      ['a.txt', 'User: How?\nAssistant: So.\nUser: Why?\nAssistant: Because.\n'],
      ['a.unknown', '1;2\n3;4\n5;6\n'],
    ] as const) {
      const chunks = await cut(path, text, everyLines(2));
      assert.equal(chunks.map((chunk) => chunk.text).join(''), text);
      assert.equal(chunks.length, Math.ceil((text.split('\n').length - 1) / 2), path);
      for (const chunk of chunks) assert.equal(chunk.strategy, 'every-lines');
    }
  });

  it('makes chunks that carry their imports and names like others', async () => {
    const at = code.indexOf('def second');
    const byHand: CustomStrategy = {
      name: 'by-hand',
      chunk: ({ text }) => [
        { start: 0, end: at },
        { start: at, end: text.length },
      ],
    };
    const [, second] = await cut('a.py', code, byHand);
    assert.equal(second?.name, 'second');
    assert.match(second?.context ?? '', /def first/);
  });

  it('is given path, language, text, limit, counts and boundaries', async () => {
    const seen: unknown[] = [];
    await cut('a.py', code, {
      name: 'seeing',
      chunk: ({ path, language, text, maxTokens, countTokens, boundaries }) => {
        seen.push(path, language, text, maxTokens, countTokens(0, text.length) > 10, boundaries.includes(0));
        return [{ start: 0, end: text.length }];
      },
    });
    assert.deepEqual(seen, ['a.py', 'python', code, 400, true, true]);
  });

  it('leaves alone what it cannot handle', async () => {
    const prose = { ...everyLines(1), canHandle: ({ language }: { language: string }) => language === 'markdown' };
    assert.equal((await cut('a.md', 'One.\nTwo.\n', prose)).length, 2);
    assert.deepEqual(
      (await cut('a.py', code, prose)).map((chunk) => chunk.strategy),
      ['ast'],
    );
  });

  it('may leave white space out, which goes to a neighbour', async () => {
    const words: CustomStrategy = {
      name: 'words',
      chunk: ({ text }) =>
        [...text.matchAll(/\S+/g)].map(({ index, 0: word }) => ({ start: index, end: index + word.length })),
    };
    const text = '  one two\n\n\nthree \n';
    const chunks = await cut('a.txt', text, words);
    assert.deepEqual(
      chunks.map((chunk) => chunk.text),
      ['  one ', 'two\n\n\n', 'three \n'],
    );
  });

  for (const [what, returned, message] of [
    ['nothing', undefined, /returned nothing instead of a list/],
    ['a text', 'abc', /returned a string instead of a list/],
    ['texts', ['abc'], /range 1 without whole numbers "start" and "end"/],
    ['fractions', [{ start: 0, end: 1.5 }], /range 1 without whole numbers/],
    ['a range outside', [{ start: 0, end: 1000 }], /range 1 \(0 to 1000\) outside the text of 79 UTF-16 units/],
    ['an empty range', [{ start: 3, end: 3 }], /range 1 \(3 to 3\), which is empty/],
    [
      'ranges that overlap',
      [
        { start: 0, end: 50 },
        { start: 40, end: 79 },
      ],
      /range 2 \(40 to 79\), which begins before the one before it ends/,
    ],
    [
      'a gap',
      [
        { start: 0, end: 9 },
        { start: 46, end: 79 },
      ],
      /no range with the text on line 4/,
    ],
    ['no end', [{ start: 0, end: 20 }], /no range with the text on line 4/],
    ['no range', [], /no range with the text on line 1/],
  ] as const) {
    it(`that returns ${what} fails with what is wrong`, async () => {
      const broken = { name: 'broken', chunk: () => returned } as unknown as CustomStrategy;
      await assert.rejects(cut('a.py', code, broken), (error) => {
        assert.ok(error instanceof CustomStrategyError);
        assert.match(error.message, message);
        assert.match(error.message, /the strategy "broken"/);
        return true;
      });
    });
  }

  it('that exceeds the limit, or throws, fails with what is wrong', async () => {
    const whole: CustomStrategy = { name: 'whole', chunk: ({ text }) => [{ start: 0, end: text.length }] };
    await assert.rejects(
      cut('a.py', code, whole, 16),
      /range 1, which begins on line 1 and has \d+ tokens, more than the limit of 16/,
    );
    const throwing: CustomStrategy = {
      name: 'throwing',
      chunk: () => {
        throw new Error('not today');
      },
    };
    await assert.rejects(cut('a.py', code, throwing), /the strategy "throwing" failed in chunk: not today/);
  });
});
