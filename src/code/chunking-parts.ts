/** What chunking may be given besides options: things that only a program can hand over, and no setting. */
import type { Embedder } from '../embedding/embedder';
import type { CustomStrategy } from './cut/custom-strategy';

export interface ChunkingParts {
  /** The model by which `semantic` judges where topics change; left out: the built-in one. Opened when it is first needed. */
  readonly embedder?: () => Promise<Embedder>;
  /** Cuts the texts that it handles, instead of the strategies of the options. */
  readonly strategy?: CustomStrategy;
  /** Called before a grammar parses that the file's name does not tell: that of code in a document, or of a guessed language. May throw. */
  readonly checkGrammar?: ((id: string) => void) | undefined;
  /** Also say what the file defines and uses, for the graph of the workspace. */
  readonly withLinks?: boolean;
}
