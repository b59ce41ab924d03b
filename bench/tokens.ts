import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import type { Tiktoken } from 'js-tiktoken/lite';
import { writeTokenFiles } from '../scripts/token-files';
import { productFile } from '../src/shared/product';
import { type EncodingName, encodingNames, type TokenCounter } from '../src/tokens/counter-table';
import type * as Counter from '../src/tokens/token-counter';

/**
 * Measures the speed of token counting on real source, in tokens per second of CPU time (all threads): the first pass over the
 * files (cold: nothing cached, nothing compiled), a later pass, and js-tiktoken. It measures the bundled code with token files, as
 * it ships: run from source it is about three times slower, because every constant of another module is then a call.
 *
 *     node --import tsx bench/tokens.ts
 */

const CORPUS_BYTES = 5_000_000;
const LARGEST_FILE = 700_000;
const root = join(__dirname, '..', 'node_modules');

function bundledCounter(folder: string): typeof Counter {
  const outfile = join(folder, 'counter.js');
  const entry = join(__dirname, '..', 'src', 'tokens', 'token-counter.ts');
  buildSync({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'cjs' });
  writeTokenFiles(folder);
  return createRequire(outfile)(outfile);
}

function cpuSeconds(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1e6;
}

/** Round-robin over packages, so that no package dominates the corpus. */
function corpus(): string[] {
  const packages = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  const queues = packages.map(({ name }) =>
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.min)\.(m|c)?[jt]sx?$/.test(file) && !/ranks/.test(file))
      .sort()
      .map((file) => join(root, name, file))
      .filter((file) => statSync(file).isFile() && statSync(file).size < LARGEST_FILE),
  );
  const texts: string[] = [];
  for (let bytes = 0; bytes < CORPUS_BYTES && queues.some((queue) => queue.length > 0); ) {
    for (const queue of queues) {
      const file = queue.shift();
      if (file === undefined || bytes >= CORPUS_BYTES) continue;
      texts.push(readFileSync(file, 'utf8'));
      bytes += statSync(file).size;
    }
  }
  return texts;
}

function report(label: string, tokens: number, seconds: number): void {
  console.log(`  ${label.padEnd(34)} ${(tokens / seconds / 1e6).toFixed(2).padStart(7)} M tokens/CPU-s`);
}

async function library(name: EncodingName): Promise<Tiktoken> {
  const { Tiktoken } = await import('js-tiktoken/lite');
  const ranks = await (name === 'o200k_base'
    ? import('js-tiktoken/ranks/o200k_base')
    : import('js-tiktoken/ranks/cl100k_base'));
  return new Tiktoken(ranks.default);
}

function megabytes(bytes: number): string {
  return `${(bytes / 2 ** 20).toFixed(1)} MB`;
}

async function main(folder: string): Promise<void> {
  const { tokenCounter } = bundledCounter(folder);
  const texts = corpus();
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  console.log(`${texts.length} files, ${(length / 1e6).toFixed(2)} M characters`);
  for (const name of encodingNames) {
    console.log(name);
    const memory = process.memoryUsage();
    const ms = cpuSeconds(() => tokenCounter(name)) * 1e3;
    const counter = tokenCounter(name);
    const after = process.memoryUsage();
    console.log(
      `  start-up ${ms.toFixed(1)} CPU-ms, heap +${megabytes(after.heapUsed - memory.heapUsed)}, ` +
        `buffers +${megabytes(after.arrayBuffers - memory.arrayBuffers)}, rss +${megabytes(after.rss - memory.rss)}`,
    );
    let tokens = 0;
    const pass = (): void => {
      tokens = texts.reduce((sum, text) => sum + counter.count(text), 0);
    };
    const cold = cpuSeconds(pass);
    report('count, cold', tokens, cold);
    report('count, warm', tokens, Math.min(cpuSeconds(pass), cpuSeconds(pass)));
    const documents = (): void => {
      for (const text of texts) counter.document(text);
    };
    report('document, warm', tokens, Math.min(cpuSeconds(documents), cpuSeconds(documents)));
    slices(texts, counter);
    const reference = await library(name);
    let expected = 0;
    const slow = cpuSeconds(() => {
      for (const text of texts) expected += reference.encode(text, [], []).length;
    });
    report('js-tiktoken', expected, slow);
    if (expected !== tokens) throw new Error(`counted ${tokens} tokens, but js-tiktoken counts ${expected}`);
  }
}

/** Slices of the largest file, as a chunker counts them. */
function slices(texts: readonly string[], counter: TokenCounter): void {
  const text = texts.reduce((longest, one) => (one.length > longest.length ? one : longest), '');
  const document = counter.document(text);
  const calls = 200_000;
  const timed = (label: string, call: (start: number, end: number) => number): void => {
    const seconds = cpuSeconds(() => {
      for (let i = 0; i < calls; i++) {
        const start = (i * 7919) % (text.length - 2000);
        call(start, start + 200 + (i % 1800));
      }
    });
    console.log(`  ${label.padEnd(34)} ${((seconds / calls) * 1e6).toFixed(2).padStart(7)} µs per call`);
  };
  timed('slice count', (start, end) => document.count(start, end));
  timed('slice fit, 400 tokens', (start) => document.fit(start, text.length, 400));
}

const folder = mkdtempSync(productFile('dist', 'bench-'));
void main(folder).finally(() => rmSync(folder, { recursive: true }));
