/**
 * Chooses once per process how trees are read: from tree-sitter's memory (`fast/`), or through web-tree-sitter's public API
 * (`plain/`), which is slower and works with any version. The plain way is taken if `CODEGRAIN_PLAIN_TREE_SITTER` is 1, or if
 * web-tree-sitter is not the known version: tests compare its trees in every language, read in both ways.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { type Language as Grammar, Parser, type Range } from 'web-tree-sitter';
import { remember } from '../shared/maps';
import { productFile } from '../shared/product';
import { WorkClock } from '../shared/work-clock';
import { MemoryTree } from './fast/memory-tree';
import { isKnownRuntime, knownVersion, openMemory, type RuntimeMemory } from './fast/runtime-memory';
import { PlainTree } from './plain/plain-tree';
import type { SyntaxTree } from './syntax-node';

let reader: typeof MemoryTree | typeof PlainTree = PlainTree;
/** Why the plain reader was chosen without a request for it. */
let warning: string | undefined;

/** How this process reads trees; load a grammar first. */
export function syntaxReader(): 'fast' | 'plain' {
  return reader === MemoryTree ? 'fast' : 'plain';
}

/** Why this process reads trees through the plain API, if nobody requested that. Returned once, so that users see it once. */
export function takeSyntaxWarning(): string | undefined {
  const taken = warning;
  warning = undefined;
  return taken;
}

/** The switch that turns off everything in `fast/`. */
export const isPlainRequested = process.env.CODEGRAIN_PLAIN_TREE_SITTER === '1';

let runtime: Promise<void> | undefined;

/**
 * Starts web-tree-sitter's runtime; needed before any Parser or Language is created. It is passed as bytes, never as a path: that
 * works the same in Node, in a worker and from the bundled file.
 */
export function initRuntime(): Promise<void> {
  if (!runtime) {
    runtime = readFile(runtimeWasm()).then(startRuntime);
    runtime.catch(() => {
      runtime = undefined;
    });
  }
  return runtime;
}

async function startRuntime(wasmBinary: Uint8Array): Promise<void> {
  // web-tree-sitter fills this object in.
  const module: { readonly wasmBinary: Uint8Array } & Partial<RuntimeMemory> = { wasmBinary };
  await Parser.init(module);
  if (isPlainRequested) return;
  const isKnown = isKnownRuntime(wasmBinary);
  if (isKnown && openMemory(module)) reader = MemoryTree;
  else {
    const problem = isKnown ? 'web-tree-sitter hides its memory' : `web-tree-sitter is not version ${knownVersion}`;
    warning = `Syntax trees are read through the plain API, which is slower: ${problem}.`;
  }
}

/** The build copies the runtime next to the bundle; from source it is still in its package. */
function runtimeWasm(): string {
  const bundled = productFile('dist', 'web-tree-sitter.wasm');
  // createRequire, because esbuild would try to resolve a plain require.resolve while bundling.
  return existsSync(bundled) ? bundled : createRequire(__filename).resolve('web-tree-sitter/web-tree-sitter.wasm');
}

/** One parser for each grammar. */
const parsers = new Map<Grammar, Parser>();

/**
 * The most processor time for a text of some length, in milliseconds: some 100 times what the slowest grammar needs, because the threads
 * that optimise a grammar count, too. Recovering from errors can take quadratic time: lines of `}!`, or comments that never end.
 */
function processorLimit(length: number): number {
  return 2000 + length / 50;
}

/**
 * @param range parse only this range.
 * @returns undefined if the parser stopped because it took longer than `parseMs`, or than the length of the text allows.
 */
export function parseText(grammar: Grammar, text: string, parseMs: number, range?: Range): SyntaxTree | undefined {
  const parser = remember(parsers, grammar, () => new Parser().setLanguage(grammar));
  const clock = new WorkClock();
  const processorMs = processorLimit(text.length);
  const tree = parser.parse(text, null, {
    ...(range && { includedRanges: [range] }),
    progressCallback: () => clock.isBeyond(parseMs, processorMs),
  });
  if (tree) return new reader(tree, text);
  // Without this the next parse would silently continue with the old text.
  parser.reset();
  return undefined;
}
