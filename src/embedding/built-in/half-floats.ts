/**
 * 16-bit floating-point numbers, little-endian, as 32-bit ones. A half has 5 bits of exponent and 10 of fraction, a single 8 and
 * 23: shifted into place it is the same number but for the exponents' different middles, which one multiplication by 2^112 makes
 * up for, also for the smallest numbers. The model has neither infinities nor NaN; they would come out as large numbers.
 */
export function floatsOfHalves(bytes: Uint8Array): Float32Array {
  const halves = new Uint16Array(bytes.slice().buffer);
  const bits = new Uint32Array(halves.length);
  for (let i = 0; i < halves.length; i++) {
    const half = halves[i] ?? 0;
    bits[i] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
  }
  const floats = new Float32Array(bits.buffer);
  for (let i = 0; i < floats.length; i++) floats[i] = (floats[i] ?? 0) * 2 ** 112;
  return floats;
}
