/** The memory of web-tree-sitter's runtime. */
import { createHash } from 'node:crypto';

/** The version of web-tree-sitter whose insides this folder knows, and the sha256 of its web-tree-sitter.wasm. */
export const knownVersion = '0.27.1';
const knownSha256 = 'beca80e44cccbf2299ed4d1e3fa6462a9a6fe818aeebf847547a392227ce4acc';

/** The memory of the runtime and its grammars, as words and as half words; replaced by a larger one when it grows. */
export type RuntimeMemory = { readonly HEAP32: Int32Array; readonly HEAPU16: Uint16Array };

let memory: RuntimeMemory | undefined;

export function isKnownRuntime(wasmBinary: Uint8Array): boolean {
  return createHash('sha256').update(wasmBinary).digest('hex') === knownSha256;
}

/**
 * @param module the Emscripten module behind web-tree-sitter: the object that `Parser.init` filled in.
 * @returns false if it has no memory, as when other code started web-tree-sitter before.
 */
export function openMemory(module: Partial<RuntimeMemory>): boolean {
  if (!hasMemory(module)) return false;
  memory = module;
  return true;
}

/** Read its fields again after every call into WASM. */
export function runtimeMemory(): RuntimeMemory {
  if (!memory) throw new Error('the memory of web-tree-sitter is not open');
  return memory;
}

function hasMemory(module: Partial<RuntimeMemory>): module is RuntimeMemory {
  return module.HEAP32 !== undefined && module.HEAPU16 !== undefined;
}
