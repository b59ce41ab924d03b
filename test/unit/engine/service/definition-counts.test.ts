/** A chunk speaks for the outermost definitions that begin in it. */
import assert from 'node:assert/strict';
import { countsInChunk } from '../../../../src/engine/service/definition-counts';
import type { DefinitionCounts } from '../../../../src/engine/service-protocol';

const counts = (name: string, line: number, endLine: number): DefinitionCounts => ({
  name,
  kind: 'function',
  line,
  endLine,
  uses: 1,
  usedBy: 2,
});
const file = [
  counts('Shop', 1, 20),
  counts('Shop.open', 2, 4),
  counts('Shop.close', 6, 8),
  counts('sell', 22, 24),
  counts('buy', 24, 24),
];
const namesIn = (startLine: number, endLine: number): string[] =>
  countsInChunk(file, { startLine, endLine }).map(({ name }) => name);

describe('the counts of a chunk', () => {
  it('are those of a class that begins in it, not of its methods', () => {
    assert.deepEqual(namesIn(1, 9), ['Shop']);
  });

  it('are those of the methods, where the class begins in another chunk', () => {
    assert.deepEqual(namesIn(2, 9), ['Shop.open', 'Shop.close']);
  });

  it('are none in the middle of a definition', () => {
    assert.deepEqual(namesIn(9, 20), []);
  });

  it('leave out what is inside another definition, also on its last line', () => {
    assert.deepEqual(namesIn(21, 30), ['sell']);
  });
});
