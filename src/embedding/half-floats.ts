/** 16-bit floating-point numbers, little-endian, as 32-bit ones. */
export function floatsOfHalves(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.length >> 1);
  for (let i = 0; i < floats.length; i++) {
    const half = (bytes[2 * i] ?? 0) | ((bytes[2 * i + 1] ?? 0) << 8);
    const sign = half & 0x8000 ? -1 : 1;
    const exponent = (half >> 10) & 31;
    const fraction = half & 1023;
    floats[i] =
      exponent === 0
        ? sign * fraction * 2 ** -24
        : exponent === 31
          ? fraction === 0
            ? sign * Number.POSITIVE_INFINITY
            : Number.NaN
          : sign * (1 + fraction / 1024) * 2 ** (exponent - 15);
  }
  return floats;
}
