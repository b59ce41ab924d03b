/**
 * Starts web-tree-sitter's runtime. It is passed as bytes, never as a path: that works the same in Node, in a worker and from the
 * bundled file.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Parser } from 'web-tree-sitter';
import { errorMessage } from '../shared/error-message';
import { productFile } from '../shared/product';
import { isKnownRuntime, knownVersion, startWithHooks } from './fast/runtime-memory';

/** The switch that turns off everything in `fast/`. */
export const isPlainRequested = process.env.CODEGRAIN_PLAIN_TREE_SITTER === '1';

let runtime: Promise<void> | undefined;
let problem: string | undefined;

/** Starts web-tree-sitter; needed before any Parser or Language is created. */
export function initRuntime(): Promise<void> {
  if (!runtime) {
    runtime = readFile(runtimeWasm()).then(startRuntime);
    runtime.catch(() => {
      runtime = undefined;
    });
  }
  return runtime;
}

/** Why `fast/` does not work with this runtime; undefined if it may. */
export function runtimeProblem(): string | undefined {
  return problem;
}

async function startRuntime(wasmBinary: Uint8Array): Promise<void> {
  if (!isPlainRequested) {
    problem = await tryHooks(wasmBinary);
    if (problem === undefined) return;
  }
  await Parser.init({ wasmBinary });
}

async function tryHooks(wasmBinary: Uint8Array): Promise<string | undefined> {
  if (!isKnownRuntime(wasmBinary)) return `web-tree-sitter is not version ${knownVersion}`;
  try {
    await startWithHooks(wasmBinary);
    return undefined;
  } catch (error) {
    return errorMessage(error);
  }
}

/** The build copies the runtime next to the bundle; from source it is still in its package. */
function runtimeWasm(): string {
  const bundled = productFile('dist', 'web-tree-sitter.wasm');
  // createRequire, because esbuild would try to resolve a plain require.resolve while bundling.
  return existsSync(bundled) ? bundled : createRequire(__filename).resolve('web-tree-sitter/web-tree-sitter.wasm');
}
