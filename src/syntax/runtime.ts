/**
 * web-tree-sitter's runtime: how it is started, and what of its own way of working is replaced because it is slow. It is passed as
 * bytes, never as a path: that works the same in Node, in a worker and from the bundled file.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Parser } from 'web-tree-sitter';
import { productFile } from '../shared/product';

let runtime: Promise<void> | undefined;
let runtimeModule: RuntimeModule | undefined;
let links: RuntimeLinks | undefined;

/** Starts web-tree-sitter; needed before any Parser or Language is made. */
export function initRuntime(): Promise<void> {
  if (!runtime) {
    runtime = readFile(runtimeWasm()).then(startRuntime);
    runtime.catch(() => {
      runtime = undefined;
    });
  }
  return runtime;
}

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
  _calloc?: (count: number, size: number) => number;
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

/** Its fields must be read anew after every call into WASM. */
export function runtimeMemory(): RuntimeMemory {
  if (!runtimeModule || !hasMemory(runtimeModule)) throw new Error('web-tree-sitter does not run');
  return runtimeModule;
}

/** The address of bytes that are 0 and stay ours; 0 where there are none. */
export function zeroedMemory(bytes: number): number {
  return runtimeModule?._calloc?.(bytes, 1) ?? 0;
}

function hasMemory(module: RuntimeModule): module is RuntimeModule & RuntimeMemory {
  return module.HEAP32 !== undefined && module.HEAPU16 !== undefined;
}

/** What a module of ours needs that works in the runtime's memory: also its functions, by their places. */
interface RuntimeLinks {
  readonly memory: unknown;
  readonly table: WebAssembly.Table;
}

export function runtimeLinks(): RuntimeLinks {
  if (!links) throw new Error('web-tree-sitter does not run');
  return links;
}

/** When the parse that runs now has to end, in the time of `performance.now()`. */
let deadline = Number.POSITIVE_INFINITY;
let asked = 0;

/** The UTF-16 units of the text that is parsed now. */
let parsedUnits: Uint16Array | undefined;

/** Runs a parse of the text with these units, which gives up and returns null when it takes longer than `ms`. */
export function parseWithin<T>(ms: number, units: Uint16Array, parse: () => T): T {
  deadline = performance.now() + ms;
  parsedUnits = units;
  try {
    return parse();
  } finally {
    deadline = Number.POSITIVE_INFINITY;
    parsedUnits = undefined;
  }
}

/** Units that the parser takes at a time: its buffer has room for one more. */
const unitsAtATime = 10 * 512 - 1;

/**
 * The parser asks every 100 steps whether to give up. web-tree-sitter makes an object for a `progressCallback` each time, which
 * takes 4 % of parsing; here every 64th question looks at the clock. And it asks for the text, part by part, which web-tree-sitter
 * then copies character by character out of a string; here the units are there already.
 */
function startInstance(bytes: Uint8Array, imports: RuntimeImports): [WebAssembly.Instance, WebAssembly.Module] {
  const { env } = imports;
  const progress = env.tree_sitter_progress_callback;
  if (typeof progress !== 'function') throw new Error('this version of web-tree-sitter asks for no progress');
  env.tree_sitter_progress_callback = (offset: number, hasError: number): unknown =>
    deadline === Number.POSITIVE_INFINITY
      ? progress(offset, hasError)
      : (++asked & 63) === 0 && performance.now() > deadline;
  const read = env.tree_sitter_parse_callback;
  if (typeof read !== 'function') throw new Error('this version of web-tree-sitter asks for no text');
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
  const { memory, __indirect_function_table: table } = env;
  if (!(table instanceof WebAssembly.Table))
    throw new Error('this version of web-tree-sitter has no table of functions');
  links = { memory, table };
  const module = new WebAssembly.Module(bytes);
  return [new WebAssembly.Instance(module, imports), module];
}

async function startRuntime(wasmBinary: Uint8Array): Promise<void> {
  const module: RuntimeModule = {
    wasmBinary,
    instantiateWasm: (imports, done) => done(...startInstance(wasmBinary, imports)),
  };
  await Parser.init(module);
  runtimeModule = module;
  const { getValue, setValue } = module;
  if (!getValue || !setValue) return;
  // Every node and cursor crosses into WASM word by word through these two, which look at the type's name each time.
  // Nearly all words are i32: answering those first makes walking a tree several times faster.
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

/** The build copies the runtime next to the bundle; from source it is still in its package. */
function runtimeWasm(): string {
  const bundled = productFile('dist', 'web-tree-sitter.wasm');
  // createRequire, because esbuild would try to resolve a plain require.resolve while bundling.
  return existsSync(bundled) ? bundled : createRequire(__filename).resolve('web-tree-sitter/web-tree-sitter.wasm');
}
