/**
 * Gives a parser a quicker step from character to character (lexer.wat, built into dist/lexer.wasm): some 9 % of parsing.
 *
 * A grammar calls that step by its index in the runtime's table of functions, which a parser has in its memory (`TSLexer.advance` in
 * tree-sitter's parser.h; the lexer is a parser's first field). So no code of tree-sitter is changed: our function is added to the
 * table, the parser gets its index, and our function knows the index that was there. Tests compare the trees of both.
 */
import { readFileSync } from 'node:fs';
import type { Parser } from 'web-tree-sitter';
import { productFile } from '../../shared/product';
import { runtimeLinks, runtimeMemory } from './runtime-memory';
import { addressInMemory } from './tree-memory';

const wasmFile = 'dist/lexer.wasm';
/** Bytes from the start of a parser. */
const advanceAt = 8;

/** Indexes in the table of functions. */
interface Steps {
  readonly theirs: number;
  readonly ours: number;
}

let steps: Steps | undefined;

export function quicken(parser: Parser): void {
  const at = (addressInMemory(parser) + advanceAt) >> 2;
  const { HEAP32: words } = runtimeMemory();
  const current = words[at] ?? 0;
  steps ??= link(current);
  if (steps?.theirs === current) words[at] = steps.ours;
}

/** Undefined if the file is missing (from source, before the first build) or damaged: tree-sitter's own step works as well. */
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
