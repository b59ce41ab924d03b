/** The kernels in WebAssembly and in TypeScript give the same numbers, to the last bit. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { loadPoolKernel, PlainPoolKernel, type PoolKernel } from '../../../../src/embedding/built-in/pool-kernel';

const pageBytes = 65_536;
const pages = 8;

/** Numbers of an ordinary size, zeros of both signs, and some so small that they have fewer digits. */
const numbers = fc.oneof(
  { weight: 8, arbitrary: fc.float({ min: -1000, max: 1000, noNaN: true }) },
  { weight: 1, arbitrary: fc.constantFrom(0, -0) },
  { weight: 1, arbitrary: fc.float({ min: Math.fround(-1e-38), max: Math.fround(1e-38), noNaN: true }) },
);

const shapes = fc
  .record({
    dims: fc.constantFrom(16, 32, 64, 128),
    heads: fc.constantFrom(1, 2, 4),
    count: fc.nat(20),
    seed: fc.nat(),
  })
  .filter(({ dims, heads }) => dims / heads >= 16);

/** Runs both kernels on equal memories and compares all of the memory, so that no other writes are missed. */
function runBoth(fill: (memory: WebAssembly.Memory) => void, call: (kernel: PoolKernel) => void): Float32Array {
  const [fast, plain] = [0, 1].map(() => {
    const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
    fill(memory);
    return memory;
  });
  assert.ok(fast && plain);
  call(loadPoolKernel(fast));
  call(new PlainPoolKernel(plain));
  assert.ok(Buffer.from(fast.buffer).equals(Buffer.from(plain.buffer)));
  return new Float32Array(fast.buffer);
}

const rows = 0;
const rowCount = 300;
const words = pageBytes;
const factors = words + 4096;
const about = factors + 4096;
const out = about + 4096;
const matrix = 3 * pageBytes;

describe('the pool kernel', () => {
  const filled = (values: readonly number[], { dims, seed }: { dims: number; seed: number }) => {
    return (memory: WebAssembly.Memory): void => {
      const bytes = new Int8Array(memory.buffer, rows, rowCount * dims);
      for (let i = 0; i < bytes.length; i++) bytes[i] = Math.imul(i + seed, 2654435761) >> 24;
      const numbers = new Uint16Array(memory.buffer, words, 64);
      for (let i = 0; i < numbers.length; i++) numbers[i] = (Math.imul(i + seed, 40503) >>> 4) % rowCount;
      for (const [at, length] of [
        [factors, 1024],
        [about, 1024],
        [out, 1024],
        [matrix, 32_768],
      ] as const) {
        const floats = new Float32Array(memory.buffer, at, length);
        for (let i = 0; i < length; i++) floats[i] = values[(i * 7 + at) % values.length] ?? 0;
      }
    };
  };
  const someNumbers = fc.array(numbers, { minLength: 5, maxLength: 61 });

  it('is the WebAssembly kernel on this machine', () => {
    assert.ok(!(loadPoolKernel(new WebAssembly.Memory({ initial: 1, maximum: 1 })) instanceof PlainPoolKernel));
  });

  it('sums the weighted rows of words, also without words', () => {
    fc.assert(
      fc.property(shapes, someNumbers, (shape, values) => {
        const { dims, heads, count } = shape;
        const floats = runBoth(filled(values, shape), (kernel) =>
          kernel.pool(rows, dims, words, count, factors, heads, out),
        );
        if (count === 0) assert.ok(floats.subarray(out / 4, out / 4 + dims).every((each) => each === 0));
      }),
    );
  });

  it('multiplies vectors and a matrix, two at a time', () => {
    fc.assert(
      fc.property(shapes, someNumbers, fc.constantFrom(16, 48, 256), (shape, values, columns) => {
        runBoth(filled(values, shape), (kernel) => kernel.multiply(about, 1024, 4, matrix, shape.dims, columns, out));
      }),
    );
  });

  it('computes the dot products of rows and vectors', () => {
    fc.assert(
      fc.property(shapes, someNumbers, (shape, values) => {
        const { dims, heads, count } = shape;
        runBoth(filled(values, shape), (kernel) => kernel.dots(rows, dims, words, count, about, heads, out));
      }),
    );
  });

  it('computes small examples correctly', () => {
    const fill = (memory: WebAssembly.Memory): void => {
      new Int8Array(memory.buffer, rows, 32).set([...new Int8Array(16).fill(1), ...new Int8Array(16).fill(-3)]);
      new Uint16Array(memory.buffer, words, 2).set([0, 1]);
      new Float32Array(memory.buffer, factors, 2).set([2, 0.5]);
      new Float32Array(memory.buffer, about, 16).fill(0.25);
    };
    const pooled = runBoth(fill, (kernel) => kernel.pool(rows, 16, words, 2, factors, 1, out));
    assert.deepEqual([...pooled.subarray(out / 4, out / 4 + 17)], [...Array(16).fill(0.5), 0]);
    const dots = runBoth(fill, (kernel) => kernel.dots(rows, 16, words, 2, about, 1, out));
    assert.deepEqual([...dots.subarray(out / 4, out / 4 + 2)], [4, -12]);
  });

  it('widens every half that a model may have, in tiles of 16 columns', () => {
    const finite = Array.from({ length: 65_536 }, (_, half) => half).filter((half) => (half & 0x7c00) !== 0x7c00);
    const to = pageBytes;
    const from = 5 * pageBytes;
    const columns = 32;
    const dims = finite.length / columns;
    const floats = runBoth(
      (memory) => new Uint16Array(memory.buffer, from, finite.length).set(finite),
      (kernel) => kernel.widen(from, to, dims, columns),
    ).subarray(to / 4, to / 4 + finite.length);
    for (const [i, half] of finite.entries()) {
      const [sign, exponent, fraction] = [half >> 15 ? -1 : 1, (half >> 10) & 31, half & 1023];
      const expected = sign * (exponent === 0 ? fraction * 2 ** -24 : (1024 + fraction) * 2 ** (exponent - 25));
      const [row, column] = [Math.floor(i / columns), i % columns];
      const place = Math.floor(column / 16) * 16 * dims + row * 16 + (column % 16);
      assert.ok(Object.is(floats[place], expected), half.toString(16));
    }
  });

  it('makes the same table of words', () => {
    const word = fc.string({ unit: fc.constantFrom(...'abcdeé\n'), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(word, { maxLength: 40 }), fc.nat(50), (list, maxWords) => {
        const letters = Buffer.from(list.join('\n'), 'latin1');
        const counts: number[] = [];
        runBoth(
          (memory) => Buffer.from(memory.buffer).set(letters, 3),
          (kernel) => counts.push(kernel.index(3, letters.length, words, maxWords, matrix, 128)),
        );
        const count = letters.toString('latin1').split('\n').filter(Boolean).length;
        assert.deepEqual(counts, [count, count]);
      }),
    );
  });
});
