/** From ranked chunks to hits: texts are read, phrases looked for, and hits that are nearly the same become one. */
import { explainHit, type TermShare } from '../index/lexical/explain';
import type { Hit, HitParent, HitPlace } from './hit';
import { matchesText, type Query } from './query';
import type { Candidate, Ranked } from './rank';
import type { Found } from './row-scores';
import { type Rechunk, SourceTexts } from './source-texts';
import { defaultWeights, type Weights } from './weights';

/** A candidate and where it was found. */
export interface FoundChunk extends Candidate, Found {
  readonly words: number;
  readonly vector: number;
}

export interface HitOptions {
  readonly limit?: number;
  readonly parents?: boolean;
  readonly context?: boolean;
  readonly explain?: boolean;
  readonly weights?: Weights;
  readonly signal?: AbortSignal;
}

/** The best that have the phrases asked for, with their texts. */
export async function makeHits(
  ranked: readonly Ranked<FoundChunk>[],
  query: Query,
  rechunk: Rechunk,
  options: HitOptions,
): Promise<Hit[]> {
  const { limit = 10, weights = defaultWeights, signal } = options;
  const sources = new SourceTexts(rechunk);
  const taken: { one: Ranked<FoundChunk>; hit: Hit; duplicates: HitPlace[] }[] = [];
  for (const one of ranked) {
    if (taken.length >= limit) break;
    signal?.throwIfAborted();
    const { candidate } = one;
    const { chunk, view } = candidate;
    const { isStale, ...text } = await sources.textOf(candidate, chunk);
    if (!matchesText(query, text.text)) continue;
    const original = taken.find((other) =>
      isDuplicate(
        { ...other.one.candidate, text: other.hit.text },
        { ...candidate, text: text.text },
        weights.duplicate,
      ),
    );
    if (original) {
      original.duplicates.push({ path: chunk.path, startLine: text.startLine, endLine: text.endLine });
      continue;
    }
    const parent = options.parents === false ? undefined : await parentOf(candidate, sources);
    const duplicates: HitPlace[] = [];
    const hit: Hit = {
      id: chunk.id,
      path: chunk.path,
      root: view.root,
      startLine: text.startLine,
      endLine: text.endLine,
      score: one.score,
      name: chunk.name,
      kind: chunk.kind,
      language: chunk.language,
      scope: chunk.scope,
      text: text.text,
      ...(options.context && { context: await sources.contextOf(view, chunk) }),
      ...(parent && { parent }),
      ...(isStale && { stale: true }),
      why: one.why,
      ...(options.explain && { terms: await termsOf(candidate, query, sources) }),
    };
    taken.push({ one, hit, duplicates });
  }
  return taken.map(({ hit, duplicates }) => (duplicates.length > 0 ? { ...hit, duplicates } : hit));
}

async function parentOf(found: FoundChunk, sources: SourceTexts): Promise<HitParent | undefined> {
  const { view, segment, chunk } = found;
  if (chunk.parent === undefined) return undefined;
  const parent = view.segments[segment]?.chunk(chunk.parent);
  if (!parent) return undefined;
  const { text, startLine, endLine } = await sources.textOf(found, parent);
  return { path: parent.path, startLine, endLine, name: parent.name, kind: parent.kind, text };
}

async function termsOf({ view, chunk }: FoundChunk, query: Query, sources: SourceTexts): Promise<readonly TermShare[]> {
  const now = await sources.chunkNow(view, chunk);
  return now ? explainHit(view.lexical, query.lexical.terms, now) : [];
}

/** Copies keep the name; code that is merely alike does not. */
function isDuplicate(a: FoundText, b: FoundText, least: number): boolean {
  if (a.chunk.name !== b.chunk.name || a.chunk.kind !== b.chunk.kind || least > 1) return false;
  if (a.text !== '' && withoutSpace(a.text) === withoutSpace(b.text)) return true;
  return a.view === b.view && (a.view.likeness(a.segment, a.row, [b])[0] ?? 0) >= least;
}

type FoundText = FoundChunk & { readonly text: string };

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}
