/**
 * Chooses once per process how trees are read: from tree-sitter's memory (`fast/`), or through web-tree-sitter's public API
 * (`plain/`), which is slower and works with any version. The plain way is taken if `CODEGRAIN_PLAIN_TREE_SITTER` is 1, if
 * web-tree-sitter is not the known version, or if a small text reads differently in the two ways. The text is parsed with the first
 * grammar that is loaded.
 */

import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Language as Grammar, Parser, type TreeCursor } from 'web-tree-sitter';
import { errorMessage } from '../shared/error-message';
import { remember } from '../shared/maps';
import { productFile } from '../shared/product';
import { fastReader, MemoryTree } from './fast/memory-tree';
import { isKnownRuntime, knownVersion, speedUpWords, startWithHooks } from './fast/runtime-memory';
import { PlainTree, plainReader } from './plain/plain-tree';
import { errorTypeId, type Node, type ParserInput, type SyntaxReader, type SyntaxTree } from './syntax-node';

let reader: SyntaxReader | undefined;
/** Why the plain reader was chosen without a request for it. */
let warning: string | undefined;

/** The reader of this process; load a grammar first. */
export function syntaxReader(): SyntaxReader {
  if (!reader) throw new Error('no grammar is loaded');
  return reader;
}

/** Loads a compiled grammar. The first one decides how this process reads trees. */
export function openGrammar(module: WebAssembly.Module): Grammar {
  const grammar = Grammar.loadSync(module);
  if (isPlainRequested) reader = plainReader;
  else if (runtimeProblem !== undefined) usePlain(runtimeProblem);
  if (!reader) {
    const difference = layoutDifference(grammar);
    if (difference === undefined) useFast();
    else usePlain(difference);
  }
  return grammar;
}

/** Why this process reads trees through the plain API, if nobody requested that. Returned once, so that users see it once. */
export function takeSyntaxWarning(): string | undefined {
  const taken = warning;
  warning = undefined;
  return taken;
}

function useFast(): void {
  reader = fastReader;
  speedUpWords();
}

function usePlain(problem: string): void {
  if (reader) return;
  reader = plainReader;
  warning = `Syntax trees are read through the plain API, which is slower: ${problem}.`;
}

/**
 * Starts web-tree-sitter's runtime. It is passed as bytes, never as a path: that works the same in Node, in a worker and from the
 * bundled file.
 */

/** The switch that turns off everything in `fast/`. */
export const isPlainRequested = process.env.CODEGRAIN_PLAIN_TREE_SITTER === '1';

let runtime: Promise<void> | undefined;
/** Why `fast/` does not work with this runtime; undefined if it may. */
let runtimeProblem: string | undefined;

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

async function startRuntime(wasmBinary: Uint8Array): Promise<void> {
  if (!isPlainRequested) {
    runtimeProblem = await tryHooks(wasmBinary);
    if (runtimeProblem === undefined) return;
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

/** Parses texts, with one parser for each grammar. */

const parsers = new Map<Grammar, Parser>();

function createParser(grammar: Grammar): Parser {
  const parser = new Parser();
  parser.setLanguage(grammar);
  return parser;
}

/** @returns undefined if the parser stopped because it took longer than `parseMs`. */
export function parseText(grammar: Grammar, input: ParserInput): SyntaxTree | undefined {
  const parser = remember(parsers, grammar, () => createParser(grammar));
  const tree = syntaxReader().parse(parser, input);
  if (tree) return tree;
  // Without this the next parse would silently continue with the old text.
  parser.reset();
  return undefined;
}

/**
 * Checks that tree-sitter's memory is laid out as `fast/` expects: a small text is parsed, its tree read from memory, and compared
 * with web-tree-sitter's own cursor. Then the same text is parsed as `fast/` parses, and compared again.
 */

/** Every grammar makes some tree from this, many with errors. tree-sitter stores a leaf as long as the word in another way. */
const text = `class A { b(c) { return "é😀"; } }\r\n\n${'word'.repeat(40)} = 2\n`;
const units = Uint16Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
const parseMs = 10_000;

/** @returns in words what is different, undefined if nothing is. */
export function layoutDifference(grammar: Grammar): string | undefined {
  const parsers: Parser[] = [];
  const trees: SyntaxTree[] = [];
  const parse = (reader: SyntaxReader): SyntaxTree | null => {
    const parser = createParser(grammar);
    parsers.push(parser);
    const tree = reader.parse(parser, { text, units, parseMs });
    if (tree) trees.push(tree);
    return tree;
  };
  try {
    const plain = parse(plainReader);
    if (!(plain instanceof PlainTree)) return 'a small text cannot be parsed';
    const cursor = plain.grammarTree.walk();
    const expected = describeCursor(cursor);
    cursor.delete();
    if (!isSameTree(new MemoryTree(plain.grammarTree, text), expected))
      return 'trees are laid out differently in memory';
    const fast = parse(fastReader);
    if (!fast || !isSameTree(fast, expected)) return 'the fast parser makes a different tree';
    return undefined;
  } catch (error) {
    return errorMessage(error);
  } finally {
    for (const tree of trees) tree.delete();
    for (const parser of parsers) parser.delete();
  }
}

/** A line for each node, in the order of the text. */
function describeCursor(cursor: TreeCursor): readonly string[] {
  const lines: string[] = [];
  for (let depth = 0; ; ) {
    const { nodeTypeId, startIndex, endIndex, nodeIsNamed, nodeIsMissing } = cursor;
    const field = startIndex < endIndex ? cursor.currentFieldId : 0;
    lines.push([depth, nodeTypeId, startIndex, endIndex, nodeIsNamed, nodeIsMissing, field].join());
    if (cursor.gotoFirstChild()) depth++;
    else
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return lines;
        depth--;
      }
  }
}

function isSameTree(tree: SyntaxTree, expected: readonly string[]): boolean {
  const path = tree.path(new Uint8Array(errorTypeId + 1).fill(1));
  let count = 0;
  const isSame = (node: Node, depth: number): boolean => {
    const { typeId, startIndex, endIndex, isNamed, isMissing } = node;
    // A path leads to no node without text.
    if (startIndex < endIndex) path.moveTo(startIndex);
    const field = startIndex < endIndex ? path.fieldAt(depth) : 0;
    const line = [depth, typeId, startIndex, endIndex, isNamed, isMissing, field].join();
    return line === expected[count++] && node.children.every((child) => isSame(child, depth + 1));
  };
  return isSame(tree.rootNode, 0) && count === expected.length;
}
