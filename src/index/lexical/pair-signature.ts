/**
 * Which pairs of neighbouring letters the terms of a block have, as 128 bits: a search for parts of words (part-search.ts) skips the
 * blocks that cannot have them, which are nearly all. A pair has one bit, and some pairs share it.
 */

export const signatureBytes = 16;

/** The bit of two neighbouring bytes. */
function pairBit(first: number, second: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b)) >>> 25;
}

/** The bits of all pairs in a text of ASCII letters. */
export function pairBits(text: string): Uint8Array {
  const bits = new Set<number>();
  for (let i = 1; i < text.length; i++) bits.add(pairBit(text.charCodeAt(i - 1), text.charCodeAt(i)));
  return Uint8Array.from(bits);
}

/** Adds the pairs of a term from its byte `from` on, which may belong to a pair with the byte before. */
export function addPairs(signature: Uint8Array, term: Uint8Array, from: number): void {
  for (let i = Math.max(1, from); i < term.length; i++) {
    const bit = pairBit(term[i - 1] ?? 0, term[i] ?? 0);
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

/** Does the signature at a place have all these bits? */
export function hasPairs(signatures: Uint8Array, at: number, bits: Uint8Array): boolean {
  for (let i = 0; i < bits.length; i++) {
    const bit = bits[i] ?? 0;
    if (((signatures[at + (bit >> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
