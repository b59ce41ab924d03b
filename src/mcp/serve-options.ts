/** What the server is started with. */
import type { Embedder } from '../embedding/embedder';

export interface ServeOptions {
  /** The only folder that is read. */
  readonly root: string;
  /** Left out: `.codegrain/index.cgx` in the folder. */
  readonly indexFile?: string | undefined;
  /** Globs that the folder was indexed with. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** The model of a server that the index was made with; left out: the built-in one. */
  readonly embedder?: Embedder | undefined;
  /** Keep the index fresh: look at the folder at the start, and before an answer after so many seconds. Left out: only read. */
  readonly refreshSeconds?: number | undefined;
}
