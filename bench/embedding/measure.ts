/** Everything that is measured of one system, over the same chunks and the same pairs. */

import type { Embedder } from '../../src/embedding/embedder';
import type { Scored } from '../code-search/score';
import type { Bm25 } from './bm25';
import type { HeldPair } from './held';
import { type HeldScores, heldByVectors, heldByWords } from './held-scores';
import type { PassageKind } from './passages';
import { embedSplit, indexWords, type SplitPart, scoreVectors, scoreWords, type Way } from './split';
import { type Shape, shaped } from './vectors';

/** What the systems are measured on. */
export class Ground {
  private readonly words = new Map<PassageKind, readonly Bm25[]>();

  constructor(
    readonly parts: readonly SplitPart[],
    readonly pools: readonly HeldPair[][],
  ) {}

  /** BM25 over chunks written this way. */
  wordsOf(kind: PassageKind): readonly Bm25[] {
    let words = this.words.get(kind);
    if (!words) {
      words = indexWords(this.parts, kind);
      this.words.set(kind, words);
    }
    return words;
  }
}

export type Ways = Readonly<Partial<Record<Way, readonly Scored[]>>>;

export interface Measured {
  readonly title: string;
  /** Pair by pair; undefined where no pairs were given. */
  readonly held: HeldScores | undefined;
  readonly search: Readonly<Partial<Record<PassageKind, Ways>>>;
  /** Of chunks with their context. */
  readonly shapes: ReadonlyMap<Shape, Ways>;
}

export interface What {
  readonly kinds: readonly PassageKind[];
  readonly shapes: readonly Shape[];
  /** Most pools to rank. */
  readonly pools: number;
}

export async function measureVectors(title: string, embedder: Embedder, ground: Ground, what: What): Promise<Measured> {
  const { parts } = ground;
  const search: Partial<Record<PassageKind, Ways>> = {};
  const shapes = new Map<Shape, Ways>();
  for (const kind of what.kinds) {
    const vectors = await embedSplit(embedder, parts, kind);
    search[kind] = await scoreVectors(parts, vectors, ground.wordsOf(kind));
    if (kind !== 'context') continue;
    for (const shape of what.shapes) {
      const cut = vectors.map(({ passages, queries }) => ({
        passages: passages.map((passage) => shaped(passage, shape)),
        queries: new Map([...queries].map(([query, vector]) => [query, shaped(vector, shape)])),
      }));
      shapes.set(shape, await scoreVectors(parts, cut, ground.wordsOf(kind)));
    }
  }
  const pools = ground.pools.slice(0, what.pools);
  const held = pools.length > 0 ? await heldByVectors(embedder, pools) : undefined;
  return { title, held, search, shapes };
}

export async function measureWords(ground: Ground, kinds: readonly PassageKind[]): Promise<Measured> {
  const search: Partial<Record<PassageKind, Ways>> = {};
  for (const kind of kinds) search[kind] = { alone: await scoreWords(ground.parts, ground.wordsOf(kind)) };
  const held = ground.pools.length > 0 ? await heldByWords(ground.pools) : undefined;
  return { title: 'BM25', held, search, shapes: new Map() };
}
