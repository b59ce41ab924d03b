/**
 * Which triples of neighbouring letters the terms of a block have, as 512 bits: a search for parts of words (part-search.ts) skips the
 * blocks that cannot have them, which are nearly all. A triple has one bit, and some triples share it. Pairs of letters need half of
 * the bits, but most blocks have the pairs of a short part somewhere: five times as many blocks are left for `retr`.
 */

export const signatureBytes = 64;

/** The bit of three neighbouring bytes. */
function tripleBit(first: number, second: number, third: number): number {
  return (Math.imul(first, 0x9e3779b1) ^ Math.imul(second, 0x85ebca6b) ^ Math.imul(third, 0xc2b2ae35)) >>> 23;
}

/** The bits of all triples in a text of ASCII letters. */
export function tripleBits(text: string): Uint16Array {
  const bits = new Set<number>();
  for (let i = 2; i < text.length; i++)
    bits.add(tripleBit(text.charCodeAt(i - 2), text.charCodeAt(i - 1), text.charCodeAt(i)));
  return Uint16Array.from(bits);
}

/** Adds the triples of a term from its byte `from` on, which may belong to a triple with the bytes before. */
export function addTriples(signature: Uint8Array, term: Uint8Array, from: number): void {
  for (let i = Math.max(2, from); i < term.length; i++) {
    const bit = tripleBit(term[i - 2] ?? 0, term[i - 1] ?? 0, term[i] ?? 0);
    signature[bit >> 3] = (signature[bit >> 3] ?? 0) | (1 << (bit & 7));
  }
}

/** Does the signature at a place have all these bits? */
export function hasTriples(signatures: Uint8Array, at: number, bits: Uint16Array): boolean {
  for (let i = 0; i < bits.length; i++) {
    const bit = bits[i] ?? 0;
    if (((signatures[at + (bit >> 3)] ?? 0) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}
