/** A hash of the source that cached results depend on, so that a change of the source invalidates them. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { productFile } from '../../src/shared/product';

/** The folders of src that affect the chunks of a file. */
export const chunkSourceFolders = [
  'code',
  'engine/workers',
  'languages',
  'options',
  'prose',
  'shared',
  'syntax',
  'tokens',
  'workspace',
] as const;

/** @param more other input that the result depends on, such as a model. */
export function sourceHash(folders: readonly string[], ...more: readonly string[]): string {
  const sum = createHash('sha256').update(readFileSync(productFile('grammars', 'manifest.json')));
  for (const each of more) sum.update(each);
  for (const folder of folders) {
    const names = readdirSync(productFile('src', folder), { recursive: true, encoding: 'utf8' }).sort();
    for (const name of names) {
      if (name.endsWith('.ts')) sum.update(name).update(readFileSync(productFile('src', folder, name)));
    }
  }
  return sum.digest('hex').slice(0, 12);
}
