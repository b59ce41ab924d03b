import { readFileSync } from 'node:fs';
import { productFile } from '../../src/shared/product';

/** The text of a corpus file as every chunker gets it: decoded, without the byte order mark. */
export function readSource(path: string): string {
  const text = readFileSync(productFile('bench', 'corpus', path), 'utf8');
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}
