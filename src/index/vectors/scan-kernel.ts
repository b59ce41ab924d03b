/**
 * The inner loops of the vector scan: in WebAssembly SIMD (scan.wat, built into dist/scan.wasm) where the machine has it,
 * else in TypeScript (plain-kernel.ts). Both work on the same memory and give the same numbers to the last bit, so that a
 * search has the same answer on every machine.
 *
 * Relaxed SIMD is not used. Its dot product takes 7 bits of the query at a time: exact with two such planes, that is slower
 * (4.4 ms instead of 3.8 for 100,000 rows of 256), and a single plane saves 5 % at the price of less exact scores.
 */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from '../../shared/product';
import { PlainKernel } from './plain-kernel';

/** All positions are byte addresses in the memory; `bytes` is the length of a row, a multiple of 32. */
export interface Kernel {
  /**
   * Finds the rows from `row` (a multiple of 4) to before `last` whose score is above `above` and whose bit in `mask` is set
   * (0: no mask). Row numbers go to `found`, scores to `scores`, both with room for `room`. Gives how many there are; stops
   * when the room may not hold more, and `next` then tells the row to go on with.
   */
  scan(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    row: number,
    last: number,
    above: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  /** The same for 1-bit codes; `row` is a multiple of 32, and scores are integers of at least `least`. */
  scanCodes(
    codes: number,
    bytes: number,
    tables: number,
    row: number,
    last: number,
    least: number,
    mask: number,
    found: number,
    scores: number,
    room: number,
  ): number;
  next(): number;
  /** The scores of the `count` rows whose numbers stand at `rows`. */
  score(
    vectors: number,
    scales: number,
    bytes: number,
    query: number,
    rows: number,
    scores: number,
    count: number,
  ): void;
  /** The codes of all rows, in blocks of 32: a bit is set where a value reaches that of `middle`. Scratch: 8 × bytes. */
  encode(vectors: number, bytes: number, middle: number, count: number, codes: number, scratch: number): void;
}

export type KernelName = 'simd' | 'plain';
export type LoadKernel = (memory: WebAssembly.Memory) => Kernel;

/** Rows found by one call of a scan never need more room than this beyond what was asked for. */
export const ROWS_PER_BLOCK = 32;

let compiled: WebAssembly.Module | undefined;

/** Throws where dist/scan.wasm is missing; gives the plain kernel where the machine cannot run it. */
export function bestKernel(): KernelName {
  if (compiled) return 'simd';
  const file = productFile('dist', 'scan.wasm');
  if (!existsSync(file)) throw new Error(`${file} is missing: build or install Codegrain again`);
  const bytes = readFileSync(file);
  if (!WebAssembly.validate(bytes)) return 'plain';
  compiled = new WebAssembly.Module(bytes);
  return 'simd';
}

export function loadKernel(memory: WebAssembly.Memory, name: KernelName): Kernel {
  if (name === 'plain' || bestKernel() === 'plain' || !compiled) return new PlainKernel(memory);
  const { exports } = new WebAssembly.Instance(compiled, { scan: { memory } });
  if (!isKernel(exports)) throw new Error('dist/scan.wasm is not the one this version was built with');
  return exports;
}

function isKernel(exports: Readonly<Record<string, unknown>>): exports is Kernel & Record<string, unknown> {
  return ['scan', 'scanCodes', 'next', 'score', 'encode'].every((name) => typeof exports[name] === 'function');
}
