/**
 * Any number of chunks from real ones. When the real chunks are used up, they come again with changes, as in `repeat-chunks.ts`: each
 * copy renames an eighth of its words wherever they are used and leaves out a sixth of the words of each chunk. Vectors are moved by
 * a part of the difference of two other real vectors, so that they spread as real ones do. Everything follows from the number of the
 * chunk, so that tables can be written one after the other.
 */
import type { RealChunk, RealChunks } from './real-chunks';

/** How far a vector is moved: the cosine between a chunk and its copy is about 0.9, between two copies about 0.8. */
const moved = 0.4;

export class CopiedChunks {
  private renamed: { readonly copy: number; readonly flags: Uint8Array } | undefined;

  constructor(readonly real: RealChunks) {}

  /** 0 for the real chunks themselves. */
  copyOf(number: number): number {
    return Math.floor(number / this.real.chunks.length);
  }

  realOf(number: number): RealChunk {
    const chunk = this.real.chunks[number % this.real.chunks.length];
    if (!chunk) throw new Error('there are no real chunks');
    return chunk;
  }

  /** By term: 1 if this copy has another word for it. */
  renamedBy(copy: number): Uint8Array {
    if (this.renamed?.copy === copy) return this.renamed.flags;
    const flags = Uint8Array.from(this.real.terms, (term, i) =>
      copy > 0 && term.length > 3 && mixed(i, copy) % 8 === 0 ? 1 : 0,
    );
    this.renamed = { copy, flags };
    return flags;
  }

  /** Is the word left out? */
  isDropped(number: number, term: number): boolean {
    return number >= this.real.chunks.length && mixed(term, number) % 6 === 0;
  }

  /** Writes the vector as 16-bit floats, high byte first. */
  writeVector(number: number, values: Float32Array, out: Uint8Array): void {
    const { vectors, dimensions, chunks } = this.real;
    const own = (number % chunks.length) * dimensions;
    const a = (mixed(number, 1) % chunks.length) * dimensions;
    const b = (mixed(number, 2) % chunks.length) * dimensions;
    const share = number < chunks.length ? 0 : moved;
    let sum = 0;
    for (let d = 0; d < dimensions; d++) {
      const value = (vectors[own + d] ?? 0) + share * ((vectors[a + d] ?? 0) - (vectors[b + d] ?? 0));
      values[d] = value;
      sum += value * value;
    }
    const scale = sum > 0 ? 1 / Math.sqrt(sum) : 0;
    for (let d = 0; d < dimensions; d++) {
      values[d] = (values[d] ?? 0) * scale;
    }
    const bits = new Uint32Array(values.buffer, values.byteOffset, dimensions);
    for (let d = 0; d < dimensions; d++) {
      const half = halfOf(bits[d] ?? 0);
      out[2 * d] = half >>> 8;
      out[2 * d + 1] = half;
    }
  }
}

export function suffixOf(copy: number): Uint8Array {
  return Uint8Array.of(120, 97 + (copy % 26), 97 + Math.floor(copy / 26));
}

/** 32 hex digits, which name the text of a chunk. */
export function hashOf(number: number): string {
  let hex = '';
  for (let part = 3; part < 7; part++) hex += mixed(number, part).toString(16).padStart(8, '0');
  return hex;
}

/** The bits of a 32-bit float below 65,504 as those of a 16-bit float, rounded; tiny values become 0. */
function halfOf(bits: number): number {
  const sign = (bits >>> 16) & 0x8000;
  const magnitude = bits & 0x7fffffff;
  // 2 ** -14, the smallest normal 16-bit float.
  if (magnitude < 0x38800000) return sign;
  return sign | ((magnitude - 0x38000000 + 0x1000) >>> 13);
}

export function mixed(value: number, seed: number): number {
  let hash = Math.imul(value ^ Math.imul(seed, 0x9e3779b1), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  hash = Math.imul(hash ^ (hash >>> 16) ^ seed, 0x27d4eb2f);
  return (hash ^ (hash >>> 15)) >>> 0;
}
