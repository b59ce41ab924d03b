import { equal, ok, throws } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { type CountedText, encodingNames } from '../../../../src/tokens/counter-table';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { runs } from '../../random-runs';
import { libraryCount, texts } from '../tiktoken-reference';

const slices = fc.tuple(texts, fc.nat(), fc.nat()).map(([text, a, b]) => {
  const [start = 0, end = 0] = [a % (text.length + 1), b % (text.length + 1)].sort((x, y) => x - y);
  return { text, start, end };
});

function splitsPair(text: string, at: number): boolean {
  return /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}

/** The result that `fit` promises, found by trying every cut. */
function bestCut(count: (text: string) => number, text: string, start: number, end: number, maxTokens: number): number {
  let best = start;
  for (let cut = start + 1; cut <= end; cut++) {
    if (cut < end && splitsPair(text, cut)) continue;
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

for (const name of encodingNames) {
  describe(`a text counted in ${name}`, () => {
    const counter = tokenCounter(name);
    const real = readFileSync(join(__dirname, '../../../../node_modules/typescript/lib/lib.es5.d.ts'), 'utf8').slice(
      0,
      60_000,
    );
    const document = counter.document(real);

    it('counts a slice as js-tiktoken counts it alone', () => {
      fc.assert(
        fc.property(slices, ({ text, start, end }) =>
          equal(counter.document(text).count(start, end), libraryCount(name, text.slice(start, end))),
        ),
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

    it('counts slices of a real file', () => {
      equal(document.total, counter.count(real));
      for (let i = 0; i < 400; i++) {
        const start = (i * 7919) % (real.length - 3000);
        const end = start + ((i * 104_729) % 3000);
        const slice = real.slice(start, end);
        equal(document.count(start, end), counter.count(slice));
      }
    });

    it('cuts a real file into slices that could not be longer', () => {
      const cuts = cutAll(document, 300);
      equal(cuts.at(-1), real.length);
      for (const [i, end] of cuts.slice(1, -1).entries()) {
        const start = cuts[i] ?? 0;
        ok(counter.count(real.slice(start, end)) <= 300);
        for (let more = 1; more < 20; more++) ok(counter.count(real.slice(start, end + more)) > 300);
      }
    });

    it('cuts pieces without a break close to the limit, and quickly', () => {
      for (const unit of ['=', 'ab', ' ', '😀', '中文']) {
        const text = `x${unit.repeat(2500)}`;
        const cuts = cutAll(counter.document(text), 30);
        equal(cuts.at(-1), text.length);
        for (const [i, end] of cuts.slice(1, -1).entries()) {
          const tokens = counter.count(text.slice(cuts[i] ?? 0, end));
          ok(tokens <= 30 && tokens > 26, `${tokens} tokens`);
          ok(!splitsPair(text, end));
        }
      }
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
