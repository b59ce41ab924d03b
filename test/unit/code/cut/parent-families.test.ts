/** How chunks are divided into families: parents of a useful size that respect sections. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { IndexRange } from '../../../../src/code/cut/cut-to-fit';
import { parentFamilies } from '../../../../src/code/cut/parent-families';

/** Level 0 is the outermost: between sections or types; 1 is between their parts. */
const gap = (level: number): number => -16 * level;

function divided(sizes: readonly number[], levels: readonly number[], wholes: readonly IndexRange[] = []): number[][] {
  const tokens = Float64Array.from(sizes);
  const total = (from: number, to: number): number => tokens.subarray(from, to).reduce((sum, size) => sum + size, 0);
  const families = parentFamilies({
    strengths: Float64Array.from(levels, gap),
    sizes: tokens,
    wholes,
    parentTokens: 1200,
    fits: (from, to) => total(from, to) <= 1200,
  });
  return families.map(({ from, to }) => sizes.slice(from, to));
}

const sum = (sizes: readonly number[]): number => sizes.reduce((all, size) => all + size, 0);

describe('the parents of a file', () => {
  it('are between 800 and 1,200 tokens where that is possible', () => {
    assert.deepEqual(divided([300, 300, 300, 300, 300, 300], [0, 0, 0, 0, 0, 0]).map(sum), [900, 900]);
    for (const size of [210, 250, 290, 330, 370, 400]) {
      const families = divided(
        Array.from({ length: 12 }, () => size),
        Array.from({ length: 12 }, () => 0),
      );
      for (const family of families) assert.ok(sum(family) >= 800, `${family}`);
    }
  });

  it('end where sections end', () => {
    const sections = divided([300, 300, 300, 250, 350, 400], [0, 1, 1, 0, 1, 1]);
    assert.deepEqual(sections, [
      [300, 300, 300],
      [250, 350, 400],
    ]);
  });

  it('keep a section of a fitting size apart, although another division would be fuller', () => {
    assert.deepEqual(divided([400, 400, 300, 300, 300], [0, 1, 0, 1, 1]), [
      [400, 400],
      [300, 300, 300],
    ]);
  });

  it('are one for a section or type that fits, also where another division would be fuller', () => {
    const sizes = [300, 380, 380, 380, 300];
    const levels = [1, 0, 0, 0, 0];
    assert.notDeepEqual(divided(sizes, levels), [[300], [380, 380, 380], [300]]);
    assert.deepEqual(divided(sizes, levels, [{ from: 1, to: 4 }]), [[300], [380, 380, 380], [300]]);
  });

  it('are divided inside a section that does not fit, but not inside those that do in it', () => {
    const sizes = [200, 400, 400, 400, 400];
    const wholes = [
      { from: 0, to: 5 },
      { from: 1, to: 3 },
      { from: 3, to: 5 },
    ];
    for (const level of [0, 1, 2]) {
      const families = divided(sizes, [0, 1, level, 1, level], wholes);
      assert.deepEqual(families, [
        [200, 400, 400],
        [400, 400],
      ]);
    }
  });

  it('join small sections', () => {
    assert.deepEqual(divided([200, 200, 200, 200, 200, 200, 200, 200], [0, 0, 0, 0, 0, 0, 0, 0]).map(sum), [800, 800]);
  });

  it('have every chunk once, in order, and are never too large', () => {
    const chunk = fc.record({ size: fc.integer({ min: 1, max: 1500 }), level: fc.integer({ min: 0, max: 6 }) });
    fc.assert(
      fc.property(fc.array(chunk, { maxLength: 120 }), fc.array(fc.nat(115)), (chunks, starts) => {
        const sizes = chunks.map(({ size }) => size);
        const families = divided(
          sizes,
          chunks.map(({ level }) => level),
          starts
            .sort((a, b) => a - b)
            .map((from, i) => ({ from, to: Math.min(sizes.length, from + 2 + (i % 3)) }))
            .filter(({ from, to }) => to - from > 1),
        );
        assert.deepEqual(families.flat(), sizes);
        for (const family of families) assert.ok(family.length === 1 || sum(family) <= 1200);
      }),
    );
  });

  it('change only near an edit', () => {
    const sizes = Array.from({ length: 200 }, (_, i) => 150 + ((i * 67) % 200));
    const levels = Array.from({ length: 200 }, (_, i) => (i % 25 === 0 ? 0 : i % 5 === 0 ? 1 : 2));
    const before = divided(sizes, levels);
    const edited = sizes.map((size, i) => (i === 3 ? size + 120 : size));
    const after = divided(edited, levels);
    assert.deepEqual(after.slice(-before.length / 2), before.slice(-before.length / 2));
  });
});
