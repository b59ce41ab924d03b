/** The definitions of the workspace that a chunk uses, as lines after its code, as many as the token budget has room for. */
import type { GraphEntry } from '../../index/graph/graph-entry';
import type { PlaceText } from './fenced-code';
import { useLine } from './graph-lines';
import type { CountTokens } from './pack-hits';

interface ChunkText {
  readonly text: string;
  /** Those that fit. */
  readonly dependencies: readonly GraphEntry[];
}

interface DependencyOptions {
  readonly place: PlaceText;
  readonly budget: number;
  readonly count: CountTokens;
}

/** @param text fits the budget; nothing of it is given up for dependencies. */
export async function withDependencies(
  text: string,
  all: readonly GraphEntry[],
  { place, budget, count }: DependencyOptions,
): Promise<ChunkText> {
  for (let shown = all.slice(0, budget); shown.length > 0; shown = shown.slice(0, Math.floor(shown.length * 0.8))) {
    const lines = shown.map((entry) => useLine(entry, 'uses', place));
    const more = shown.length < all.length ? [`… ${all.length - shown.length} more`] : [];
    const longer = `${text}\n\n${['Definitions it uses:', ...lines, ...more].join('\n')}`;
    if ((await count(longer)) <= budget) return { text: longer, dependencies: shown };
  }
  return { text, dependencies: [] };
}
