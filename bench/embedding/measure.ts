/** Everything that is measured of one system, over the same chunks and the same pairs. */
import type { Embedder } from '../../src/embedding/embedder';
import type { SearchedChunk } from '../code-search/chunks';
import type { Scored } from '../code-search/score';
import type { Bm25 } from './bm25';
import type { HeldPair } from './held';
import { type HeldScores, heldByVectors, heldByWords } from './held-scores';
import type { PassageKind } from './passages';
import { embedSplit, indexWords, needed, type SplitPart, scoreVectors, scoreWords, type Way } from './split';
import { type Shape, shaped } from './vectors';

/** No code, so that nobody asks a code-search benchmark for them: they only get in the way. */
const documents: ReadonlySet<string> = new Set([
  ...['markdown', 'plaintext', 'text', 'rst', 'asciidoc', 'latex', 'html', 'notebook'],
  ...['json', 'yaml', 'toml', 'xml', 'makefile', 'cmake', 'dockerfile', 'proto', 'css', 'scss'],
]);

/** What the systems are measured on. */
export class Ground {
  private readonly words = new Map<PassageKind, readonly Bm25[]>();
  private code: Ground | undefined;

  constructor(
    readonly parts: readonly SplitPart[],
    readonly pools: readonly HeldPair[][],
  ) {}

  /** The same without documents and data. */
  get codeFiles(): Ground {
    this.code ??= new Ground(
      this.parts.map(({ repository, chunks }) => ({ repository, chunks: chunks.filter(isCode) })),
      this.pools,
    );
    return this.code;
  }

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

function isCode({ language }: SearchedChunk): boolean {
  return !documents.has(language);
}

export type Ways = Readonly<Partial<Record<Way, readonly Scored[]>>>;

export interface Measured {
  readonly title: string;
  /** Pair by pair; undefined where no pairs were given. */
  readonly held: HeldScores | undefined;
  readonly search: Readonly<Partial<Record<PassageKind, Ways>>>;
  /** Where documents and data are not searched: most published numbers are of code files alone. */
  readonly codeFiles: Ways;
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
  let codeFiles: Ways = {};
  for (const kind of what.kinds) {
    const vectors = await embedSplit(embedder, parts, kind);
    search[kind] = await scoreVectors(parts, vectors, ground.wordsOf(kind));
    if (kind !== 'context') continue;
    const ofCode = vectors.map(({ passages, queries }, part) => ({
      passages: passages.filter((_, at) => isCode(needed(parts[part]?.chunks[at]))),
      queries,
    }));
    codeFiles = await scoreVectors(ground.codeFiles.parts, ofCode, ground.codeFiles.wordsOf(kind));
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
  return { title, held, search, codeFiles, shapes };
}

export async function measureWords(ground: Ground, kinds: readonly PassageKind[]): Promise<Measured> {
  const search: Partial<Record<PassageKind, Ways>> = {};
  for (const kind of kinds) search[kind] = { alone: await scoreWords(ground.parts, ground.wordsOf(kind)) };
  const held = ground.pools.length > 0 ? await heldByWords(ground.pools) : undefined;
  const code = ground.codeFiles;
  const codeFiles = { alone: await scoreWords(code.parts, code.wordsOf('context')) };
  return { title: 'BM25', held, search, codeFiles, shapes: new Map() };
}
