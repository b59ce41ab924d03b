/** What is said between the engine process and those who use it, over JSON-RPC. */
import { RequestType } from 'vscode-jsonrpc';
import type { ChunkedFile, ChunkOptions, Fallback } from '../chunking/chunk';
import type { Coverage } from '../chunking/coverage';
import type { ReadLimits } from '../workspace/read';
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
  readonly options?: Partial<ChunkOptions>;
  /** Left out: files by the default limits, a given text without any. */
  readonly limits?: ReadLimits;
  /** Milliseconds after which the parser gives up; left out: the parser's own limit. */
  readonly parseMs?: number;
  /** Do not parse, cut by lines, and say why: the file crashed or hung an engine before. */
  readonly quarantined?: Fallback;
}

export type ChunkReply =
  | { readonly is: 'chunked'; readonly file: ChunkedFile; readonly bytes: number; readonly coverage: Coverage }
  | { readonly is: 'skipped'; readonly skipped: Skipped }
  /** The grammar can abort a process that optimises it: ask an engine that does not. */
  | { readonly is: 'needs-careful' };

export interface EngineReply {
  readonly reply: ChunkReply;
  /** Resident bytes of the engine: it is replaced when it has grown too large, since WASM memory never shrinks. */
  readonly memory: number;
  /** A trap left the engine in an unknown state: replace it. */
  readonly broken: boolean;
}

export const chunkRequest = new RequestType<ChunkRequest, EngineReply, void>('chunk');
