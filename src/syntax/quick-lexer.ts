/**
 * Gives a parser a quicker step from character to character (lexer.wat, built into dist/lexer.wasm): some 9 % of parsing.
 *
 * A grammar reaches that step by a place in the runtime's table of functions, which a parser has in its memory (`TSLexer.advance` in
 * tree-sitter's parser.h; the lexer is a parser's first field). So nothing of tree-sitter is changed: our function gets a place in
 * the table, the parser gets that place, and our function knows the one that was there. Tests compare the trees of both.
 */
import { readFileSync } from 'node:fs';
import type { Parser } from 'web-tree-sitter';
import { productFile } from '../shared/product';
import { runtimeLinks, runtimeMemory } from './runtime';
import { addressOf } from './tree-memory';

const wasmFile = 'dist/lexer.wasm';
/** Bytes from the start of a parser. */
const advanceAt = 8;

/** Places in the table. */
interface Steps {
  readonly theirs: number;
  readonly ours: number;
}

let steps: Steps | undefined;

export function quicken(parser: Parser): void {
  const at = (addressOf(parser) + advanceAt) >> 2;
  const { HEAP32: words } = runtimeMemory();
  const place = words[at] ?? 0;
  steps ??= link(place);
  if (steps?.theirs === place) words[at] = steps.ours;
}

/** Undefined where the build has not made it (from source, before the first build), or where it is damaged: theirs does as well. */
function link(theirs: number): Steps | undefined {
  try {
    const module = new WebAssembly.Module(readFileSync(productFile(wasmFile)));
    const { memory, table } = runtimeLinks();
    const { exports } = new WebAssembly.Instance(module, { env: { memory, table, theirs } });
    const ours = table.grow(1);
    table.set(ours, exports.advance);
    return { theirs, ours };
  } catch {
    return undefined;
  }
}
