/** The order in which files are indexed. Searches are answered meanwhile, so the files that most questions are about come first. */
import { detectLanguage } from '../../languages/detect-language';
import { rolesOf } from '../../search/file-role';
import type { SeenFile } from '../../workspace/folder-changes';

/** In bytes. Larger files take long, and most are generated or data. */
export const largeFile = 100_000;
/** Files that are put in order. The others follow folder by folder: files beside each other share names, so their segments are smaller. */
const maxCentral = 4000;
/** Files of one folder before it is the next folder's turn. */
const filesPerTurn = 8;

/**
 * Files that are named, in this order; then code, first what is near the top, of every folder some, of small parts of the tree before
 * large ones; then tests, documents, data, what is generated and what is in no known language; then large files.
 */
export function usefulFirst(files: readonly SeenFile[], named: ReadonlySet<string>): SeenFile[] {
  const byPath = new Map(files.filter(({ path }) => named.has(path)).map((file) => [file.path, file]));
  const first = [...named].flatMap((path) => byPath.get(path) ?? []).filter(({ size }) => size <= largeFile);
  const code: SeenFile[] = [];
  const other: SeenFile[] = [];
  const large: SeenFile[] = [];
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

function centralFiles(code: readonly SeenFile[]): SeenFile[] {
  const perFolder = new Map<string, number>();
  const perPart = new Map<string, number>();
  // Lists of numbers, not objects: there may be a million files.
  const depths = new Uint32Array(code.length);
  const turns = new Uint32Array(code.length);
  const partSizes = new Uint32Array(code.length);
  for (const [i, { path }] of code.entries()) {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const before = perFolder.get(folder) ?? 0;
    perFolder.set(folder, before + 1);
    turns[i] = Math.floor(before / filesPerTurn);
    depths[i] = folder.split('/').length;
    perPart.set(partOf(path), (perPart.get(partOf(path)) ?? 0) + 1);
  }
  for (const [i, { path }] of code.entries()) partSizes[i] = perPart.get(partOf(path)) ?? 0;
  const ranks = [depths, turns, partSizes];
  const order = Uint32Array.from(depths.keys()).sort((a, b) => {
    for (const rank of ranks) {
      const difference = (rank[a] ?? 0) - (rank[b] ?? 0);
      if (difference !== 0) return difference;
    }
    return a - b;
  });
  return [...order.subarray(0, maxCentral)].flatMap((i) => code[i] ?? []);
}

/** The folder at the top; empty for the files beside it. */
function partOf(path: string): string {
  return path.slice(0, path.indexOf('/') + 1);
}
