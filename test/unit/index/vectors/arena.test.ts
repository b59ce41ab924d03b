import { equal, ok, throws } from 'node:assert/strict';
import fc from 'fast-check';
import { Arena } from '../../../../src/index/vectors/arena';
import { runs } from '../../random-runs';

describe('arena', () => {
  it('never allocates a byte twice, and is one hole again when everything is freed', () => {
    const step = fc.record({ bytes: fc.nat({ max: 200_000 }), freed: fc.option(fc.nat(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const arena = new Arena();
        const pieces: { start: number; end: number }[] = [];
        for (const { bytes, freed } of steps) {
          const start = arena.take(bytes);
          const piece = { start, end: start + bytes };
          equal(start % 64, 0);
          ok(start > 0 && piece.end <= arena.size);
          ok(pieces.every((other) => other.end <= piece.start || piece.end <= other.start));
          pieces.push(piece);
          if (freed !== undefined) for (const { start } of pieces.splice(freed % pieces.length, 1)) arena.free(start);
        }
        for (const { start } of pieces) arena.free(start);
        equal(arena.used, 0);
        const { size } = arena;
        arena.take(size - 64);
        equal(arena.size, size);
      }),
      { numRuns: runs(20) },
    );
  });

  it('frees only what it allocated', () => {
    const arena = new Arena();
    const piece = arena.take(10);
    arena.free(piece);
    throws(() => arena.free(piece), /nothing is allocated/);
  });
});
