/**
 * The memory that vectors are loaded into. A scan in WebAssembly can read only its own memory, so it provides the space, and vectors
 * are read from the file directly into it. Get `bytes` again for each use: memory that grows gets a new buffer.
 */

export interface VectorBlock {
  readonly bytes: Uint8Array;
  /** Called once, when `bytes` is no longer needed. */
  free(): void;
}

export interface VectorSpace {
  /** A block that begins on a 64-byte boundary; its bytes are not cleared. */
  allocate(length: number): VectorBlock;
}

/** Each loaded file gets its own space: when the file is replaced, all of the old space is freed at once. */
export type MakeSpace = (dimensions: number) => VectorSpace;

export const plainSpace: VectorSpace = {
  allocate: (length) => ({ bytes: new Uint8Array(length), free: () => undefined }),
};
