/** The promises of the product, checked on real samples of every language, on broken samples, and on random text. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type { Chunk, ChunkedFile } from '../../../src/code/chunk';
import { chunkText } from '../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../src/options/chunk-options';
import { productFile } from '../../../src/shared/product';
import { tokenCounter } from '../../../src/tokens/token-counter';
import { oneOf, runs } from '../random-runs';

const samples = readdirSync(productFile('grammars', 'samples')).flatMap((id) =>
  readdirSync(productFile('grammars', 'samples', id)).map((name) => {
    const path = join('grammars', 'samples', id, name);
    return { path, text: readFileSync(productFile(path), 'utf8') };
  }),
);
const counter = tokenCounter('o200k_base');

const searched = (file: ChunkedFile): Chunk[] => file.chunks.filter((chunk) => chunk.role !== 'parent');

/** Prose repeats sentences and is cut between them, in the middle of lines. */
const isProse = (path: string): boolean => /\.(md|html)$/.test(path);

/** Checks what must be true for every file. */
function assertPromises(file: ChunkedFile, text: string, options: Partial<ChunkOptions> = {}): void {
  const maxTokens = options.maxTokens ?? 400;
  const parentTokens = options.parentTokens ?? 1200;
  const children = searched(file);
  if (text.trim() === '') assert.equal(children.length, 0);
  else
    assert.equal(
      children.map((chunk) => chunk.text.slice(chunk.overlap.before)).join(''),
      text,
      'the searched chunks joined are the file',
    );
  const ids = new Set<string>();
  const parents = new Map(file.chunks.filter((chunk) => chunk.role === 'parent').map((chunk) => [chunk.id, chunk]));
  for (const chunk of file.chunks) {
    assert.equal(chunk.text, text.slice(chunk.start, chunk.end));
    assert.equal(chunk.tokens.text, counter.count(chunk.text));
    assert.equal(chunk.tokens.total, counter.count(chunk.context + chunk.text));
    assert.ok(chunk.tokens.text <= (chunk.role === 'parent' ? parentTokens : maxTokens), 'no chunk exceeds the limit');
    assert.ok(!ids.has(chunk.id), 'ids are unique');
    ids.add(chunk.id);
    if (!isProse(file.path)) assert.deepEqual(chunk.overlap, { before: 0, after: 0 });
    assert.ok(chunk.startLine <= chunk.endLine);
    for (const symbol of chunk.symbols) {
      assert.ok(symbol.line >= chunk.startLine && symbol.line <= chunk.endLine, `${symbol.name} is defined elsewhere`);
    }
    assert.ok(!/^[\udc00-\udfff]/.test(chunk.text) || /^[\udc00-\udfff]/.test(text), 'no surrogate pair is split');
  }
  for (const chunk of children) {
    if (chunk.role === 'standard') {
      assert.equal(chunk.parent, undefined);
      continue;
    }
    const parent = chunk.parent === undefined ? undefined : parents.get(chunk.parent);
    assert.ok(
      parent && parent.start <= chunk.start + chunk.overlap.before && parent.end >= chunk.end,
      'a child is inside its parent',
    );
  }
}

describe('chunks of the sample of every language', () => {
  for (const [turn, maxTokens] of [400, 120, 32].entries()) {
    it(`keep the promises with a limit of ${maxTokens} tokens`, async () => {
      for (const [i, { path, text }] of samples.entries()) {
        // Each sample has both line ends at some limit; where there is time, at every one.
        for (const lineEnd of oneOf(2) === 1 ? ['\n', '\r\n'] : [(i + turn) % 2 === 0 ? '\n' : '\r\n']) {
          const variant = text.replace(/\n/g, lineEnd);
          const options = { maxTokens, parentTokens: maxTokens * 3 };
          assertPromises(await chunkText({ path, text: variant }, options), variant, options);
        }
      }
    });
  }

  it('are the same for the same input', async () => {
    for (const file of samples) assert.deepEqual(await chunkText(file), await chunkText(file));
  });

  it('keep every non-blank line in one searched chunk', async () => {
    for (const { path, text } of samples.filter((sample) => !isProse(sample.path))) {
      const holders = new Map<number, Chunk[]>();
      for (const chunk of searched(await chunkText({ path, text }, { maxTokens: 100 }))) {
        for (let line = chunk.startLine; line <= chunk.endLine; line++)
          holders.set(line, [...(holders.get(line) ?? []), chunk]);
      }
      text.split('\n').forEach((line, i) => {
        if (line.trim() === '') return;
        const chunks = holders.get(i + 1) ?? [];
        // If a definition fits only without its indentation or line break, its neighbours get these.
        const isTight = chunks.some((chunk) => chunk.tokens.text >= 98);
        assert.ok(
          chunks.length === 1 || (chunks.length === 2 && isTight),
          `${path}:${i + 1} is in ${chunks.length} chunks`,
        );
      });
    }
  });
});

describe('broken and random text', () => {
  it('keeps the promises when parts of a sample are cut out, doubled or replaced by garbage', async () => {
    const sample = fc.constantFrom(...samples);
    const garbage = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.constantFrom('{', '}', '"', '/*', '#if 1\n', '\r', '😀', ''),
    );
    await fc.assert(
      fc.asyncProperty(
        sample,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(200),
        garbage,
        async (file, at, cut, extra) => {
          const start = Math.floor(at * file.text.length);
          const text = file.text.slice(0, start) + extra + file.text.slice(start + cut);
          const options = { maxTokens: 80, parentTokens: 240 };
          assertPromises(await chunkText({ path: file.path, text }, options), text, options);
        },
      ),
      { numRuns: runs(50) },
    );
  });

  it('keeps the promises for any text at all', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: 'grapheme', maxLength: 400 }),
    );
    const path = fc.constantFrom('a.ts', 'a.py', 'a.json', 'a.c', 'a.rb', 'a.txt', 'a', 'Makefile', 'a.vue', 'a.yaml');
    await fc.assert(
      fc.asyncProperty(path, text, async (name, content) => {
        const options = { maxTokens: 24, parentTokens: 72 };
        assertPromises(await chunkText({ path: name, text: content }, options), content, options);
      }),
      { numRuns: runs(70) },
    );
  });

  it('splits a line without any break by characters', async () => {
    const text = `x = "${'héllo wörld 😀 '.repeat(2000)}"\n`;
    assertPromises(await chunkText({ path: 'a.py', text }), text);
  });
});
