/** The questions of a code-search benchmark for the embedding benchmark: our chunks, ranked by vectors, by words, or by both. */

import { type Embedder, passageText } from '../../src/embedding/embedder';
import { evaluate } from '../code-search/evaluate';
import type { Repository } from '../code-search/queries';
import { requireFileQuestions } from '../code-search/require-checkouts';
import { maxRank, type Scored } from '../code-search/score';
import { lineWindows, type SearchedChunk, searchedChunks } from '../code-search/searched-chunks';
import { Bm25 } from './bm25';
import { type PassageKind, passageOf } from './passage-kinds';
import { best, fuseRankings, mixScores } from './rankings';
import { similarities } from './smaller-vectors';

export interface SplitPart {
  readonly repository: Repository;
  readonly chunks: readonly SearchedChunk[];
}

/** @param cut `ours`: our chunks of all files; `lines`: windows of 50 lines of the code files. */
export async function loadSplit(
  questions: string,
  snapshots: string,
  cut: 'ours' | 'lines' = 'ours',
): Promise<SplitPart[]> {
  const parts: SplitPart[] = [];
  const chunksOf = cut === 'ours' ? searchedChunks : lineWindows;
  for (const repository of requireFileQuestions(questions, snapshots))
    parts.push({ repository, chunks: await chunksOf(snapshots, repository) });
  return parts;
}

/** The vectors of one repository. */
export interface PartVectors {
  readonly passages: readonly Float32Array[];
  /** One vector per question. */
  readonly queries: ReadonlyMap<string, Float32Array>;
}

export async function embedSplit(
  embedder: Embedder,
  parts: readonly SplitPart[],
  kind: PassageKind,
): Promise<PartVectors[]> {
  const all: PartVectors[] = [];
  for (const { repository, chunks } of parts) {
    const questions = repository.questions.map(({ query }) => query);
    const vectors = await embedder.embed(questions, 'query');
    const passages = await embedder.embed(
      chunks.map((chunk) => passageOf(chunk, kind)),
      'passage',
    );
    all.push({ passages, queries: new Map(questions.map((query, i) => [query, required(vectors[i])])) });
  }
  return all;
}

export function indexWords(parts: readonly SplitPart[], kind: PassageKind): Bm25[] {
  return parts.map(({ chunks }) => new Bm25(chunks.map((chunk) => passageText(passageOf(chunk, kind)))));
}

export const rankings = ['alone', 'mixed', 'fused'] as const;
/** Ranking by vectors alone, by a mix of vector and BM25 scores, or by fusion of the two rankings. */
export type Ranking = (typeof rankings)[number];

export async function scoreVectors(
  parts: readonly SplitPart[],
  vectors: readonly PartVectors[],
  lexical: readonly Bm25[],
): Promise<Record<Ranking, Scored[]>> {
  const rank = (ranking: Ranking, dense: Float32Array, words: Bm25, query: string): number[] => {
    if (ranking === 'alone') return best(dense, maxRank);
    return (ranking === 'mixed' ? mixScores : fuseRankings)(dense, words.scores(query), maxRank);
  };
  const scored = (ranking: Ranking): Promise<Scored[]> =>
    evaluate(
      parts.map(({ repository }) => repository),
      (repository) => {
        const at = parts.findIndex((part) => part.repository === repository);
        const { chunks } = required(parts[at]);
        const words = required(lexical[at]);
        const { queries, passages } = required(vectors[at]);
        return ({ query }) => {
          const dense = similarities(required(queries.get(query)), passages);
          return rank(ranking, dense, words, query).map((chunk) => required(chunks[chunk]).path);
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
      const { chunks } = required(parts[at]);
      const words = required(lexical[at]);
      return ({ query }) => best(words.scores(query), maxRank, 0).map((chunk) => required(chunks[chunk]).path);
    },
  );
}

export function required<Value>(value: Value | undefined): Value {
  if (value === undefined) throw new Error('two lists of the benchmark have different lengths');
  return value;
}
