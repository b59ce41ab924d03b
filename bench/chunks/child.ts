/**
 * One chunker in a process of its own: chunks every file, writes the pieces as one JSON line per file, and reports CPU
 * time and peak memory. It is bundled before it runs, so that no transpiler is measured.
 *
 * CPU time is that of the whole process (all threads) during the calls of the chunker; reading files and writing pieces
 * is left out. The first files of each language are chunked once before, uncounted, so that the JIT compilers have seen
 * the code; what they still compile later counts, for everyone.
 */
import { closeSync, openSync, readFileSync, writeSync } from 'node:fs';
import type { CorpusFile } from '../corpus';
import { makeChunker } from './chunkers';
import type { ChunkerName, Piece } from './piece';
import { readSource } from './read-source';

export interface ChildTask {
  readonly chunker: ChunkerName;
  /** JSON: CorpusFile[] */
  readonly filesJson: string;
  /** Where the pieces go; left out when only time and memory are wanted. */
  readonly out?: string;
  readonly warmUpFiles: number;
}

export interface ChildReport {
  /** Microseconds of CPU by language. */
  readonly cpu: Readonly<Record<string, number>>;
  readonly bytes: Readonly<Record<string, number>>;
  /** Kilobytes. */
  readonly maxRss: number;
  readonly failures: readonly string[];
}

async function main(task: ChildTask): Promise<ChildReport> {
  // claude-context writes a line per file.
  console.log = () => {};
  console.warn = () => {};
  const files = JSON.parse(readFileSync(task.filesJson, 'utf8')) as CorpusFile[];
  const chunk = await makeChunker(task.chunker);
  const failures: string[] = [];
  const attempt = async (file: CorpusFile, text: string): Promise<readonly Piece[]> => {
    try {
      return await chunk(file.path, text, file.language);
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
  const out = task.out === undefined ? undefined : openSync(task.out, 'w');
  for (const file of files) {
    const text = readSource(file.path);
    const before = process.cpuUsage();
    const pieces = await attempt(file, text);
    const { user, system } = process.cpuUsage(before);
    cpu[file.language] = (cpu[file.language] ?? 0) + user + system;
    bytes[file.language] = (bytes[file.language] ?? 0) + file.bytes;
    if (out !== undefined) writeSync(out, `${JSON.stringify(pieces)}\n`);
  }
  if (out !== undefined) closeSync(out);
  return { cpu, bytes, maxRss: process.resourceUsage().maxRSS, failures };
}

main(JSON.parse(process.argv[2] ?? '') as ChildTask).then(
  (report) => process.send?.(report, () => process.exit(0)),
  (error) => {
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exit(1);
  },
);
