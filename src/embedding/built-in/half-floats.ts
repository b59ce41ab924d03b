/**
 * Converts little-endian 16-bit floats to 32-bit floats. A half has 5 bits of exponent and 10 of fraction, a single has 8 and 23.
 * Shifted into place, a half is the same number with another exponent bias, which one multiplication by 2^112 corrects, also for
 * subnormal numbers. The model has neither infinities nor NaN; they would become large numbers.
 */
export function halvesToFloats(bytes: Uint8Array): Float32Array {
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
