/**
 * Loads the inner loops of the vector scan: in WebAssembly SIMD (scan.wat, built into dist/scan.wasm) where the machine has it,
 * otherwise in TypeScript (plain-kernel.ts). Both work on the same memory and give the same numbers to the last bit, so that a
 * search has the same answer on every machine.
 *
 * Relaxed SIMD is not used. Its dot product takes 7 bits of the query at a time: exact with two such planes, that is slower
 * (4.4 ms instead of 3.8 for 100,000 rows of 256), and a single plane saves 5 % at the price of less exact scores.
 */
import { existsSync, readFileSync } from 'node:fs';
import { productFile } from '../../shared/product';
import { PlainKernel } from './plain-kernel';
import type { KernelName, ScanKernel } from './scan-kernel';

let compiled: WebAssembly.Module | undefined;

/** @throws if dist/scan.wasm is missing. Returns `plain` if the machine cannot run it. */
export function bestKernel(): KernelName {
  if (compiled) return 'simd';
  const file = productFile('dist', 'scan.wasm');
  if (!existsSync(file)) throw new Error(`${file} is missing: build or install Codegrain again`);
  const bytes = readFileSync(file);
  if (!WebAssembly.validate(bytes)) return 'plain';
  compiled = new WebAssembly.Module(bytes);
  return 'simd';
}

export function loadKernel(memory: WebAssembly.Memory, name: KernelName): ScanKernel {
  if (name === 'plain' || bestKernel() === 'plain' || !compiled) return new PlainKernel(memory);
  const { exports } = new WebAssembly.Instance(compiled, { scan: { memory } });
  if (!isKernel(exports)) throw new Error('dist/scan.wasm is not the one this version was built with');
  return exports;
}

function isKernel(exports: Readonly<Record<string, unknown>>): exports is ScanKernel & Record<string, unknown> {
  return ['scan', 'scanCodes', 'next', 'score', 'encode', 'unpack'].every(
    (name) => typeof exports[name] === 'function',
  );
}
