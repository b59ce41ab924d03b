/** Modules of WebAssembly that the build makes and that TypeScript can stand in for. */
import { readFileSync } from 'node:fs';
import { productFile } from './product';

/** Undefined: the file is missing (from source, before the first build). */
const compiled = new Map<string, WebAssembly.Module | undefined>();

/** @param file such as `dist/links.wasm`; it is compiled once. */
export function wasmModule(file: string): WebAssembly.Module | undefined {
  if (!compiled.has(file)) compiled.set(file, compile(file));
  return compiled.get(file);
}

function compile(file: string): WebAssembly.Module | undefined {
  try {
    return new WebAssembly.Module(readFileSync(productFile(file)));
  } catch {
    return undefined;
  }
}
