/** All measurements of one system, over the same chunks and the same pairs. */
import type { Embedder } from '../../src/embedding/embedder';
import type { Scored } from '../code-search/score';
import type { SearchedChunk } from '../code-search/searched-chunks';
import type { Bm25 } from './bm25';
import type { HeldPair } from './held-pairs';
import { type HeldScores, heldByVectors, heldByWords } from './held-scores';
import type { PassageKind } from './passage-kinds';
import {
  embedSplit,
  indexWords,
  type Ranking,
  required,
  type SplitPart,
  scoreVectors,
  scoreWords,
} from './search-split';
import { reshape, type VectorShape } from './smaller-vectors';

/** Languages that are not code: no question of a code-search benchmark is about them, so they only compete with the right files. */
const documents: ReadonlySet<string> = new Set([
  ...['markdown', 'plaintext', 'text', 'rst', 'asciidoc', 'latex', 'html', 'notebook'],
  ...['json', 'yaml', 'toml', 'xml', 'makefile', 'cmake', 'dockerfile', 'proto', 'css', 'scss'],
]);

/** The chunks and pairs that every system is measured on. */
export class EmbeddingTestData {
  private readonly words = new Map<PassageKind, readonly Bm25[]>();
  private code: EmbeddingTestData | undefined;

  constructor(
    readonly parts: readonly SplitPart[],
    readonly pools: readonly HeldPair[][],
  ) {}

  /** The same without documents and data. */
  get codeFiles(): EmbeddingTestData {
    this.code ??= new EmbeddingTestData(
      this.parts.map(({ repository, chunks }) => ({ repository, chunks: chunks.filter(isCode) })),
      this.pools,
    );
    return this.code;
  }

  /** BM25 over passages of this kind. */
  wordsOf(kind: PassageKind): readonly Bm25[] {
    let words = this.words.get(kind);
    if (!words) {
      words = indexWords(this.parts, kind);
      this.words.set(kind, words);
    }
    return words;
  }
}

function isCode({ language }: SearchedChunk): boolean {
  return !documents.has(language);
}

export type Ways = Readonly<Partial<Record<Ranking, readonly Scored[]>>>;

export interface MeasuredEmbedder {
  readonly title: string;
  /** One score per pair; undefined if no pairs were given. */
  readonly held: HeldScores | undefined;
  readonly search: Readonly<Partial<Record<PassageKind, Ways>>>;
  /** Search in code files only, without documents and data, as in most published numbers. */
  readonly codeFiles: Ways;
  /** For chunks with their context. */
  readonly shapes: ReadonlyMap<VectorShape, Ways>;
}

export interface MeasureOptions {
  readonly kinds: readonly PassageKind[];
  readonly shapes: readonly VectorShape[];
  /** Max number of pools to rank. */
  readonly pools: number;
}

export async function measureVectors(
  title: string,
  embedder: Embedder,
  data: EmbeddingTestData,
  options: MeasureOptions,
): Promise<MeasuredEmbedder> {
  const { parts } = data;
  const search: Partial<Record<PassageKind, Ways>> = {};
  const shapes = new Map<VectorShape, Ways>();
  let codeFiles: Ways = {};
  for (const kind of options.kinds) {
    const vectors = await embedSplit(embedder, parts, kind);
    search[kind] = await scoreVectors(parts, vectors, data.wordsOf(kind));
    if (kind !== 'context') continue;
    const ofCode = vectors.map(({ passages, queries }, part) => ({
      passages: passages.filter((_, at) => isCode(required(parts[part]?.chunks[at]))),
      queries,
    }));
    codeFiles = await scoreVectors(data.codeFiles.parts, ofCode, data.codeFiles.wordsOf(kind));
    for (const shape of options.shapes) {
      const cut = vectors.map(({ passages, queries }) => ({
        passages: passages.map((passage) => reshape(passage, shape)),
        queries: new Map([...queries].map(([query, vector]) => [query, reshape(vector, shape)])),
      }));
      shapes.set(shape, await scoreVectors(parts, cut, data.wordsOf(kind)));
    }
  }
  const pools = data.pools.slice(0, options.pools);
  const held = pools.length > 0 ? await heldByVectors(embedder, pools) : undefined;
  return { title, held, search, codeFiles, shapes };
}

export async function measureWords(data: EmbeddingTestData, kinds: readonly PassageKind[]): Promise<MeasuredEmbedder> {
  const search: Partial<Record<PassageKind, Ways>> = {};
  for (const kind of kinds) search[kind] = { alone: await scoreWords(data.parts, data.wordsOf(kind)) };
  const held = data.pools.length > 0 ? await heldByWords(data.pools) : undefined;
  const code = data.codeFiles;
  const codeFiles = { alone: await scoreWords(code.parts, code.wordsOf('context')) };
  return { title: 'BM25', held, search, codeFiles, shapes: new Map() };
}
