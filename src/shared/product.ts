import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

let root: string | undefined;

/**
 * The folder that holds package.json, grammars/ and models/. The code runs both from src/ (tsx, tests) and from one
 * bundled file in dist/, at different depths, so the folder is found by walking up instead of by a fixed `../..`.
 */
export function productRoot(): string {
  root ??= nearestPackage(__dirname);
  return root;
}

/** A path inside the product's folder. */
export function productFile(...parts: string[]): string {
  return join(productRoot(), ...parts);
}

export function productVersion(): string {
  const { version }: { version: string } = JSON.parse(readFileSync(productFile('package.json'), 'utf8'));
  return version;
}

function nearestPackage(from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
    if (folder === dirname(folder)) throw new Error(`no package.json in ${from} or above it`);
  }
}
