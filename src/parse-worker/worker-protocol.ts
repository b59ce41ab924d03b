/** What is said between the engine process and those who use it, over JSON-RPC. Messages are structured clones, so bytes stay bytes. */
import { RequestType } from 'vscode-jsonrpc';
import type { ChunkedFile, ChunkOptions, Fallback } from '../chunking/chunk';
import type { Coverage } from '../chunking/records/coverage';
import type { SectionName } from '../index/format/log-record';
import type { ReadLimits } from '../workspace/read-file';
import type { Skipped } from '../workspace/skipped';

export interface ChunkRequest {
  /** As the records shall say it. */
  readonly path: string;
  /** The file to read, absolute; left out when `text` is given. */
  readonly file?: string;
  /** The text of a document as it is in the editor. */
  readonly text?: string;
  readonly language?: string;
  /** The editor's name for the language, used where neither the path nor the first lines tell. */
  readonly languageHint?: string;
  /** Ids: files of other languages are left out, without being parsed where their names tell. */
  readonly only?: readonly string[];
  readonly options?: Partial<ChunkOptions>;
  /** Left out: files by the default limits, a given text without any. */
  readonly limits?: ReadLimits;
  /** Milliseconds after which the parser gives up; left out: the parser's own limit. */
  readonly parseMs?: number;
  /** The log of notes that chunks get (`src/index/notes/`); left out: none. */
  readonly notes?: string;
  /** Do not parse, cut by lines, and say why: the file crashed or hung an engine before. */
  readonly quarantined?: Fallback;
}

export type ChunkReply =
  | { readonly is: 'chunked'; readonly file: ChunkedFile; readonly bytes: number; readonly coverage: Coverage }
  | { readonly is: 'skipped'; readonly skipped: Skipped }
  /** The grammar can abort a process that optimises it: ask an engine that does not. */
  | { readonly is: 'needs-careful' };

/** Files to be read, chunked and made into a segment of the index, in one go: what comes back is what the index file will hold. */
export interface SegmentRequest {
  readonly files: readonly FileToIndex[];
  readonly options: ChunkOptions;
  readonly limits: ReadLimits;
  /** Bytes of a vector in the index. */
  readonly rowBytes: number;
  /** Make the vectors with the built-in model, cut to these dimensions; left out: someone else makes them later. */
  readonly builtIn?: { readonly dimensions: number };
  readonly parseMs?: number;
  /** The log of notes that chunks get; left out: none. */
  readonly notes?: string;
  readonly quarantined?: Fallback;
  /** Resident bytes at which the rest is left to another process. */
  readonly memoryLimit: number;
}

export interface FileToIndex {
  /** As the index shall say it. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  /** Taken before the file is read. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Asked for by name: not skipped for what it is. */
  readonly isNamed?: boolean;
  /** As it is in an editor: the file is not read. */
  readonly text?: string;
  /** As in `ChunkRequest`. */
  readonly languageHint?: string;
}

export interface SegmentReply {
  /** Of the record, encoded. */
  readonly sections: readonly (readonly [SectionName, Uint8Array])[];
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
  /** Texts that were embedded; the others have vectors already, or have to wait. */
  readonly embedded: number;
  readonly skipped: readonly ({ readonly path: string } & Skipped)[];
  readonly warnings: readonly string[];
  /** Processor time of the engine since its last answer. */
  readonly cpuMs: number;
  /** In the same order as in the request: files whose grammar can abort a process that optimises it. */
  readonly careful: readonly FileToIndex[];
  /** Not looked at: the process is broken, or has grown too large. */
  readonly left: readonly FileToIndex[];
}

/** Asked by the engine while it makes a segment: which of these texts have vectors. 16 bytes of hash each. */
export interface KnownVectors {
  /** 1 for each hash that is known. */
  readonly found: Uint8Array;
  /** Of those that were found, one after the other. */
  readonly vectors: Uint8Array;
  /** Float32 each. */
  readonly scales: Uint8Array;
}

export interface WorkerReply<Reply> {
  readonly reply: Reply;
  /** Resident bytes of the engine: it is replaced when it has grown too large, since WASM memory never shrinks. */
  readonly memory: number;
  /** A trap left the engine in an unknown state: replace it. */
  readonly broken: boolean;
}

export const chunkRequest = new RequestType<ChunkRequest, WorkerReply<ChunkReply>, void>('chunk');
export const segmentRequest = new RequestType<SegmentRequest, WorkerReply<SegmentReply>, void>('segment');
export const knownVectorsRequest = new RequestType<{ readonly hashes: Uint8Array }, KnownVectors, void>('known');
