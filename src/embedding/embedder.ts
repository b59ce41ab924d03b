/** Text in, unit vectors out: what every embedding model looks like to the rest. */

/** A question and a piece of code are embedded differently: one is short and each word counts, the other repeats itself. */
export type Side = 'query' | 'passage';

/** A piece of a file, and what it is about: where it stands and what encloses it. */
export interface Passage {
  readonly about: string;
  /** All of it: models that make no difference read this alone. */
  readonly text: string;
}

export function textOf(text: string | Passage): string {
  return typeof text === 'string' ? text : text.text;
}

export interface Embedder {
  /** Stamped into every index: vectors of two ids must never be compared. */
  readonly id: string;
  readonly dimensions: number;
  /** What one text and one call may hold; longer texts are cut, longer lists are sent in several calls. */
  readonly limits: { readonly tokens: number; readonly batch: number };
  /**
   * One vector of length 1 per text, in their order; all zeros where nothing in the text is known to the model. (No method: for
   * these the compiler would let a model pass that knows no passages.)
   */
  readonly embed: (texts: readonly (string | Passage)[], side: Side, signal?: AbortSignal) => Promise<Float32Array[]>;
}
