/** The interface of every embedding model: text in, unit vectors out. */

/** Queries and passages are embedded differently: most queries are short, and a passage repeats words. */
export type EmbeddingSide = 'query' | 'passage';

/** A part of a file, and what it is about: its path and the names of what encloses it. */
export interface Passage {
  readonly about: string;
  /** The complete text. Models without support for `about` read only this. */
  readonly text: string;
}

export function passageText(text: string | Passage): string {
  return typeof text === 'string' ? text : text.text;
}

export interface Embedder {
  /** Stamped into every index: vectors of two ids must never be compared. */
  readonly id: string;
  readonly dimensions: number;
  /** The maximum tokens of a text and texts of a request. Longer texts are cut, longer lists are sent in several requests. */
  readonly limits: { readonly tokens: number; readonly batch: number };
  /**
   * Returns one vector of length 1 per text, in order; all zeros if the model knows nothing in the text. (This is a property because
   * for a method the compiler would accept a model that does not support passages.)
   */
  readonly embed: (
    texts: readonly (string | Passage)[],
    side: EmbeddingSide,
    signal?: AbortSignal,
  ) => Promise<Float32Array[]>;
}
