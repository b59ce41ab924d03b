/**
 * Runs one chunker in its own process: chunks the files that the parent process names, writes the pieces as one JSON line per
 * file, and reports CPU time and peak memory. It is bundled before it runs, so that no transpiler is measured.
 *
 * CPU time is that of the whole process (all threads) during the calls of the chunker, without reading files and writing
 * pieces. The first files of each language are chunked once before without being counted, so that the JIT compilers have seen
 * the code; whatever they compile later counts, for every chunker.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { Piece } from './measured-piece';
import { readSource } from './read-source';

/** A file of a corpus; for prose, the format is its language. */
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

export interface ChunkerTask {
  readonly chunker: string;
  /** JSON: BenchFile[] */
  readonly filesJson: string;
  /** The file that the pieces are written to. */
  readonly out: string;
  readonly warmUpFiles: number;
  /** The chunker counts as warm from this file on. */
  readonly warmFrom: number;
}

/** A message from the parent: chunk files `from` to `to`, all of one language, or report and exit. */
export type ChunkerOrder = { readonly from: number; readonly to: number } | 'report';

export interface ChunkerReport {
  /** Microseconds of CPU by language. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly bytes: Readonly<Record<string, number>>;
  /** The same for the files from `warmFrom` on. */
  readonly warm: { readonly cpu: Readonly<Record<string, number>>; readonly bytes: Readonly<Record<string, number>> };
  /** Kilobytes. */
  readonly maxRss: number;
  readonly failures: readonly string[];
}

async function start(task: ChunkerTask, makeChunker: MakeChunker): Promise<void> {
  // claude-context prints a line per file.
  console.log = () => {};
  console.warn = () => {};
  const files = JSON.parse(readFileSync(task.filesJson, 'utf8')) as BenchFile[];
  const chunk = await makeChunker(task.chunker);
  const failures: string[] = [];
  const attempt = async (file: BenchFile, text: string): Promise<readonly Piece[]> => {
    try {
      // The path inside its project, without the `language/package/` of bench/corpus.
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
    // One call per block: in some sandboxes it costs as much as chunking a small file.
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
  process.on('message', (order: ChunkerOrder) => {
    if (order === 'report') {
      closeSync(out);
      const report: ChunkerReport = { cpu, bytes, warm, maxRss: process.resourceUsage().maxRSS, failures };
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

/** The entry point of a chunker process. @param makeChunker makes the chunker with the name in the task. */
export function serveChunker(makeChunker: MakeChunker): void {
  start(JSON.parse(process.argv[2] ?? '') as ChunkerTask, makeChunker).catch(fail);
}
