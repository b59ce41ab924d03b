import { equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import type { CountedText } from '../../../../src/tokens/counter-table';
import { PIECE_KINDS, pieceKind } from '../../../../src/tokens/estimates/piece-kind';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { splitsPair, unitsOf } from '../../../../src/tokens/utf16-units';
import { cpuTime } from '../../cpu-time';
import { runs } from '../../random-runs';
import { texts } from '../tiktoken-reference';

const library = join(__dirname, '../../../../node_modules/typescript/lib');
const real = readFileSync(join(library, 'lib.es5.d.ts'), 'utf8').slice(0, 60_000);

function messages(language: string): string {
  const file = readFileSync(join(library, language, 'diagnosticMessages.generated.json'), 'utf8');
  return Object.values<string>(JSON.parse(file)).join('\n').slice(0, 4000);
}

const slices = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]) => {
  const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
  return { text, start, end };
});

/** The result that `fit` promises, found by trying every cut. */
function bestCut(count: (text: string) => number, text: string, start: number, end: number, maxTokens: number): number {
  const units = unitsOf(text);
  let best = start;
  for (let cut = start + 1; cut <= end; cut++) {
    if (cut < end && splitsPair(units, cut)) continue;
    if (best === start || count(text.slice(start, cut)) <= maxTokens) best = cut;
  }
  return best;
}

function cutAll(document: CountedText, maxTokens: number): number[] {
  const cuts = [0];
  for (let at = 0; at < document.length; ) {
    at = document.fit(at, document.length, maxTokens);
    cuts.push(at);
  }
  return cuts;
}

const names = ['anthropic-estimate', 'gemini-estimate', 'approximate'] as const;

for (const name of names) {
  describe(`a text counted by ${name}`, () => {
    const counter = tokenCounter(name);
    const document = counter.document(real);

    it('says how it was counted', () => {
      equal(counter.name, name);
      equal(counter.method, name);
      equal(counter.accuracy, name === 'approximate' ? 'approximate' : 'estimated');
      equal(counter.encoding, undefined);
      equal(tokenCounter(name), counter);
    });

    it('counts a slice like the same text alone', () => {
      fc.assert(
        fc.property(slices, ({ text, start, end }) => {
          equal(counter.document(text).count(start, end), counter.count(text.slice(start, end)));
        }),
        { numRuns: runs(300) },
      );
    });

    it('has at least one token, and at most three for each UTF-16 unit', () => {
      fc.assert(
        fc.property(texts, (text) => {
          const tokens = counter.count(text);
          ok(Number.isInteger(tokens) && tokens <= 3 * text.length);
          equal(tokens > 0, text.length > 0);
        }),
        { numRuns: runs(300) },
      );
    });

    it('fits the longest slice into a number of tokens', () => {
      fc.assert(
        fc.property(slices, fc.nat(12), ({ text, start, end }, maxTokens) => {
          equal(
            counter.document(text).fit(start, end, maxTokens),
            bestCut((slice) => counter.count(slice), text, start, end, maxTokens),
          );
        }),
        { numRuns: runs(250) },
      );
    });

    it('has at most a few tokens less than any of its slices', () => {
      fc.assert(
        fc.property(fc.nat(real.length - 2000), fc.nat(2000), fc.nat(2000), (from, a, b) => {
          const [start = 0, end = 0] = [a, b].sort((x, y) => x - y);
          ok(document.count(from + start, from + end) <= document.count(from, from + 2000) + 4);
        }),
        { numRuns: runs(600) },
      );
    });

    it('has at most one token more than the sum of its lines', () => {
      const lines = real.slice(0, 30_000).split('\n');
      for (let i = 0; i + 5 < lines.length; i += 5) {
        const some = lines.slice(i, i + 5).map((line) => `${line}\n`);
        const apart = some.reduce((sum, line) => sum + counter.count(line), 0);
        ok(counter.count(some.join('')) <= apart + 1, some.join(''));
      }
    });

    it('is cut into slices that could hardly be longer', () => {
      const cuts = cutAll(document, 300);
      equal(cuts.at(-1), real.length);
      for (const [i, end] of cuts.slice(1, -1).entries()) {
        const start = cuts[i] ?? 0;
        ok(counter.count(real.slice(start, end)) <= 300);
        ok(counter.count(real.slice(start, end + 20)) > 300);
      }
    });

    it('is cut quickly if it has no break', () => {
      const started = cpuTime();
      for (const unit of ['=', 'ab', ' ', '😀', '中文', '\n']) {
        const text = `x${unit.repeat(10_000)}`;
        const counted = counter.document(text);
        const cuts = cutAll(counted, 30);
        equal(cuts.at(-1), text.length);
        for (const [i, end] of cuts.slice(1).entries()) ok(counted.count(cuts[i] ?? 0, end) <= 30);
      }
      ok(cpuTime() - started < 3000);
    });

    it('takes one code point if nothing fits', () => {
      equal(counter.document('😀😀').fit(0, 4, 0), 2);
      equal(counter.document('abc').fit(1, 3, 0), 2);
      equal(counter.document('abc').fit(1, 1, 5), 1);
    });

    it('refuses a slice outside the text', () => {
      throws(() => counter.document('abc').count(2, 4), RangeError);
      throws(() => counter.document('abc').fit(2, 1, 9), RangeError);
    });
  });
}

describe('the approximate count', () => {
  it('is the length divided by four, rounded up', () => {
    const counter = tokenCounter('approximate');
    for (const [text, tokens] of [
      ['', 0],
      ['a', 1],
      ['abcd', 1],
      ['abcde', 2],
      ['中文', 1],
    ] as const) {
      equal(counter.count(text), tokens);
    }
  });
});

/** Texts of TypeScript 5.9.3 with the counts of `@anthropic-ai/tokenizer` 0.0.4 and of Gemma 3's tokenizer. */
const counted: readonly (readonly [what: string, text: string, claude: number, gemma: number])[] = [
  ['documented declarations', real.slice(0, 8000), 1802, 1838],
  ['German', messages('de'), 1168, 912],
  ['Russian', messages('ru'), 1829, 993],
  ['Japanese', messages('ja'), 3134, 1790],
  ['Chinese', messages('zh-cn'), 2728, 2204],
  ['Korean', messages('ko'), 3337, 1982],
];

describe('estimates', () => {
  for (const [what, text, claude, gemma] of counted) {
    it(`are near the published tokenizers for ${what}`, () => {
      for (const [name, tokens] of [
        ['anthropic-estimate', claude],
        ['gemini-estimate', gemma],
      ] as const) {
        const error = tokenCounter(name).count(text) / tokens - 1;
        ok(Math.abs(error) < 0.15, `${name}: ${(100 * error).toFixed(1)} %`);
      }
    });
  }

  it('distinguish the kinds of pieces', () => {
    for (const [piece, kind] of [
      ['7', 'digit'],
      ['123', 'digits3'],
      ['٣', 'symbols'],
      ['\n', 'break'],
      ['\r\n', 'breaks'],
      ['  \n', 'blankLines'],
      ['   ', 'spaces'],
      [' ', 'spaces'],
      ['\t\t', 'tabs'],
      ['word', 'lower'],
      [' Word', 'space+Title'],
      ['.HTTP', 'sign+CAPS'],
      [' über', 'latin'],
      ['слово', 'cyrillic'],
      ['これは本', 'kana'],
      ['中文', 'han'],
      ['한국', 'hangul'],
      ['(', 'sign'],
      [' ==', 'space+signs'],
      ['});\n', 'manySigns+break'],
      ['😀', 'symbols'],
    ] as const) {
      equal(PIECE_KINDS[pieceKind(unitsOf(piece), 0, piece.length)], kind, JSON.stringify(piece));
    }
  });
});
