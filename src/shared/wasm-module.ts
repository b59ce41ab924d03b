/** Modules of WebAssembly that the build makes. */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from './product';

const compiled = new Map<string, WebAssembly.Module>();

/** @param file such as `dist/links.wasm`; it is compiled once. */
export function wasmModule(file: string): WebAssembly.Module {
  const known = compiled.get(file);
  if (known) return known;
  const path = productFile(file);
  if (!existsSync(path)) throw new Error(`${path} is missing: build or install Codegrain again`);
  const module = new WebAssembly.Module(readFileSync(path));
  compiled.set(file, module);
  return module;
}
