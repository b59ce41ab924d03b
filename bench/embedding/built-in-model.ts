/** The built-in model, or another model file that training has made. */
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { loadBuiltIn, loadModel } from '../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../src/embedding/embedder';
import { productFile } from '../../src/shared/product';

/** @param model its file, or a folder that contains only this model; by default the shipped one. */
export function loadStaticModel(model?: string): Promise<Embedder> {
  return model === undefined ? loadBuiltIn() : loadModel(modelFiles(model)[0] ?? model);
}

/** Bytes of the shipped files, without the model card. */
export function builtInBytes(model = productFile('models')): number {
  return modelFiles(model).reduce((sum, file) => sum + statSync(file).size, 0);
}

/** The largest file first, without model cards and notes. */
function modelFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(md|json|txt)$/.test(entry.name))
    .map((entry) => join(path, entry.name))
    .sort((a, b) => statSync(b).size - statSync(a).size);
}
