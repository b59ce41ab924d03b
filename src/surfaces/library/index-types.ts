/** What the index of a folder takes and gives. */
import type { Pack } from '../../engine/answers/pack/pack';
import type { Hit, HitPlace } from '../../search/hits/hit';
import type { MissingName } from '../../search/query/query-problem';
import type { ChunkingOptions, FileOptions, Isolation } from './library-options';

/** Options of `openIndex`. Without any chunk or file option, an index that is there keeps the options it was made with. */
export interface OpenIndexOptions extends ChunkingOptions, FileOptions {
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string | undefined;
  /** Max size of the index in bytes, 1,000,000 or more; a refresh that needs more fails before. Default: no limit. */
  readonly maxSize?: number | undefined;
  /** Where files are parsed. Default `process`. */
  readonly isolation?: Isolation | undefined;
}

/** Options of `refresh`. */
export interface RefreshOptions {
  /** Cancels the call. What was indexed until then stays, and the next `refresh` continues. */
  readonly signal?: AbortSignal | undefined;
  /** Called after each batch of files. */
  readonly onProgress?: ((progress: RefreshProgress) => void) | undefined;
}

/** How far a refresh is. */
export interface RefreshProgress {
  /** `embedding` is a separate step only for models on a server. */
  readonly step: 'chunking' | 'embedding' | 'compacting';
  /** New and changed files: those that are done, and all. */
  readonly done: number;
  readonly total: number;
  /** Chunks made so far. */
  readonly chunks: number;
}

/** What a refresh did. */
export interface RefreshReport {
  /** Numbers of files. */
  readonly added: number;
  readonly changed: number;
  readonly removed: number;
  readonly unchanged: number;
  /** Files in the index, and chunks that are searched. */
  readonly files: number;
  readonly chunks: number;
  /** Why the index was made again from the start; left out if it was not. */
  readonly rebuilt?: string;
  readonly warnings: readonly string[];
}

/** What is searched. */
export interface IndexSearchFilters {
  /** Only paths with these globs or parts. */
  readonly path?: readonly string[] | undefined;
  /** Only these languages: ids, names or file extensions. */
  readonly language?: readonly string[] | undefined;
  /** Only these kinds, such as `function`. */
  readonly kind?: readonly string[] | undefined;
  /** Only these areas. */
  readonly only?: readonly ('code' | 'tests' | 'docs')[] | undefined;
}

/** Options of `search`. */
export interface IndexSearchOptions extends IndexSearchFilters {
  /** Max number of hits. Default 10. */
  readonly limit?: number | undefined;
  /** Words and meaning (`hybrid`, the default), meaning alone, or words alone. */
  readonly mode?: 'hybrid' | 'semantic' | 'keyword' | undefined;
  /** One hit for each chunk, with all its lines. Default: one for each definition that answers. */
  readonly byChunk?: boolean | undefined;
  /** One hit for each parent, that of its best chunk, with the text of the parent in `parent`. */
  readonly byParent?: boolean | undefined;
  /** Read no operators in the query. */
  readonly plain?: boolean | undefined;
  /** Give each hit its context; files are parsed for it. */
  readonly context?: boolean | undefined;
  /** Cancels the call. */
  readonly signal?: AbortSignal | undefined;
}

/** Options of `similar`. */
export interface SimilarOptions extends Pick<IndexSearchOptions, 'limit' | 'only' | 'signal'> {}

/** Options of `pack`. */
export interface IndexPackOptions extends IndexSearchFilters, Pick<IndexSearchOptions, 'signal'> {
  /** Max tokens of the text. Default 4000. */
  readonly tokens?: number | undefined;
}

/** Lines of a file. */
export type SearchPlace = Omit<HitPlace, 'root'>;

/** What a search found: a definition, or a whole chunk. */
export type SearchHit = Omit<Hit, 'confidence' | 'bestLines' | 'matches' | 'sequence' | 'total' | 'terms'>;

/** The hits of a search, best first. */
export interface SearchResult {
  readonly hits: readonly SearchHit[];
  /** How sure it is that the hits answer the query; not for similar code. */
  readonly confidence?: 'strong' | 'weak' | 'none';
  /** How many there are in all; only for a query of filters alone, which lists what they match by path and line. */
  readonly total?: number;
  /** Names that the query asks for and no code defines; missing if there are none. */
  readonly missingNames?: readonly MissingName[];
  /** What to know about the query or the index, one sentence each. */
  readonly notices: readonly string[];
}

/** The index of a folder. Made by `openIndex`. */
export interface LibraryIndex extends AsyncDisposable {
  /** The indexed folder, absolute. */
  readonly folder: string;
  /** The file of the index. */
  readonly file: string;
  /**
   * Makes the index equal to the folder: reads what is new or changed, and removes what is gone. Calls wait for each other.
   * @throws CodegrainError
   */
  refresh(options?: RefreshOptions): Promise<RefreshReport>;
  /**
   * Finds code by words and meaning. A query is words or a sentence, and may have `"exact phrases"`, `path:src`, `lang:python`,
   * `kind:function`, `name:parse*` and `-without`.
   * @throws CodegrainError
   */
  search(query: string, options?: IndexSearchOptions): Promise<SearchResult>;
  /**
   * Finds code like the chunk at a line of an indexed file.
   * @param place its path is relative to the folder, or absolute; its line is 1-based.
   * @throws CodegrainError
   */
  similar(place: { readonly path: string; readonly line: number }, options?: SimilarOptions): Promise<SearchResult>;
  /**
   * The code to open for a question, an issue or an error, as one text within a token budget.
   * @throws CodegrainError
   */
  pack(task: string, options?: IndexPackOptions): Promise<Pack>;
  /** Ends a refresh that is in progress, and closes the file. Later calls reject with `closed`. */
  close(): Promise<void>;
}
