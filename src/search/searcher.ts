/**
 * Search over one index or several, one for each folder. Each offers the rows that fit best by words and by vectors; what they offer
 * is ranked together (rank.ts), and the best become hits with their text. An index that grew or was replaced is taken over before
 * each search.
 */

import type { Embedder } from '../embedding/embedder';
import { type Asked, askedOf } from './asked';
import { allowedRows } from './filters';
import type { Hit } from './hit';
import type { IndexView } from './index-view';
import { type FoundChunk, makeHits } from './make-hits';
import { parseQuery, type Query, type QueryProblem } from './query';
import { type Ranked, type RankOptions, rank } from './rank';
import type { Found } from './row-scores';
import type { Rechunk } from './source-texts';
import { defaultWeights, type Weights } from './weights';

export const modes = ['hybrid', 'semantic', 'keyword'] as const;
/** By words and meaning, by meaning alone, by words alone. */
export type Mode = (typeof modes)[number];

export interface SearchOptions {
  readonly limit?: number;
  readonly mode?: Mode;
  /** Several children of a parent are one hit, which carries the parent. */
  readonly parents?: boolean;
  /** Give each hit its context: each file is parsed for it. */
  readonly context?: boolean;
  /** Say what each word gave. */
  readonly explain?: boolean;
  readonly weights?: Weights;
  readonly mixing?: RankOptions['mixing'];
  /** How often a file was opened or changed lately, where weights ask for it. */
  readonly uses?: (root: string, path: string) => number;
  readonly signal?: AbortSignal;
}

export interface Answer {
  readonly hits: readonly Hit[];
  /** What of the query could not be used. */
  readonly problems: readonly QueryProblem[];
  /** What else should be known: an index that cannot be read, a model that is not there. */
  readonly notices: readonly string[];
}

export interface RankedAnswer {
  readonly ranked: readonly Ranked<FoundChunk>[];
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
  readonly notices: readonly string[];
}

/** Phrases are looked for in the text of candidates: few of many may have them. */
const phraseCandidates = 5;

export class Searcher {
  constructor(
    readonly views: readonly IndexView[],
    private readonly embedder: Embedder | undefined,
    private readonly rechunk: Rechunk,
  ) {}

  async search(source: string, options: SearchOptions = {}): Promise<Answer> {
    const { ranked, query, problems, notices } = await this.rank(source, options);
    return { hits: await makeHits(ranked, query, this.rechunk, options), problems, notices };
  }

  /** The order of chunks, without their texts; phrases are not looked at. */
  async rank(source: string, options: SearchOptions = {}): Promise<RankedAnswer> {
    const { weights = defaultWeights, mode = 'hybrid', limit = 10 } = options;
    const { query, problems } = parseQuery(source);
    const notices = this.refresh();
    if (query.text === '') return { ranked: [], query, problems, notices };
    const vectors = mode === 'keyword' ? new Map() : await this.vectorsOf(query.text, notices, options.signal);
    const phrases = query.phrases.any.length + query.phrases.none.length;
    const count =
      Math.max(weights.candidates.least, weights.candidates.perHit * limit) * (phrases > 0 ? phraseCandidates : 1);
    const found = this.views.flatMap((view) => {
      const vector: Float32Array | undefined = vectors.get(view);
      const terms = mode === 'semantic' && vector ? [] : query.lexical.terms;
      return view.find(terms, vector, count, allowedRows(view, query));
    });
    const hasVectors = vectors.size > 0;
    const vectorShare = !hasVectors ? 0 : mode === 'semantic' ? 1 : weights.vectorShare[query.shape];
    const asked = askedOf(query, (term) => this.rarity(term));
    return { ranked: this.order(found, asked, vectorShare, options), query, problems, notices };
  }

  /** Chunks like the one that has this line; undefined: the index has no such place. */
  async similar(path: string, line: number, options: SearchOptions = {}): Promise<Answer | undefined> {
    const notices = this.refresh();
    for (const view of this.views) {
      const places = view.reader.searchedChunks(path);
      const chunks = places.map(({ segment, row }) => ({ segment, chunk: segment.chunk(row) }));
      const at = chunks.find(({ chunk }) => chunk.startLine <= line && line <= chunk.endLine);
      if (!at) continue;
      const number = view.segments.findIndex(({ sequence }) => sequence === at.segment.sequence);
      const vector = view.vectorAt(number, at.chunk.row);
      if (!vector) {
        const notice = 'this place has no vector yet: the index is still being made';
        return { hits: [], problems: [], notices: [...notices, notice] };
      }
      const { weights = defaultWeights, limit = 10 } = options;
      const count = Math.max(weights.candidates.least, weights.candidates.perHit * limit);
      const found = this.views
        .filter(({ model }) => model === view.model)
        .flatMap((each) => each.find([], vector, count, undefined))
        .filter((one) => one.view !== view || one.segment !== number || one.row !== at.chunk.row);
      const ranked = this.order(found, everything, 1, options);
      return { hits: await makeHits(ranked, parseQuery('').query, this.rechunk, options), problems: [], notices };
    }
    return undefined;
  }

  private order(
    found: readonly Found[],
    asked: Asked,
    vectorShare: number,
    options: SearchOptions,
  ): Ranked<FoundChunk>[] {
    const { weights = defaultWeights, parents = true, mixing, uses } = options;
    const needsTime = weights.recency > 0;
    const candidates = found.flatMap((one): FoundChunk[] => {
      const segment = one.view.segments[one.segment];
      if (!segment) return [];
      const chunk = segment.chunk(one.row);
      return [
        {
          view: one.view,
          segment: one.segment,
          row: one.row,
          words: one.words,
          vector: one.vector,
          chunk,
          file: `${one.view.root}\n${chunk.path}`,
          mtimeMs: needsTime ? segment.file(chunk.file).mtimeMs : 0,
          uses: weights.usage > 0 ? (uses?.(one.view.root, chunk.path) ?? 0) : 0,
          isOlder: one.view.isOlderVersion(chunk.path),
        },
      ];
    });
    const ranked = rank(candidates, asked, {
      weights,
      vectorShare,
      now: Date.now(),
      parents,
      ...(mixing && { mixing }),
    });
    return ranked.filter(({ candidate: { words, vector } }) => words > 0 || vector >= weights.leastNear);
  }

  private refresh(): string[] {
    return this.views.flatMap((view) => view.refresh()?.message ?? []);
  }

  private async vectorsOf(
    text: string,
    notices: string[],
    signal?: AbortSignal,
  ): Promise<Map<IndexView, Float32Array>> {
    const vectors = new Map<IndexView, Float32Array>();
    const { embedder } = this;
    const [vector] = embedder ? await embedder.embed([text], 'query', signal) : [];
    for (const view of this.views) {
      if (vector && embedder?.id === view.model) vectors.set(view, vector);
      else
        notices.push(
          `the index of ${view.root} was made with the model ${view.model}, which is not there: found by words alone`,
        );
    }
    return vectors;
  }

  private rarity(term: string): number {
    return this.views.reduce((sum, { lexical }) => sum + lexical.rarity(term), 0) / Math.max(1, this.views.length);
  }
}

/** Asks for no words, and for files of every role: of code like a place, tests are as good as any. */
const everything: Asked = {
  symbols: [],
  words: new Map(),
  roles: new Set(['test', 'example', 'document', 'data', 'legacy', 'generated', 'types']),
};
