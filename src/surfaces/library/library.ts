/** The library: what `import … from 'codegrain'` gives. docs/library.md describes it. Names here are a promise to users. */
export type { Chunk as ChunkRecord, Fallback } from '../../code/chunk';
export type { CustomStrategy } from '../../code/cut/custom-strategy';
export type { Pack } from '../../engine/answers/pack/pack';
export type { CountedMessage as Message } from '../../tokens/token-counter';
export type { Skipped, SkipReason } from '../../workspace/skip-reasons';
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
export { type CountOptions, countTokens, type EmbedOptions, embed } from './count-and-embed';
export { type EnrichedText, type EnrichOptions, enrich } from './enrich-chunks';
export type {
  IndexPackOptions as PackOptions,
  IndexSearchFilters as SearchFilters,
  IndexSearchOptions,
  LibraryIndex as CodeIndex,
  OpenIndexOptions,
  RefreshOptions,
  RefreshProgress,
  RefreshReport,
  SearchHit,
  SearchPlace,
  SearchResult,
  SimilarOptions,
} from './index-types';
export { CodegrainError, type CodegrainErrorCode } from './library-error';
export type { ChunkingOptions, FileOptions, Isolation, Strategy, Tokenizer } from './library-options';
export { openIndex } from './open-index';
export { close } from './shared-pools';
