/** Text in, unit vectors out: what every embedding model looks like to the rest. */

/** A question and a piece of code are embedded differently: one is short and each word counts, the other repeats itself. */
export type Side = 'query' | 'passage';

export interface Embedder {
  /** Stamped into every index: vectors of two ids must never be compared. */
  readonly id: string;
  readonly dimensions: number;
  /** What one text and one call may hold; longer texts are cut, longer lists are sent in several calls. */
  readonly limits: { readonly tokens: number; readonly batch: number };
  /** One vector of length 1 per text, in their order; all zeros where nothing in the text is known to the model. */
  embed(texts: readonly string[], side: Side, signal?: AbortSignal): Promise<Float32Array[]>;
}
