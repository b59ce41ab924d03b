/**
 * The section `scales`: for each searched row a u16, what a value of its vector is multiplied by. It is a float32 without the parts
 * that scales do not need: five bits of the exponent, for 2^-24 up to 2^8, and eleven of the mantissa, so a scale is right within
 * 0.025 %. Far less than what the values lose; ranks of near rows stay as they are. 0 is 0, as are smaller scales.
 */

export const scaleBytes = 2;

const droppedBits = 12;
/** The bits of 2^-24 as a float32. */
const lowest = (127 - 24) << 23;

export function encodeScales(scales: Float32Array): Uint8Array {
  const bits = new Uint32Array(scales.buffer, scales.byteOffset, scales.length);
  const codes = new Uint16Array(scales.length);
  for (let row = 0; row < codes.length; row++) {
    const code = ((bits[row] ?? 0) - lowest + (1 << (droppedBits - 1))) >> droppedBits;
    codes[row] = Math.max(0, Math.min(0xffff, code));
  }
  return new Uint8Array(codes.buffer);
}

export function decodeScales(bytes: Uint8Array): Float32Array {
  // A copy, because it may begin at any byte.
  const codes = new Uint16Array(bytes.slice().buffer);
  return floatsOf(codes.length, (i) => codes[i] ?? 0);
}

/** The scales of given rows, in their order. @param bytes those of all rows. */
export function decodeScalesOf(rows: Uint32Array, bytes: Uint8Array): Float32Array {
  return floatsOf(rows.length, (i) => {
    const at = scaleBytes * (rows[i] ?? 0);
    return (bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8);
  });
}

function floatsOf(count: number, codeAt: (i: number) => number): Float32Array {
  const bits = new Uint32Array(count);
  for (let i = 0; i < count; i++) {
    const code = codeAt(i);
    bits[i] = code === 0 ? 0 : (code << droppedBits) + lowest;
  }
  return new Float32Array(bits.buffer);
}
