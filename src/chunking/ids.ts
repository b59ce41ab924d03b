/** Hashes that records are known by. */
import { createHash, hash } from 'node:crypto';

/** 64 bits, enough to tell the chunks of a workspace apart: two FNV-1a runs from different starts. */
export function shortHash(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9dc5811c;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    low = Math.imul(low ^ code, 0x01000193);
    high = Math.imul(high ^ (code + i), 0x01000193) ^ (low >>> 15);
  }
  return hex(low) + hex(high);
}

function hex(value: number): string {
  return (value >>> 0).toString(16).padStart(8, '0');
}

/** SHA-256, in hexadecimal, cut to a length. */
export function digest(text: string, length: number): string {
  // One call into native code instead of three, where Node has it (20.12 and later).
  const hex =
    typeof hash === 'function' ? hash('sha256', text, 'hex') : createHash('sha256').update(text).digest('hex');
  return hex.slice(0, length);
}
