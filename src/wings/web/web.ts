/** The library for browsers: what `import … from 'codegrain/web'` gives. docs/web.md describes it. Names here are a promise to users. */
export type { Chunk as ChunkRecord, Fallback } from '../../code/chunk';
export type { ChunkedText } from '../../surfaces/library/chunked-text';
export { CodegrainError, type CodegrainErrorCode } from '../../surfaces/library/library-error';
export type { ChunkingOptions, Strategy, Tokenizer } from '../../surfaces/library/library-options';
export type { Skipped, SkipReason } from '../../workspace/skip-reasons';
export { type CodegrainWorker, openWorker, type WorkerOptions } from './library-worker';
export {
  chunkWithOptions as chunk,
  countWithOptions as countTokens,
  type WebChunkOptions,
  type WebCountOptions,
  webLanguages as languages,
} from './web-calls';
