/**
 * Fills a token budget with hits, best first, each complete or not at all. First every hit gets its chunk as far as they fit, so that
 * the parent of a better hit does not displace a good one; hits that do not fit are listed by place. The rest of the budget goes to
 * parents, for the best hits first. The whole text is counted at the end, since the tokens of parts do not add up exactly; if it is
 * over the budget, the last additions are removed.
 */
import type { Hit } from '../../search/hits/hit';
import type { Span } from '../../search/hits/spans';
import { type BlockOptions, chunkBlock, parentBlock, placeLine } from './code-blocks';

/** Counts tokens as the model that will read the text does. */
export type CountTokens = (text: string) => number | PromiseLike<number>;

interface Fitting {
  readonly text: string;
  readonly tokens: number;
  /** Index of the chosen form. */
  readonly at: number;
}

/** Chooses from the same answer in several sizes: the first that fits the budget, otherwise the last. */
export async function firstThatFits(forms: readonly string[], budget: number, count: CountTokens): Promise<Fitting> {
  let fitting: Fitting = { text: '', tokens: 0, at: forms.length };
  for (const [at, text] of forms.entries()) {
    fitting = { text, tokens: await count(text), at };
    if (fitting.tokens <= budget) return fitting;
  }
  return fitting;
}

/** For one answer: its parts and its whole text are counted again and again. */
export function rememberedCount(count: CountTokens): CountTokens {
  const known = new Map<string, number>();
  return async (text) => {
    const tokens = known.get(text) ?? (await count(text));
    known.set(text, tokens);
    return tokens;
  };
}

export interface PackOptions extends BlockOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** Always shown, first. */
  readonly notices: readonly string[];
}

/** `spans`: some of its lines. `place`: only the place is shown. `none`: nothing is shown. */
type Shown = 'parent' | 'chunk' | 'spans' | 'place' | 'none';

export interface PackedHit {
  readonly hit: Hit;
  readonly shown: Shown;
  /** The shown lines; only of `spans`. */
  readonly spans?: readonly Span[];
}

export interface PackedHits {
  readonly text: string;
  readonly tokens: number;
  /** All hits, in their original order. */
  readonly hits: readonly PackedHit[];
}

interface Entry {
  readonly hit: Hit;
  readonly chunk: string;
  readonly chunkTokens: number;
  shown: Shown;
}

const placesHead = 'Also found, but the code does not fit:';

export async function packHits(hits: readonly Hit[], options: PackOptions): Promise<PackedHits> {
  const { budget, count } = options;
  const steps: { readonly entry: Entry; readonly before: Shown }[] = [];
  const entries: Entry[] = [];
  let used = await count(options.notices.join('\n'));
  const take = (entry: Entry, shown: Shown, cost: number): boolean => {
    if (used + cost > budget) return false;
    used += cost;
    steps.push({ entry, before: entry.shown });
    entry.shown = shown;
    return true;
  };
  for (const hit of hits) {
    const chunk = chunkBlock(hit, options);
    const entry: Entry = { hit, chunk, chunkTokens: await count(`${chunk}\n\n`), shown: 'none' };
    entries.push(entry);
    take(entry, 'chunk', entry.chunkTokens);
  }
  const left = entries.filter(({ shown }) => shown === 'none');
  if (left.length > 0) used += await count(`${placesHead}\n`);
  for (const entry of left) take(entry, 'place', await count(`${placeLine(entry.hit, options)}\n`));
  for (const entry of entries) {
    const parent = entry.shown === 'chunk' ? parentBlock(entry.hit, options) : undefined;
    if (parent !== undefined) take(entry, 'parent', (await count(`${parent}\n\n`)) - entry.chunkTokens);
  }
  for (;;) {
    const text = textOf(entries, options);
    const tokens = await count(text);
    const last = tokens > budget ? steps.pop() : undefined;
    if (!last) return { text, tokens, hits: entries.map(({ hit, shown }) => ({ hit, shown })) };
    last.entry.shown = last.before;
  }
}

function textOf(entries: readonly Entry[], options: PackOptions): string {
  const blocks = entries.flatMap(({ hit, chunk, shown }) => {
    if (shown === 'parent') return parentBlock(hit, options) ?? chunk;
    return shown === 'chunk' ? chunk : [];
  });
  const places = entries.filter(({ shown }) => shown === 'place').map(({ hit }) => placeLine(hit, options));
  const none = entries.filter(({ shown }) => shown === 'none').length;
  return [
    ...(options.notices.length > 0 ? [options.notices.join('\n')] : []),
    ...blocks,
    ...(places.length > 0 ? [[placesHead, ...places].join('\n')] : []),
    ...(none > 0 ? [`${none} more: ask with a larger budget`] : []),
  ].join('\n\n');
}
