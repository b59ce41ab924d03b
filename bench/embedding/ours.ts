/** The built-in model, or one in another file: what training made and nobody has chosen yet. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadBuiltIn, loadModel } from '../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../src/embedding/embedder';
import { productFile } from '../../src/shared/product';

/** @param model its file, or a folder that holds it alone; left out: the one that is shipped. */
export function loadOurs(model?: string): Promise<Embedder> {
  return model === undefined ? loadBuiltIn() : loadModel(modelFiles(model)[0] ?? model);
}

/** Bytes of what is shipped; the card is not. */
export function sizeOfOurs(model = productFile('models')): number {
  return modelFiles(model).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The largest file first; cards and notes are no part of a model. */
function modelFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(md|json|txt)$/.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
}
