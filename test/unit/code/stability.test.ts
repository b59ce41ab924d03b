/** Ids survive edits elsewhere in the file. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import type { Chunk } from '../../../src/code/chunk';
import { chunkText } from '../../../src/engine/workers/chunker';
import { productFile } from '../../../src/shared/product';
import { runs } from '../random-runs';

const files = ['typescript/inventory.ts', 'go/cache.go', 'java/Orders.java', 'rust/scheduler.rs']
  .map((name) => `grammars/samples/${name}`)
  .map((path) => ({
    path,
    text: readFileSync(productFile(path), 'utf8'),
  }));

async function searched(path: string, text: string): Promise<Chunk[]> {
  return (await chunkText({ path, text }, { maxTokens: 150 })).chunks.filter((chunk) => chunk.role !== 'parent');
}

describe('chunk ids', () => {
  it('stay the same for every chunk that does not share a definition with the edited function', async () => {
    for (const { path, text } of files) {
      const before = await searched(path, text);
      // Where a statement can be added: after the opening line of a function, method or block.
      const places = [
        ...text.matchAll(/^(?!.*\b(?:class|record|enum|interface|switch|match|select|impl|struct)\b).*\(.*\{$/gm),
      ].map((m) => (m.index ?? 0) + m[0].length);
      // Valid in all four languages.
      const statement = fc.constantFrom(
        '\n    check();',
        '\n    // a note\n    check(1, 2, 3);',
        '\n    check(read(4), 5);',
      );
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(...places), statement, async (place, added) => {
          const after = await searched(path, text.slice(0, place) + added + text.slice(place));
          const touched = (chunk: Chunk): boolean => chunk.start <= place && chunk.end >= place;
          const edited = after.filter((chunk) => chunk.start <= place + added.length && chunk.end >= place);
          const names = new Set(
            [...before.filter(touched), ...edited].flatMap((c) => [c.name, ...c.symbols.map((s) => s.name)]),
          );
          // If a function outgrows the limit, it is opened and its neighbours are regrouped: this test skips such edits.
          const pieces = (chunks: readonly Chunk[]): number => chunks.filter((chunk) => names.has(chunk.name)).length;
          fc.pre(pieces(before) === pieces(after));
          const ids = new Set(after.map((chunk) => chunk.id));
          for (const chunk of before) {
            if (touched(chunk) || names.has(chunk.name)) continue;
            assert.ok(
              ids.has(chunk.id),
              `${path}: ${chunk.kind} ${chunk.name} lines ${chunk.startLine}-${chunk.endLine}`,
            );
          }
        }),
        { numRuns: runs(12) },
      );
    }
  });

  it('stay the same when lines are added above', async () => {
    for (const { path, text } of files) {
      const before = await searched(path, text);
      const after = await searched(path, `// A new first line.\n\n${text}`);
      const kept = before.filter((chunk) => after.some((other) => other.id === chunk.id));
      assert.ok(kept.length >= before.length - 1);
    }
  });
});
