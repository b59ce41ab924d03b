/** Detects code that is also in a benchmark, by lines that are too long to be equal by chance in two projects. */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

const minLineLength = 45;

/** The long lines of all files in a folder and its subfolders. */
export function benchmarkLines(folder: string, lines = new Set<string>()): Set<string> {
  for (const name of readdirSync(folder)) {
    if (name === '.git' || name === 'node_modules') continue;
    const path = join(folder, name);
    const { size, isDirectory } = info(path);
    if (isDirectory) benchmarkLines(path, lines);
    else if (size < 2e6) for (const line of longLines(readFileSync(path, 'utf8'))) lines.add(line);
  }
  return lines;
}

function info(path: string): { readonly size: number; readonly isDirectory: boolean } {
  const stat = statSync(path, { throwIfNoEntry: false });
  return { size: stat?.isFile() ? stat.size : Number.POSITIVE_INFINITY, isDirectory: stat?.isDirectory() === true };
}

export function hasSharedLine(code: string, lines: ReadonlySet<string>): boolean {
  return longLines(code).some((line) => lines.has(line));
}

function longLines(text: string): string[] {
  return text.split('\n').flatMap((line) => {
    const trimmed = line.trim();
    return trimmed.length >= minLineLength ? [trimmed] : [];
  });
}
