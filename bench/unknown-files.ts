/**
 * Measures what a text file without a known language costs: the same texts are indexed under an extension that nobody knows (their
 * language is guessed), under one that is always cut by lines, and under their own. Seconds are processor time of the command
 * line and its workers, from `codegrain index --json`.
 *
 *     npm run build && npm run bench:unknown [-- FILES]
 *
 * Device trees are made (unknown-files/device-trees.ts): the model is sure that they are C++. The others come from bench/corpus.
 */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism, cpus, tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { corpusFolder } from './corpus';
import { deviceTree } from './unknown-files/device-trees';

const maxBytes = 30_000;
const perFolder = 100;
const program = resolve(__dirname, '..', 'dist', 'cli.js');

interface Indexed {
  readonly cpuSeconds: number;
  readonly bytes: number;
}

function* filesIn(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesIn(path);
    else if (entry.isFile()) yield path;
  }
}

function corpusTexts(language: string, extension: string, count: number): string[] {
  const files = [...filesIn(join(corpusFolder, language))].filter((file) => extname(file) === extension);
  const step = Math.max(1, Math.floor(files.length / count));
  return files
    .filter((file, i) => i % step === 0 && statSync(file).size <= maxBytes)
    .slice(0, count)
    .map((file) => readFileSync(file, 'utf8'));
}

function index(texts: readonly string[], extension: string): Indexed {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-unknown-'));
  try {
    texts.forEach((text, i) => {
      const inner = join(folder, `part${Math.floor(i / perFolder)}`);
      if (i % perFolder === 0) mkdirSync(inner);
      writeFileSync(join(inner, `file${i}${extension}`), text);
    });
    const output = execFileSync(process.execPath, [program, 'index', folder, '--json'], { encoding: 'utf8' });
    return JSON.parse(output) as Indexed;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function main(): void {
  const count = Number(process.argv[2] ?? 2500);
  console.log(`Node ${process.version}, ${cpus()[0]?.model ?? 'unknown processor'} × ${availableParallelism()}\n`);
  console.log('| texts | files | MB | by lines, CPU s | unknown extension, CPU s | ratio | own extension, CPU s |');
  console.log('| --- | ---: | ---: | ---: | ---: | ---: | ---: |');
  const groups: readonly (readonly [string, readonly string[], string])[] = [
    ['device trees', Array.from({ length: count }, (_, i) => deviceTree(i)), '.dts'],
    ['C', corpusTexts('c', '.c', count), '.c'],
    ['Python', corpusTexts('python', '.py', count), '.py'],
  ];
  for (const [name, texts, extension] of groups) {
    const lines = index(texts, '.conf');
    const unknown = index(texts, '.unheardof');
    const own = index(texts, extension);
    const cells = [
      name,
      texts.length,
      (lines.bytes / 1e6).toFixed(1),
      lines.cpuSeconds.toFixed(1),
      unknown.cpuSeconds.toFixed(1),
      (unknown.cpuSeconds / lines.cpuSeconds).toFixed(2),
      own.cpuSeconds.toFixed(1),
    ];
    console.log(`| ${cells.join(' | ')} |`);
  }
}

main();
