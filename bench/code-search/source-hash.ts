/** A hash of the source that cached results depend on, so that a change of it makes them again. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { productFile } from '../../src/shared/product';

/** The rooms that decide what the chunks of a file are. */
export const chunkRooms = ['chunking', 'languages', 'options', 'shared', 'syntax', 'tokens', 'workspace'] as const;

/** @param more what else the result depends on, such as a model. */
export function sourceHash(rooms: readonly string[], ...more: readonly string[]): string {
  const sum = createHash('sha256').update(readFileSync(productFile('grammars', 'manifest.json')));
  for (const each of more) sum.update(each);
  for (const room of rooms) {
    const names = readdirSync(productFile('src', room), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names) {
      if (name.endsWith('.ts')) sum.update(name).update(readFileSync(productFile('src', room, name)));
    }
  }
  return sum.digest('hex').slice(0, 12);
}
