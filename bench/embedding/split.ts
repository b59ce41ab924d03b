/** A code-search split as the embedding benchmark uses it: our chunks, ranked by vectors, by words, or by both. */

import { type Embedder, textOf } from '../../src/embedding/embedder';
import { needCheckouts } from '../code-search/checkouts';
import { lineWindows, type SearchedChunk, searchedChunks } from '../code-search/chunks';
import { evaluate } from '../code-search/evaluate';
import { type Repository, readQueries } from '../code-search/queries';
import { type Scored, shown } from '../code-search/score';
import { Bm25 } from './bm25';
import { type PassageKind, passageOf } from './passages';
import { best, fuseRanks, mixScores } from './rankings';
import { similarities } from './vectors';

export interface SplitPart {
  readonly repository: Repository;
  readonly chunks: readonly SearchedChunk[];
}

/** @param cut `ours`: our chunks of all files; `lines`: windows of 50 lines of the code files. */
export async function loadSplit(
  queries: string,
  repositories: string,
  cut: 'ours' | 'lines' = 'ours',
): Promise<SplitPart[]> {
  const wanted = readQueries(queries);
  needCheckouts(repositories, wanted);
  const parts: SplitPart[] = [];
  const chunksOf = cut === 'ours' ? searchedChunks : lineWindows;
  for (const repository of wanted) parts.push({ repository, chunks: await chunksOf(repositories, repository) });
  return parts;
}

/** Of one repository. */
export interface PartVectors {
  readonly passages: readonly Float32Array[];
  /** By question. */
  readonly queries: ReadonlyMap<string, Float32Array>;
}

export async function embedSplit(
  embedder: Embedder,
  parts: readonly SplitPart[],
  kind: PassageKind,
): Promise<PartVectors[]> {
  const all: PartVectors[] = [];
  for (const { repository, chunks } of parts) {
    const asked = repository.questions.map(({ query }) => query);
    const vectors = await embedder.embed(asked, 'query');
    const passages = await embedder.embed(
      chunks.map((chunk) => passageOf(chunk, kind)),
      'passage',
    );
    all.push({ passages, queries: new Map(asked.map((query, i) => [query, needed(vectors[i])])) });
  }
  return all;
}

export function indexWords(parts: readonly SplitPart[], kind: PassageKind): Bm25[] {
  return parts.map(({ chunks }) => new Bm25(chunks.map((chunk) => textOf(passageOf(chunk, kind)))));
}

export const ways = ['alone', 'mixed', 'fused'] as const;
/** By vectors alone, by a mix of their scores with BM25's, or by fusion of the two rankings. */
export type Way = (typeof ways)[number];

export async function scoreVectors(
  parts: readonly SplitPart[],
  vectors: readonly PartVectors[],
  lexical: readonly Bm25[],
): Promise<Record<Way, Scored[]>> {
  const rank = (way: Way, dense: Float32Array, words: Bm25, query: string): number[] => {
    if (way === 'alone') return best(dense, shown);
    return (way === 'mixed' ? mixScores : fuseRanks)(dense, words.scores(query), shown);
  };
  const scored = (way: Way): Promise<Scored[]> =>
    evaluate(
      parts.map(({ repository }) => repository),
      (repository) => {
        const at = parts.findIndex((part) => part.repository === repository);
        const { chunks } = needed(parts[at]);
        const words = needed(lexical[at]);
        const { queries, passages } = needed(vectors[at]);
        return ({ query }) => {
          const dense = similarities(needed(queries.get(query)), passages);
          return rank(way, dense, words, query).map((chunk) => needed(chunks[chunk]).path);
        };
      },
    );
  return { alone: await scored('alone'), mixed: await scored('mixed'), fused: await scored('fused') };
}

export function scoreWords(parts: readonly SplitPart[], lexical: readonly Bm25[]): Promise<Scored[]> {
  return evaluate(
    parts.map(({ repository }) => repository),
    (repository) => {
      const at = parts.findIndex((part) => part.repository === repository);
      const { chunks } = needed(parts[at]);
      const words = needed(lexical[at]);
      return ({ query }) => best(words.scores(query), shown, 0).map((chunk) => needed(chunks[chunk]).path);
    },
  );
}

export function needed<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('a list of the benchmark is shorter than its twin');
  return value;
}
