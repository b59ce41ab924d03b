/** CRC-32 (the polynomial of zip and PNG). Node has it in native code since 20.15 and 22.2; older versions and browsers use a table. */
import * as zlib from 'node:zlib';

export const crc32: (bytes: Uint8Array, start?: number) => number =
  'crc32' in zlib && typeof zlib.crc32 === 'function' ? native(zlib.crc32) : tableCrc32;

function native(call: (...args: never[]) => unknown): (bytes: Uint8Array, start?: number) => number {
  return (bytes, start = 0) => Number(Reflect.apply(call, undefined, [bytes, start]));
}

/** The CRC after each byte, from zero. */
const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let crc = byte;
  for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ 0xedb88320 : crc >>> 1;
  return crc;
});

/** @param start the CRC of the preceding bytes, to continue from. */
export function tableCrc32(bytes: Uint8Array, start = 0): number {
  let crc = ~start;
  for (let i = 0; i < bytes.length; i++) crc = (table[(crc ^ (bytes[i] ?? 0)) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
