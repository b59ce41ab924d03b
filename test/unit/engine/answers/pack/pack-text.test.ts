/** What always holds for the text of a pack, whatever was found. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { plainPlace } from '../../../../../src/engine/answers/code-blocks';
import type { Pack } from '../../../../../src/engine/answers/pack/pack';
import { packFor } from '../../../../../src/engine/answers/pack/pack-for';
import type { Hit } from '../../../../../src/search/hits/hit';
import { tokenCounter } from '../../../../../src/tokens/token-counter';
import { runs } from '../../../random-runs';

const counter = tokenCounter('o200k_base');
const options = {
  count: (text: string): number => counter.count(text),
  place: plainPlace,
  readMore: 'get_chunk with path and line',
};

/** The lines of a file by its path. */
type Sources = ReadonlyMap<string, readonly string[]>;

interface Found {
  readonly sources: Sources;
  readonly hits: readonly Hit[];
}

/** Files that are cut into chunks without gaps; some of the chunks are hits, in any order, with their lines in any order. */
const found: fc.Arbitrary<Found> = fc
  .array(
    fc.array(
      fc.record({
        lines: fc.array(fc.constantFrom('call(', '', 'x = y + 1; // why', '}', 'naïve – text'), {
          minLength: 1,
          maxLength: 25,
        }),
        isHit: fc.boolean(),
        rank: fc.double({ min: 0, max: 1, noNaN: true }),
        seed: fc.nat(),
      }),
      { minLength: 1, maxLength: 6 },
    ),
    { minLength: 1, maxLength: 4 },
  )
  .map((files) => {
    const sources = new Map<string, string[]>();
    const hits: { readonly hit: Hit; readonly rank: number }[] = [];
    for (const [number, chunks] of files.entries()) {
      const path = `src/file${number}.ts`;
      const source: string[] = [];
      for (const [at, { lines, isHit, rank, seed }] of chunks.entries()) {
        const own = lines.map((line, each) => (line === '' ? '' : `${line} ${path} ${source.length + each + 1}`));
        const startLine = source.length + 1;
        source.push(...own);
        if (isHit) hits.push({ rank, hit: hitOf(path, startLine, own, at + 1, seed, rank) });
      }
      sources.set(path, source);
    }
    return { sources, hits: hits.sort((a, b) => b.rank - a.rank).map(({ hit }) => hit) };
  });

function hitOf(
  path: string,
  startLine: number,
  lines: readonly string[],
  sequence: number,
  seed: number,
  score: number,
): Hit {
  const numbers = lines.flatMap((line, at) => (line === '' ? [] : [startLine + at]));
  const turn = numbers.length === 0 ? 0 : seed % numbers.length;
  const bestLines = [...numbers.slice(turn), ...numbers.slice(0, turn)].sort(
    (a, b) => ((a * seed) % 7) - ((b * seed) % 7),
  );
  return {
    ...{ id: `${path} ${sequence}`, path, root: '/root', startLine, endLine: startLine + lines.length - 1, score },
    ...{ name: `name${sequence}`, symbol: `name${sequence}`, line: bestLines[0] ?? startLine, spans: [], why: [] },
    ...{ kind: 'function', language: 'typescript', scope: [], sequence, text: `${lines.join('\n')}\n` },
    ...(bestLines.length > 0 && { bestLines }),
  };
}

function pack({ hits }: Found, budget: number): Promise<Pack> {
  const source = {
    search: async () => ({ hits, problems: [], notices: [], confidence: 'strong' as const }),
    facts: async () => undefined,
  };
  return packFor(source, 'a question', { ...options, budget });
}

/** Reads the text back, line by line; fails where it is not what the files have. @returns every shown line, as `path line`. */
function shownLines(text: string, sources: Sources): string[] {
  const shown: string[] = [];
  const lines = text.split('\n');
  const show = (path: string, line: number, code: string, isTrimmed: boolean): void => {
    const source = sources.get(path)?.[line - 1];
    assert.equal(code, isTrimmed ? source?.trim() : source, `${path}:${line}`);
    shown.push(`${path} ${line}`);
  };
  let path = '';
  for (let at = 0; at < lines.length; at++) {
    const head = /^(?:## |- )(\S*?):(\d+)(?:-(\d+))? (?:.*? · (\d+): (.*))?/.exec(lines[at] ?? '');
    if (!head) continue;
    const [, own = '', from = '', to = from, line, code = ''] = head;
    // The path is left out for the file of the place before.
    if (own !== '') path = own;
    if (line !== undefined) show(path, Number(line), code, true);
    if (!lines[at]?.startsWith('## ')) continue;
    let next = Number(from);
    assert.equal(lines[++at], '```');
    for (at++; lines[at] !== '```'; at++) {
      const left = /^⋯ (\d+)(?:–(\d+))?$/.exec(lines[at] ?? '');
      if (left) {
        assert.equal(Number(left[1]), next, 'what is left out begins after what is shown');
        next = Number(left[2] ?? left[1]) + 1;
      } else show(path, next++, lines[at] ?? '', false);
    }
    assert.equal(next, Number(to) + 1, 'every line of the place is shown or left out');
  }
  return shown;
}

describe('the text of a pack', () => {
  const budgets = fc.oneof(fc.integer({ min: 0, max: 300 }), fc.integer({ min: 300, max: 4000 }));

  it('never exceeds the budget, and its tokens are counted', async () => {
    await fc.assert(
      fc.asyncProperty(found, budgets, async (each, budget) => {
        const { text, tokens } = await pack(each, budget);
        assert.equal(tokens, counter.count(text));
        assert.ok(tokens <= budget, `${tokens} of ${budget}`);
      }),
      { numRuns: runs(50) },
    );
  });

  it('has each line at most once, exactly as in the file, and names exactly the lines that are left out', async () => {
    await fc.assert(
      fc.asyncProperty(found, budgets, async (each, budget) => {
        const { text, places } = await pack(each, budget);
        const shown = shownLines(text, each.sources);
        assert.equal(new Set(shown).size, shown.length);
        const spans = places.flatMap(({ path, spans: own }) =>
          own.flatMap(([start, end]) => Array.from({ length: end - start + 1 }, (_, at) => `${path} ${start + at}`)),
        );
        assert.deepEqual(new Set(spans), new Set(shown));
      }),
      { numRuns: runs(50) },
    );
  });

  it('has code if the best hit is not the one with the best score of its own', async () => {
    await fc.assert(
      fc.asyncProperty(found, async ({ sources, hits }) => {
        // The last hit is the best one, less what a further place of a file loses.
        const last = hits.at(-1);
        fc.pre(last !== undefined && hits.length > 1 && last.text.trim() !== '');
        const changed = [...hits.slice(0, -1), { ...last, why: [{ signal: 'repeat' as const, share: -9 }] }];
        const { text } = await pack({ sources, hits: changed }, 4000);
        assert.match(text, /^(?:## |- .* · \d+: )/m);
        assert.ok(shownLines(text, sources).length > 0);
      }),
      { numRuns: runs(20) },
    );
  });

  it('is the same for the same question', async () => {
    await fc.assert(
      fc.asyncProperty(found, budgets, async (each, budget) => {
        assert.deepEqual(await pack(each, budget), await pack(each, budget));
      }),
      { numRuns: runs(12) },
    );
  });

  it('shows or counts every place', async () => {
    await fc.assert(
      fc.asyncProperty(found, budgets, async (each, budget) => {
        const { places, leftOut, text } = await pack(each, budget);
        const isShown = (hit: Hit): boolean =>
          places.some(
            ({ path, startLine, endLine }) => path === hit.path && startLine <= hit.startLine && hit.endLine <= endLine,
          );
        const left = each.hits.filter((hit) => !isShown(hit));
        assert.equal(left.length, leftOut.places, text);
      }),
      { numRuns: runs(40) },
    );
  });
});
