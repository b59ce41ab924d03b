/**
 * Fills a token budget with spans of hits. Two things compete: many files, each with its signature and a few lines, and all lines of the
 * places that are most likely right. So a part of the budget goes to a short form of the best place of each file, in the order of the
 * hits; after some files only the first line of the signature. The rest goes to whole chunks, best score first, where further chunks of a file count like the first: if a file is right, the
 * answer is often in its second or third chunk. The last one is cut to its best lines. docs/search.md has what was tried.
 */
import { fileKey, type Hit, scoreBeforeRepeat } from '../../search/hits/hit';
import { isAllOf, type Span, spansWithin, wholeSpan } from '../../search/hits/spans';
import { spansBlock } from './code-blocks';

import { type CountTokens, type PackedHits, type PackOptions, rememberedCount } from './pack-hits';

interface FitOptions {
  readonly budget: number;
  readonly count: CountTokens;
  /** The text of a hit with these spans; what is counted. */
  readonly textOf: (hit: Hit, spans: readonly Span[]) => string;
  /** Tokens that are spent already. Default 0. */
  readonly spent?: number;
  /** The tokens of the whole answer, where they may be more than those of its parts together. Default: their sum. */
  readonly total?: (fitted: readonly FittedHit[]) => number | PromiseLike<number>;
}

export interface FittedHit {
  readonly hit: Hit;
  readonly spans: readonly Span[];
  readonly text: string;
  readonly tokens: number;
}

interface FittedHits {
  /** In the order of the hits. */
  readonly fitted: readonly FittedHit[];
  readonly leftOut: readonly Hit[];
}

/** How many hits a budget is filled from: by rank, and further places in their files. */
export const hitsForBudget = { limit: 20, further: 20, byChunk: true };

/** Share of the budget for the short forms. */
const shortShare = 0.3;
/** Characters of a short form, about 40 tokens. */
const shortLength = 130;
/** Files that get one; of the others a line must do. */
const shortForms = 5;
/** Parts of a chunk that are tried if the whole does not fit. */
const parts = [0.8, 0.6, 0.4, 0.2];

export async function fitSpans(hits: readonly Hit[], options: FitOptions): Promise<FittedHits> {
  const { budget, count, textOf, spent = 0 } = options;
  const fitted = new Map<Hit, FittedHit>();
  const steps: { readonly hit: Hit; readonly before: FittedHit | undefined }[] = [];
  let left = budget - spent;
  const take = async (hit: Hit, spans: readonly Span[], max = left): Promise<boolean> => {
    const text = textOf(hit, spans);
    const tokens = await count(text);
    const before = fitted.get(hit);
    const more = tokens - (before?.tokens ?? 0);
    if (more > max) return false;
    left -= more;
    steps.push({ hit, before });
    fitted.set(hit, { hit, spans, text, tokens });
    return true;
  };
  const files = new Set<string>();
  // Only what was ranked is shown whole; definitions that filters list are many.
  const isWhole = ({ score, frame }: Hit): boolean => score !== undefined || frame !== undefined;
  const reserved = hits.some(isWhole) ? left * (1 - shortShare) : 0;
  for (const hit of hits) {
    const file = fileKey(hit);
    if (files.has(file) && hit.score !== undefined) continue;
    // The best hit may take the share of others.
    const max = fitted.size === 0 ? left : left - reserved;
    const length = files.size < shortForms ? shortLength : 0;
    if (!(await take(hit, spansWithin(hit, length), max)) && fitted.size > 0) break;
    files.add(file);
  }
  const likeliest = hits
    .filter(isWhole)
    .map((hit) => ({ hit, score: hit.deepest ? Number.MAX_VALUE : scoreBeforeRepeat(hit) }))
    .sort((a, b) => b.score - a.score)
    .map(({ hit }) => hit);
  for (const hit of likeliest) if (!(await grow(hit, take))) break;
  for (;;) {
    const all = hits.flatMap((hit) => fitted.get(hit) ?? []);
    const isOver = options.total !== undefined && (await options.total(all)) > budget;
    const last = isOver ? steps.pop() : undefined;
    if (!last) return { fitted: all, leftOut: hits.filter((hit) => !fitted.has(hit)) };
    if (last.before) fitted.set(last.hit, last.before);
    else fitted.delete(last.hit);
  }
}

/** Shows all of a hit, or as much as fits. @returns whether all of it fits. */
async function grow(hit: Hit, take: (hit: Hit, spans: readonly Span[]) => Promise<boolean>): Promise<boolean> {
  if (hit.text === '' || (await take(hit, [wholeSpan(hit)]))) return true;
  for (const part of hit.bestLines ? parts : []) {
    const length = hit.text.length * part;
    if (length <= shortLength || (await take(hit, spansWithin(hit, length)))) break;
  }
  return false;
}

/** Fills a token budget with spans of hits (fit-spans.ts), and says what is left out and how to read it. */
interface SpanOptions extends PackOptions {
  /** How to read lines that are left out, such as `get_chunk with the id`. */
  readonly readMore: string;
}

export async function packSpans(hits: readonly Hit[], options: SpanOptions): Promise<PackedHits> {
  const { budget, notices } = options;
  const count = rememberedCount(options.count);
  const answer = (fitted: readonly FittedHit[]): string => {
    const shown = new Set(fitted.map(({ hit }) => hit));
    const leftOut = hits.filter((hit) => !shown.has(hit));
    const hasElisions = fitted.some(({ hit, spans }) => !isAllOf(hit, spans));
    return [
      ...(notices.length > 0 ? [notices.join('\n')] : []),
      ...fitted.map(({ text }) => text),
      ...footer(leftOut, hasElisions, options.readMore),
    ].join('\n\n');
  };
  const { fitted } = await fitSpans(hits, {
    budget,
    count,
    textOf: (hit, spans) => spansBlock(hit, spans, options),
    spent: await count([...notices, ...footer(hits, true, options.readMore)].join('\n')),
    total: (all) => count(answer(all)),
  });
  const text = answer(fitted);
  const spansOf = new Map(fitted.map(({ hit, spans }) => [hit, spans]));
  return {
    text,
    tokens: await count(text),
    hits: hits.map((hit) => {
      const spans = spansOf.get(hit);
      if (!spans) return { hit, shown: 'none' };
      if (spans.length === 0) return { hit, shown: 'place' };
      return isAllOf(hit, spans) ? { hit, shown: 'chunk' } : { hit, shown: 'spans', spans };
    }),
  };
}

function footer(leftOut: readonly Hit[], hasElisions: boolean, readMore: string): string[] {
  const files = new Set(leftOut.map(fileKey)).size;
  const none =
    leftOut.length > 0
      ? [`Not shown: ${leftOut.length} more in ${files} ${files === 1 ? 'file' : 'files'}; ask with a larger budget.`]
      : [];
  const lines = [...(hasElisions ? [`Lines left out: ${readMore} returns all.`] : []), ...none];
  return lines.length > 0 ? [lines.join(' ')] : [];
}
