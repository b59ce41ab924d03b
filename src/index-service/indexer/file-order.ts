/** The order in which files are indexed. Searches are answered meanwhile, so the files that most questions are about come first. */
import { detectLanguage } from '../../languages/detect-language';
import type { FileToIndex } from '../../parse-worker/worker-protocol';
import { rolesOf } from '../../search/rank/file-role';

/** In bytes. Larger files take long, and most are generated or data. */
export const largeFile = 100_000;
/** Files that are put in order. The others follow folder by folder: files beside each other share names, so their segments are smaller. */
const maxCentral = 4000;
/** Files of one folder before it is the next folder's turn. */
const filesPerTurn = 8;

/**
 * Files that are named, in this order; then code, first what is near the top, of every folder some, of small parts of the tree before
 * large ones; then tests, documents, data, what is generated and
 * what is in no known language; then large files.
 */
export function usefulFirst(files: readonly FileToIndex[], named: ReadonlySet<string>): FileToIndex[] {
  const byPath = new Map(named.size === 0 ? [] : files.map((file) => [file.path, file]));
  const first = [...named].flatMap((path) => byPath.get(path) ?? []).filter(({ size }) => size <= largeFile);
  const code: FileToIndex[] = [];
  const other: FileToIndex[] = [];
  const large: FileToIndex[] = [];
  const taken = new Set(first);
  for (const file of files) {
    if (taken.has(file)) continue;
    if (file.size > largeFile) large.push(file);
    else (isCode(file.path) ? code : other).push(file);
  }
  const central = centralFiles(code);
  const isCentral = new Set(central);
  return [...first, ...central, ...code.filter((file) => !isCentral.has(file)), ...other, ...large];
}

/** By the path alone. Files without a known language are seldom asked for, and take longer. */
function isCode(path: string): boolean {
  const language = detectLanguage(path, '');
  return language !== undefined && rolesOf(path, language).size === 0;
}

interface PlacedFile {
  readonly file: FileToIndex;
  readonly depth: number;
  readonly turn: number;
  readonly part: string;
}

function centralFiles(code: readonly FileToIndex[]): FileToIndex[] {
  const perFolder = new Map<string, number>();
  const perPart = new Map<string, number>();
  const placed = code.map((file): PlacedFile => {
    const parts = file.path.split('/');
    const folder = file.path.slice(0, file.path.lastIndexOf('/') + 1);
    const before = perFolder.get(folder) ?? 0;
    perFolder.set(folder, before + 1);
    const part = parts.length > 1 ? (parts[0] ?? '') : '';
    perPart.set(part, (perPart.get(part) ?? 0) + 1);
    return { file, depth: parts.length, turn: Math.floor(before / filesPerTurn), part };
  });
  const sizeOf = ({ part }: PlacedFile): number => perPart.get(part) ?? 0;
  // The sort is stable, so files that are equal stay in the order of their paths.
  placed.sort((a, b) => a.depth - b.depth || a.turn - b.turn || sizeOf(a) - sizeOf(b));
  return placed.slice(0, maxCentral).map(({ file }) => file);
}
