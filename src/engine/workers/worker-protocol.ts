/** The JSON-RPC messages between a parse worker and its users. Messages are structured clones, so bytes stay bytes. */
import { NotificationType0, RequestType } from 'vscode-jsonrpc';
import type { ChunkedFile, Coverage, Fallback } from '../../code/chunk';
import type { Embedder } from '../../embedding/embedder';
import type { CompactionJob } from '../../index/compact/compact';
import type { SectionName } from '../../index/format/log-record';
import type { ChunkOptions } from '../../options/chunk-options';
import type { SeenFile } from '../../workspace/folder-changes';
import type { ReadLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skip-reasons';

/** What a request for one file and a request for many have. */
interface ParseRequest {
  /** Time limit of the parser in milliseconds; left out: its default. */
  readonly parseMs?: number | undefined;
  /** The log with the notes of chunks (note-log.ts); left out: no notes. */
  readonly notes?: string | undefined;
  /** Chunk by lines without parsing, for this reason: the file crashed or hung a worker before. */
  readonly quarantined?: Fallback | undefined;
  /** The model by which `semantic` judges; left out: the built-in one. */
  readonly judge?: JudgeModel | undefined;
  /** The custom strategy that the user named with this run. Others in the options, from the stamp of an index, are not loaded. */
  readonly allowedStrategy?: string | undefined;
  /** Somebody waits for it: it goes before batches of others, which take seconds. */
  readonly isUrgent?: boolean;
}

export interface ChunkRequest extends ParseRequest {
  /** The path as it appears in the records. */
  readonly path: string;
  /** Absolute path of the file to read; left out when `text` is given. */
  readonly file?: string;
  /** The text of a document in the editor. */
  readonly text?: string;
  /** What `text` was decoded from, if it was read by the caller and is not UTF-8. */
  readonly encoding?: string | undefined;
  readonly language?: string | undefined;
  /** The editor's language id, used if neither the path nor the first lines identify the language. */
  readonly languageHint?: string | undefined;
  /** Language ids: files in other languages are skipped, without parsing them if their names identify the language. */
  readonly only?: readonly string[];
  readonly options?: Partial<ChunkOptions>;
  /** Left out: files have the default limits, a given `text` has none. */
  readonly limits?: ReadLimits;
  /** Also say what the file defines and uses. */
  readonly withLinks?: boolean;
  /** Nobody waits for this file alone: grammars that take much memory to optimise may wait until there is much source for them. */
  readonly isOneOfMany?: boolean;
}

/** A model in the process that uses the workers, which ask it for vectors of sentences. */
export type JudgeModel = Pick<Embedder, 'id' | 'dimensions' | 'limits'>;

export type ChunkReply =
  | { readonly is: 'chunked'; readonly file: ChunkedFile; readonly bytes: number; readonly coverage: Coverage }
  | { readonly is: 'skipped'; readonly skipped: Skipped }
  /** Optimising the grammar can abort the process: ask a worker that runs without V8's optimising compiler (Liftoff only). */
  | { readonly is: 'needs-liftoff' };

/** Files to read, chunk and make into a segment of the index in one step. The reply has the bytes of the index file. */
export interface SegmentRequest extends ParseRequest {
  readonly files: readonly FileToIndex[];
  readonly options: ChunkOptions;
  readonly limits: ReadLimits;
  /** Size of a vector in the index. */
  readonly rowBytes: number;
  /** Make the vectors with the built-in model, shortened to these dimensions; left out: they are made later, elsewhere. */
  readonly builtIn?: { readonly dimensions: number };
  /** Resident bytes at which the worker stops and leaves the other files to another process. */
  readonly memoryLimit: number;
}

/** A request for any worker: each has its own limit. */
export type SegmentWork = Omit<SegmentRequest, 'memoryLimit'>;

/** With the stamp that was taken before the file is read. */
export interface FileToIndex extends SeenFile {
  /** Absolute path. */
  readonly file: string;
  /** The text in an editor, used instead of the file. */
  readonly text?: string;
  /** Left out: by name and text. */
  readonly language?: string;
  /** As in `ChunkRequest`. */
  readonly languageHint?: string;
}

export interface SegmentReply {
  /** The encoded sections of the segment's record. */
  readonly sections: readonly (readonly [SectionName, Uint8Array])[];
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Number of embedded texts. The others have vectors already, or get them later. */
  readonly embedded: number;
  readonly skipped: readonly ({ readonly path: string } & Skipped)[];
  readonly warnings: readonly string[];
  /** Number of files by encoding; left out if all are UTF-8. */
  readonly encodings?: Readonly<Record<string, number>>;
  /** Processor time of the worker since its last reply. */
  readonly cpuMs: number;
  /** Files whose grammar needs a worker without V8's optimising compiler, in the order of the request. */
  readonly needLiftoff: readonly FileToIndex[];
  /** Files not processed because the worker is broken, has grown too large, or is needed for something urgent. */
  readonly unprocessed: readonly FileToIndex[];
}

export interface CompactReply {
  /** Processor time of the process. */
  readonly cpuMs: number;
}

/** Which of the requested texts have vectors. The worker asks while it makes a segment, with 16 bytes of hash per text. */
export interface KnownVectors {
  /** 1 for each known hash. */
  readonly found: Uint8Array;
  /** The vectors of the known hashes, concatenated. */
  readonly vectors: Uint8Array;
  /** One Float32 per known hash. */
  readonly scales: Uint8Array;
}

export interface WorkerReply<Reply> {
  readonly reply: Reply;
  /** Resident bytes of the worker. WASM memory never shrinks, so a worker that has grown too large is replaced. */
  readonly memory: number;
  /** A WebAssembly trap left the worker in an unknown state: replace it. */
  readonly broken: boolean;
}

export const chunkRequest = new RequestType<ChunkRequest, WorkerReply<ChunkReply>, void>('chunk');
export const segmentRequest = new RequestType<SegmentRequest, WorkerReply<SegmentReply>, void>('segment');
/** Somebody waits for a worker: finish the file, and leave the others of the batch to another request. */
export const giveWayNotification = new NotificationType0('give-way');
export const compactFileRequest = new RequestType<CompactionJob, WorkerReply<CompactReply>, void>('compact');
export const knownVectorsRequest = new RequestType<{ readonly hashes: Uint8Array }, KnownVectors, void>('known');
/** The worker asks while it chunks by `semantic`, if another model than the built-in one judges. */
export const sentenceVectorsRequest = new RequestType<{ readonly texts: readonly string[] }, Float32Array[], void>(
  'sentences',
);

/** Tells the bundle that it was started as a parse worker: the command line loads the same bundle. */
export const workerArgument = '--codegrain-parse-worker';
/** Says in lists of processes that this one compacts an index. */
export const compactionArgument = '--compaction';
