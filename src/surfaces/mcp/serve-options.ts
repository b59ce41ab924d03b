/** The options of the MCP server. */
import type { Embedder } from '../../embedding/embedder';
import type { PersonalRanking } from '../../search/order-rows';
import type { DatabaseToServe } from './served-database';

export interface ServeOptions {
  /** The only folder that the server reads; left out: only a database is served. */
  readonly root?: string | undefined;
  readonly database?: DatabaseToServe | undefined;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string | undefined;
  /** Left out, both: the globs that the folder was indexed with. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The model on a server that the index was made with; left out: the built-in model. */
  readonly embedder?: Embedder | undefined;
  /** Refresh the index at the start, and before an answer if the last refresh is older than this. Left out: never write. */
  readonly refreshSeconds?: number | undefined;
  /** Max size of the index in bytes; left out: no limit. */
  readonly maxIndexBytes?: number | undefined;
  /** Recency, usage and importance; left out: none of them counts. With usage, the chunks that `get_chunk` returns are noted. */
  readonly ranking?: PersonalRanking | undefined;
  /** Answers have their data beside the text, and tools a schema of it. Default false: many clients show models the data alone. */
  readonly structured?: boolean | undefined;
}

export type FolderOptions = ServeOptions & { readonly root: string };
