/** A flag for each row: a byte in memory, a bit in the file, lowest bit first. */

export function bitsToBytes(bits: Uint8Array, rows: number): Uint8Array {
  const bytes = new Uint8Array(rows);
  for (let row = 0; row < rows; row++) bytes[row] = ((bits[row >> 3] ?? 0) >> (row & 7)) & 1;
  return bytes;
}

export function bytesToBits(bytes: Uint8Array): Uint8Array {
  const bits = new Uint8Array(Math.ceil(bytes.length / 8));
  for (let row = 0; row < bytes.length; row++)
    if (bytes[row]) bits[row >> 3] = (bits[row >> 3] ?? 0) | (1 << (row & 7));
  return bits;
}
