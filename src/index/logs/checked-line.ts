/** A line of a log: the CRC-32 of the rest as 8 hexadecimal digits, a space, and JSON. A damaged line is recognised and ignored. */
import { crc32 } from '../../shared/crc';

export function checkedLine(value: unknown): string {
  const json = JSON.stringify(value);
  return `${crcOf(json)} ${json}`;
}

/** Undefined if the line is damaged. */
export function readCheckedLine(text: string): unknown {
  const json = text.slice(9);
  if (text.slice(0, 8) !== crcOf(json)) return undefined;
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}

function crcOf(json: string): string {
  return crc32(Buffer.from(json)).toString(16).padStart(8, '0');
}
