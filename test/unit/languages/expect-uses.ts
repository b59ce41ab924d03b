/** Helpers for the language tests: what a piece of source uses, and what its chunks carry. */
import assert from 'node:assert/strict';
import type { Chunk } from '../../../src/code/chunk';
import { Outline } from '../../../src/code/identify/outline';
import { ParsedSource } from '../../../src/code/identify/parsed-source';
import { SourceText } from '../../../src/code/source-text';
import { ModuleNames } from '../../../src/code/uses/module-names';
import { findUses } from '../../../src/code/uses/references';
import { chunkText, languageOf } from '../../../src/engine/workers/chunker';

/** The module-level names that the definition of `name` uses, sorted, without the names defined inside it. */
export async function usesOf(path: string, text: string, name: string): Promise<string[]> {
  const language = languageOf({ path, text });
  assert.ok(language, `no language for ${path}`);
  const parsed = await ParsedSource.parse(language, text);
  try {
    assert.ok(!parsed.tree.rootNode.hasError, `the test source has a syntax error: ${parsed.tree.rootNode}`);
    const names = new ModuleNames(new Outline(language, text), [parsed.tree.rootNode]);
    const ranges = names.globals.filter((global) => global.name === name);
    assert.ok(ranges.length > 0, `nothing defines ${name}`);
    const found = new Set<string>();
    for (const use of findUses(language, parsed.grammar, parsed.tree, new SourceText(text), names)) {
      const within = (offset: number): boolean => ranges.some(({ start, end }) => offset >= start && offset < end);
      if (within(use.offset) && !within(use.target.start)) found.add(use.name);
    }
    return [...found].sort();
  } finally {
    parsed.delete();
  }
}

/** The chunks that are searched (not parents). Asserts that together they are the whole source. */
export async function searchedChunks(path: string, text: string, maxTokens = 60): Promise<readonly Chunk[]> {
  const { chunks } = await chunkText({ path, text }, { maxTokens });
  const children = chunks.filter((chunk) => chunk.role !== 'parent');
  assert.equal(children.map((chunk) => chunk.text).join(''), text);
  return children;
}

export function chunkWith(chunks: readonly Chunk[], text: string): Chunk {
  const chunk = chunks.find((candidate) => candidate.text.includes(text));
  assert.ok(chunk, `no chunk contains ${text}`);
  return chunk;
}

/** The import statements a chunk carries, each once, in source order. */
export function importsOf(chunk: Chunk): string[] {
  return [...new Set([...chunk.imports].sort((a, b) => a.line - b.line).map((entry) => entry.statement))];
}

export function globalsOf(chunk: Chunk): string[] {
  return chunk.globals.map((entry) => entry.name).sort();
}

/** `kind name` of everything defined in the chunks. */
export function symbolsOf(chunks: readonly Chunk[]): string[] {
  return chunks.flatMap((chunk) => chunk.symbols.map((symbol) => `${symbol.kind} ${symbol.name}`));
}
