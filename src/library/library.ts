/** The library: what `import … from 'codegrain'` gives. docs/library.md describes it. Names here are a promise to users. */
export type { Chunk as ChunkRecord, Fallback } from '../chunking/chunk';
export type { Pack } from '../tools/pack/pack';
export type { Skipped, SkipReason } from '../workspace/skip-reasons';
export {
  type ChunkFileOptions,
  type ChunkFolderOptions,
  type ChunkTextOptions,
  chunkFolder,
  chunkGivenText as chunk,
  chunkNamedFile as chunkFile,
  type FolderFile,
  type SkippedFile,
} from './chunk-texts';
export type { ChunkedText } from './chunked-text';
export { openIndex } from './code-index';
export type {
  CodeIndex,
  IndexPackOptions as PackOptions,
  IndexSearchFilters as SearchFilters,
  IndexSearchOptions,
  OpenIndexOptions,
  RefreshOptions,
  RefreshProgress,
  RefreshReport,
  SearchHit,
  SearchPlace,
  SearchResult,
  SimilarOptions,
} from './code-index-types';
export { type CountOptions, countTokens, type EmbedOptions, embed } from './count-and-embed';
export { CodegrainError, type CodegrainErrorCode } from './library-error';
export type { ChunkingOptions, FileOptions, Isolation, Strategy, Tokenizer } from './library-options';
export { close } from './shared-pools';
