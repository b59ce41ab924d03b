/**
 * The inner loops of the built-in model: in WebAssembly SIMD (pool.wat, built into dist/pool.wasm) if the machine supports it,
 * else in TypeScript. Both work on the same memory; all positions are byte addresses in it.
 */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from '../../shared/product';
import { halvesToFloats } from '../vector-math';
import { indexWords } from './text-words';

export interface PoolKernel {
  /** out = Σ over words of factor × row, with a separate factor for each of the `heads` parts of a row. */
  pool(rows: number, dims: number, words: number, count: number, factors: number, heads: number, out: number): void;
  /**
   * out (columns) = vector (dims) × matrix (dims × columns, in tiles), for `count` vectors `step` bytes apart, with results as far apart;
   * `count` is even.
   */
  multiply(
    vector: number,
    step: number,
    count: number,
    matrix: number,
    dims: number,
    columns: number,
    out: number,
  ): void;
  /** out[word × heads + head] = row of the word · about (heads × dims). */
  dots(rows: number, dims: number, words: number, count: number, about: number, heads: number, out: number): void;
  /**
   * Converts a matrix of 16-bit floats, row by row, to one of 32-bit floats in tiles: `tileColumns` columns of all rows, then the next
   * ones. `columns` is a multiple of `tileColumns`.
   */
  widen(from: number, to: number, dims: number, columns: number): void;
  /** Makes the table of text-words.ts from `length` letters, with places for `maxWords` words. Returns the number of words. */
  index(letters: number, length: number, places: number, maxWords: number, slots: number, slotCount: number): number;
}

const wasmFile = 'dist/pool.wasm';
/** Columns of a matrix that are side by side in memory. */
const tileColumns = 16;

export function loadPoolKernel(memory: WebAssembly.Memory): PoolKernel {
  const file = productFile(wasmFile);
  if (!existsSync(file)) throw new Error(`${file} is missing: build the product first`);
  const bytes = readFileSync(file);
  // Without SIMD on this machine, the slower one.
  if (!WebAssembly.validate(bytes)) return new PlainPoolKernel(memory);
  const { exports } = new WebAssembly.Instance(new WebAssembly.Module(bytes), { env: { memory } });
  return exports as unknown as PoolKernel;
}

export class PlainPoolKernel implements PoolKernel {
  private readonly bytes: Int8Array;
  private readonly words: Uint16Array;
  private readonly floats: Float32Array;

  constructor(memory: WebAssembly.Memory) {
    this.bytes = new Int8Array(memory.buffer);
    this.words = new Uint16Array(memory.buffer);
    this.floats = new Float32Array(memory.buffer);
  }

  pool(rows: number, dims: number, words: number, count: number, factors: number, heads: number, out: number): void {
    const { bytes, floats } = this;
    const width = dims / heads;
    const to = out >> 2;
    floats.fill(0, to, to + dims);
    for (let i = 0; i < count; i++) {
      const row = rows + (this.words[(words >> 1) + i] ?? 0) * dims;
      for (let d = 0; d < dims; d++) {
        const factor = floats[(factors >> 2) + i * heads + Math.floor(d / width)] ?? 0;
        floats[to + d] = (floats[to + d] ?? 0) + Math.fround(factor * (bytes[row + d] ?? 0));
      }
    }
  }

  widen(from: number, to: number, dims: number, columns: number): void {
    const { floats } = this;
    const matrix = halvesToFloats(new Uint8Array(this.bytes.buffer, from, 2 * dims * columns));
    for (let i = 0; i < matrix.length; i++) {
      const column = i % columns;
      const tile = (column - (column % tileColumns)) * dims;
      const row = (i - column) / columns;
      floats[(to >> 2) + tile + row * tileColumns + (column % tileColumns)] = matrix[i] ?? 0;
    }
  }

  index(letters: number, length: number, places: number, maxWords: number, slots: number, slotCount: number): number {
    const { buffer } = this.bytes;
    return indexWords(
      new Uint8Array(buffer, letters, length),
      new Uint32Array(buffer, places, 2 * maxWords),
      new Uint16Array(buffer, slots, slotCount),
    );
  }

  multiply(...[vector, step, count, matrix, dims, columns, out]: Parameters<PoolKernel['multiply']>): void {
    const { floats } = this;
    for (let i = 0; i < count; i++) {
      const from = (vector + i * step) >> 2;
      const to = (out + i * step) >> 2;
      floats.fill(0, to, to + columns);
      for (let d = 0; d < dims; d++) {
        const factor = floats[from + d] ?? 0;
        for (let c = 0; c < columns; c++) {
          const place = (matrix >> 2) + (c - (c % tileColumns)) * dims + d * tileColumns + (c % tileColumns);
          floats[to + c] = (floats[to + c] ?? 0) + Math.fround(factor * (floats[place] ?? 0));
        }
      }
    }
  }

  dots(rows: number, dims: number, words: number, count: number, about: number, heads: number, out: number): void {
    const { bytes, floats } = this;
    const lanes = new Float32Array(4);
    for (let i = 0; i < count; i++) {
      const row = rows + (this.words[(words >> 1) + i] ?? 0) * dims;
      for (let head = 0; head < heads; head++) {
        const look = (about >> 2) + head * dims;
        lanes.fill(0);
        for (let d = 0; d < dims; d++)
          lanes[d & 3] = (lanes[d & 3] ?? 0) + Math.fround((floats[look + d] ?? 0) * (bytes[row + d] ?? 0));
        const [a = 0, b = 0, c = 0, e = 0] = lanes;
        floats[(out >> 2) + i * heads + head] = Math.fround(a + b) + Math.fround(c + e);
      }
    }
  }
}
