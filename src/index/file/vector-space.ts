/**
 * Where vectors lie in memory. A scan in WebAssembly sees only its own memory: it hands in a space of its own, and vectors are
 * read from the file straight into it. `bytes` is asked for again at each use, since memory that grows gets a new buffer.
 */

export interface VectorBlock {
  readonly bytes: Uint8Array;
  /** Called once, when no one will ask for `bytes` again. */
  free(): void;
}

export interface VectorSpace {
  /** A block beginning on a 64-byte boundary, with whatever was in there. */
  allocate(length: number): VectorBlock;
}

/** Each file that is read gets a space of its own: when it was replaced, all of the old one goes at once. */
export type MakeSpace = (dimensions: number) => VectorSpace;

export const plainSpace: VectorSpace = {
  allocate: (length) => ({ bytes: new Uint8Array(length), free: () => undefined }),
};
