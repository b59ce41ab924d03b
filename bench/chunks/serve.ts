/**
 * One chunker in a process of its own: chunks the files it is told, writes the pieces as one JSON line per file, and
 * reports CPU time and peak memory. It is bundled before it runs, so that no transpiler is measured.
 *
 * CPU time is that of the whole process (all threads) during the calls of the chunker; reading files and writing pieces
 * is left out. The first files of each language are chunked once before, uncounted, so that the JIT compilers have seen
 * the code; what they still compile later counts, for everyone.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Piece } from './piece';
import { readSource } from './read-source';

/** A file of a corpus; what is not code has its format as language. */
export interface BenchFile<Language extends string = string> {
  /** Relative to bench/corpus, with `/`. */
  readonly path: string;
  readonly language: Language;
  readonly bytes: number;
}

export type Chunk<Language extends string = string> = (
  path: string,
  text: string,
  language: Language,
) => Promise<readonly Piece[]> | readonly Piece[];

export type MakeChunker = (name: string) => Promise<Chunk> | Chunk;

export interface ChildTask {
  readonly chunker: string;
  /** JSON: BenchFile[] */
  readonly filesJson: string;
  /** Where the pieces go. */
  readonly out: string;
  readonly warmUpFiles: number;
  /** From this file on the chunker counts as warm. */
  readonly warmFrom: number;
}

/** What the parent sends: chunk files `from` to `to`, all of one language, or report and end. */
export type ChildOrder = { readonly from: number; readonly to: number } | 'report';

export interface ChildReport {
  /** Microseconds of CPU by language. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly bytes: Readonly<Record<string, number>>;
  /** The same of the files from `warmFrom` on. */
  readonly warm: { readonly cpu: Readonly<Record<string, number>>; readonly bytes: Readonly<Record<string, number>> };
  /** Kilobytes. */
  readonly maxRss: number;
  readonly failures: readonly string[];
}

async function start(task: ChildTask, makeChunker: MakeChunker): Promise<void> {
  // claude-context writes a line per file.
  console.log = () => {};
  console.warn = () => {};
  const files = JSON.parse(readFileSync(task.filesJson, 'utf8')) as BenchFile[];
  const chunk = await makeChunker(task.chunker);
  const failures: string[] = [];
  const attempt = async (file: BenchFile, text: string): Promise<readonly Piece[]> => {
    try {
      // As seen from the project it belongs to: bench/corpus holds `language/package/` before it.
      return await chunk(file.path.split('/').slice(2).join('/'), text, file.language);
    } catch (error) {
      failures.push(`${file.path}: ${error instanceof Error ? (error.stack ?? error.message) : error}`);
      return [];
    }
  };
  const seen = new Map<string, number>();
  for (const file of files) {
    const count = (seen.get(file.language) ?? 0) + 1;
    seen.set(file.language, count);
    if (count <= task.warmUpFiles) await attempt(file, readSource(file.path));
  }
  failures.length = 0;

  const cpu: Record<string, number> = {};
  const bytes: Record<string, number> = {};
  const warm = { cpu: {} as Record<string, number>, bytes: {} as Record<string, number> };
  const out = openSync(task.out, 'w');
  const chunkFiles = async (from: number, to: number): Promise<void> => {
    const block = files.slice(from, to).map((file) => ({ file, text: readSource(file.path) }));
    const pieces: (readonly Piece[])[] = [];
    // Read once per block: in some sandboxes the call costs as much as chunking a small file.
    const before = process.cpuUsage();
    for (const { file, text } of block) pieces.push(await attempt(file, text));
    const { user, system } = process.cpuUsage(before);
    const language = block[0]?.file.language ?? '';
    for (const sums of from >= task.warmFrom ? [{ cpu, bytes }, warm] : [{ cpu, bytes }]) {
      sums.cpu[language] = (sums.cpu[language] ?? 0) + user + system;
      for (const { file } of block) sums.bytes[language] = (sums.bytes[language] ?? 0) + file.bytes;
    }
    for (const piece of pieces) writeSync(out, `${JSON.stringify(piece)}\n`);
  };
  process.on('message', (order: ChildOrder) => {
    if (order === 'report') {
      closeSync(out);
      const report: ChildReport = { cpu, bytes, warm, maxRss: process.resourceUsage().maxRSS, failures };
      process.send?.(report, () => process.exit(0));
    } else {
      chunkFiles(order.from, order.to).then(() => process.send?.('done'), fail);
    }
  });
  process.send?.('ready');
}

function fail(error: unknown): void {
  process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
  process.exit(1);
}

/** What a child does, with the chunkers it knows. */
export function serve(makeChunker: MakeChunker): void {
  start(JSON.parse(process.argv[2] ?? '') as ChildTask, makeChunker).catch(fail);
}
