/** The built-in model, or one in another folder: what training made and nobody has chosen yet. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder } from '../../src/embedding/embedder';
import { productFile } from '../../src/product';

const shipped = productFile('models');

export async function loadOurs(folder?: string): Promise<Embedder> {
  // A pattern, so that the benchmark of the others runs where the model's code is not there yet.
  const name = 'built-in';
  const { loadBuiltIn } = (await import(`../../src/embedding/${name}.ts`)) as {
    loadBuiltIn(folder?: string): Promise<Embedder>;
  };
  return folder === undefined ? loadBuiltIn() : loadBuiltIn(folder);
}

/** Bytes of what is shipped; the card is not. */
export function sizeOfOurs(folder = shipped): number {
  return readdirSync(folder)
    .filter((name) => !name.endsWith('.md'))
    .map((name) => statSync(join(folder, name)))
    .reduce((sum, found) => sum + (found.isFile() ? found.size : 0), 0);
}
