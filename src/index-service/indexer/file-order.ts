/** The order in which files are indexed. Searches are answered meanwhile, so the files that most questions are about come first. */
import type { FileToIndex } from '../../parse-worker/worker-protocol';
import { rolesOf } from '../../search/rank/file-role';

/** In bytes. Larger files take long, and most are generated or data. */
const largeFile = 100_000;

/** Files that are named, in this order; then code; then tests, documents and what is generated; then large files. */
export function usefulFirst(files: readonly FileToIndex[], named: ReadonlySet<string>): FileToIndex[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const first = [...named].flatMap((path) => byPath.get(path) ?? []).filter(({ size }) => size <= largeFile);
  const code: FileToIndex[] = [];
  const other: FileToIndex[] = [];
  const large: FileToIndex[] = [];
  const taken = new Set(first);
  for (const file of files) {
    if (taken.has(file)) continue;
    if (file.size > largeFile) large.push(file);
    else if (rolesOf(file.path, '').size > 0) other.push(file);
    else code.push(file);
  }
  return [...first, ...code, ...other, ...large];
}
