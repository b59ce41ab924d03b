/**
 * The memory of web-tree-sitter's runtime, and the hooks in it that replace what is slow. The hooks do nothing unless a text is
 * parsed by `parseUnits`.
 */
import { createHash } from 'node:crypto';
import { Parser, type Tree } from 'web-tree-sitter';
import { WorkClock } from '../../shared/work-clock';
import { processorLimit } from '../syntax-node';

/** The version of web-tree-sitter whose insides this folder knows, and the sha256 of its web-tree-sitter.wasm. */
export const knownVersion = '0.27.1';
const knownSha256 = 'beca80e44cccbf2299ed4d1e3fa6462a9a6fe818aeebf847547a392227ce4acc';

let runtimeModule: RuntimeModule | undefined;

interface RuntimeImports extends WebAssembly.Imports {
  env: WebAssembly.ModuleImports;
}

/** The Emscripten module behind web-tree-sitter, which fills in the object that is passed to `Parser.init`. */
interface RuntimeModule {
  wasmBinary: Uint8Array;
  instantiateWasm: (
    imports: RuntimeImports,
    done: (instance: WebAssembly.Instance, module: WebAssembly.Module) => void,
  ) => void;
  HEAP32?: Int32Array;
  HEAPU16?: Uint16Array;
  getValue?: (address: number, type: string) => number;
  setValue?: (address: number, value: number, type: string) => void;
}

/** The memory of the runtime and its grammars, as words and as half words; replaced by a larger one when it grows. */
export interface RuntimeMemory {
  readonly HEAP32: Int32Array;
  readonly HEAPU16: Uint16Array;
}

export function isKnownRuntime(wasmBinary: Uint8Array): boolean {
  return createHash('sha256').update(wasmBinary).digest('hex') === knownSha256;
}

/** Starts web-tree-sitter with the hooks. If this throws, `Parser.init` can start it without them. */
export async function startWithHooks(wasmBinary: Uint8Array): Promise<void> {
  const module: RuntimeModule = {
    wasmBinary,
    instantiateWasm: (imports, done) => done(...startInstance(wasmBinary, imports)),
  };
  await Parser.init(module);
  if (!hasMemory(module)) throw new Error('this version of web-tree-sitter hides its memory');
  runtimeModule = module;
}

/** Read its fields again after every call into WASM. */
export function runtimeMemory(): RuntimeMemory {
  if (!runtimeModule || !hasMemory(runtimeModule)) throw new Error('web-tree-sitter was not started with hooks');
  return runtimeModule;
}

/**
 * web-tree-sitter's own nodes and cursors cross into WASM word by word through two functions that compare the name of the type each
 * time. Nearly all words are i32: answering those first makes walking a tree several times faster. Tests and benchmarks
 * compare whole trees with those nodes.
 */
export function speedUpWords(): void {
  const module = runtimeModule;
  if (!module) return;
  const { getValue, setValue } = module;
  if (!getValue || !setValue) return;
  module.getValue = (address, type) => {
    const words = type === 'i32' ? module.HEAP32 : undefined;
    return words ? (words[address >> 2] ?? 0) : getValue(address, type);
  };
  module.setValue = (address, value, type) => {
    const words = type === 'i32' ? module.HEAP32 : undefined;
    if (words) words[address >> 2] = value;
    else setValue(address, value, type);
  };
}

/** The current parse, if it has a time limit. */
let limited: { readonly clock: WorkClock; readonly ms: number; readonly processorMs: number } | undefined;

/** The UTF-16 units of the text that is being parsed. */
let parsedUnits: Uint16Array | undefined;

/** Runs a parse of the text with these units. The parse stops and returns null when its work takes longer than `ms`, or than its length allows. */
export function parseUnits(units: Uint16Array, ms: number, parse: () => Tree | null): Tree | null {
  limited = { clock: new WorkClock(), ms, processorMs: processorLimit(units.length) };
  parsedUnits = units;
  try {
    return parse();
  } finally {
    limited = undefined;
    parsedUnits = undefined;
  }
}

/** Units that the parser takes at a time: its buffer has room for one more. */
const unitsAtATime = 10 * 512 - 1;

/**
 * The parser asks every 100 steps whether to give up. web-tree-sitter makes an object for a `progressCallback` each time, which
 * takes 4 % of parsing; here each call only looks at the clock. Where recovering from errors takes long, there is a third of a second
 * between two calls. And it asks for the text, part by part, which web-tree-sitter then copies character by character out of a string;
 * here the units are copied at once.
 */
function startInstance(bytes: Uint8Array, imports: RuntimeImports): [WebAssembly.Instance, WebAssembly.Module] {
  const { env } = imports;
  const progress = env.tree_sitter_progress_callback;
  if (typeof progress !== 'function') throw new Error('this version of web-tree-sitter reports no progress');
  env.tree_sitter_progress_callback = (offset: number, hasError: number): unknown =>
    limited ? limited.clock.isBeyond(limited.ms, limited.processorMs) : progress(offset, hasError);
  const read = env.tree_sitter_parse_callback;
  if (typeof read !== 'function') throw new Error('this version of web-tree-sitter does not ask for text');
  env.tree_sitter_parse_callback = (
    buffer: number,
    index: number,
    row: number,
    column: number,
    length: number,
  ): void => {
    if (!parsedUnits) read(buffer, index, row, column, length);
    else {
      const { HEAP32, HEAPU16 } = runtimeMemory();
      HEAP32[length >> 2] = Math.max(0, parsedUnits.length - index);
      HEAPU16.set(parsedUnits.subarray(index, index + unitsAtATime), buffer >> 1);
    }
  };
  const module = new WebAssembly.Module(bytes);
  return [new WebAssembly.Instance(module, imports), module];
}

function hasMemory(module: RuntimeModule): module is RuntimeModule & RuntimeMemory {
  return module.HEAP32 !== undefined && module.HEAPU16 !== undefined;
}
