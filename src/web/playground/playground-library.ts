/** The library as the playground sees it: the same file that `import … from 'codegrain/web'` gives, loaded at run time. */
import type { Chunk, Fallback } from '../../chunking/chunk';

export interface PlaygroundResult {
  readonly language: string;
  readonly chunks: readonly Chunk[];
  readonly fallback?: Fallback;
  readonly warnings: readonly string[];
}

interface PlaygroundOptions {
  readonly path: string;
  readonly language?: string;
  readonly maxTokens: number;
  readonly strategy?: readonly string[];
  readonly context: string;
  readonly counter: string;
  readonly signal: AbortSignal;
}

interface PlaygroundLibrary {
  readonly languages: readonly { readonly id: string; readonly name: string }[];
  openWorker(): { chunk(text: string, options: PlaygroundOptions): Promise<PlaygroundResult> };
}

/** Next to the page. Not a literal, or the bundler would look for it. */
const script: string = './dist/web/web.js';

export function loadLibrary(): Promise<PlaygroundLibrary> {
  return import(script);
}
