/**
 * Which files of a segment define and use a name: for each string of the segment a list of files, made from the section `links` in
 * WebAssembly (link-names.wat, built into dist/links.wasm), without decoding the rest.
 */
import { referenceForms } from '../../code/links/file-links';
import { definitionKinds } from '../../languages/language';
import { wasmModule } from '../../shared/wasm-module';
import { DamagedSectionError } from '../damaged-section';
import { linkPlaces } from './link-table';

const wasmFile = 'dist/links.wasm';

/** In the order of link-names.wat. */
export const nameKinds = ['defined', 'used', 'namespace'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Kinds of definitions that are namespaces. */
export const namespaceKinds: readonly number[] = [
  definitionKinds.indexOf('namespace'),
  definitionKinds.indexOf('module'),
];
const anyForm = referenceForms.indexOf('any');

/**
 * Each file that has a name is an entry of that name. Entries are numbered from 1 in the order of files, and each knows the one before of
 * the same name and kind. Which file an entry belongs to follows from its number.
 */
export class NameLists {
  /**
   * @param heads by kind and string, one kind after the other: the last entry; 0: none.
   * @param entries by entry: the one before; 0: none.
   * @param lastEntries by file: the number of its last entry, or of that of the files before.
   */
  constructor(
    private readonly count: number,
    private readonly heads: Uint32Array,
    private readonly entries: Uint32Array,
    private readonly lastEntries: Uint32Array,
  ) {}

  /** The strings that some file has as this kind. */
  strings(kind: NameKind): number[] {
    const from = nameKinds.indexOf(kind) * this.count;
    const heads = this.heads.subarray(from, from + this.count);
    const strings: number[] = [];
    for (let string = 0; string < heads.length; string++) if (heads[string] !== 0) strings.push(string);
    return strings;
  }

  /** Ascending. */
  get(kind: NameKind, string: number): Uint32Array {
    const files: number[] = [];
    for (let entry = this.head(kind, string); entry > 0; entry = this.entries[entry] ?? 0)
      files.push(this.fileOf(entry));
    return Uint32Array.from(files.reverse());
  }

  /** In how many of the files is this true? @param most enough to know. */
  countOf(kind: NameKind, string: number, test: (file: number) => boolean, most = Number.POSITIVE_INFINITY): number {
    let count = 0;
    for (let entry = this.head(kind, string); entry > 0 && count < most; entry = this.entries[entry] ?? 0)
      if (test(this.fileOf(entry))) count++;
    return count;
  }

  private head(kind: NameKind, string: number): number {
    return this.heads[nameKinds.indexOf(kind) * this.count + string] ?? 0;
  }

  private fileOf(entry: number): number {
    const { lastEntries } = this;
    let low = 0;
    let high = lastEntries.length - 1;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((lastEntries[middle] ?? 0) < entry) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

type Kernel = Readonly<Record<'begin' | 'visit', (...numbers: number[]) => number>>;

const wordBytes = 4;
const pageBytes = 65536;
/** The links of as many files as fit are copied together. */
const usualWindow = 4 * pageBytes;

/** @param links the section. @throws if it is not one. */
export function readNameLists(links: Uint8Array, strings: number): NameLists {
  const module = wasmModule(wasmFile);
  const places = linkPlaces(links);
  const files = Math.max(0, places.length - 1);
  const bytes = links.subarray(wordBytes * (places.length + 1));
  for (let file = 0; file < files; file++)
    if ((places[file] ?? 0) > (places[file + 1] ?? 0) || (places[file + 1] ?? 0) > bytes.length) throw noLinks(file);
  const heads = nameKinds.length * strings;
  const window = heads * wordBytes;
  const windowBytes = Math.max(usualWindow, Math.min(largestOf(places), bytes.length) + wordBytes) & -wordBytes;
  // Entries are at the end, so that what is no section cannot write over anything else.
  const entries = window + windowBytes;
  const maximum = Math.ceil((entries + (bytes.length + 1) * wordBytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: Math.min(maximum, Math.ceil(entries / pageBytes) + 1), maximum });
  const { begin, visit } = new WebAssembly.Instance(module, { links: { memory } }).exports as Kernel;
  begin(0, strings, entries, ...namespaceKinds, anyForm);
  const lastEntries = new Uint32Array(files);
  let last = 0;
  let from = 0;
  let to = 0;
  for (let file = 0; file < files; file++) {
    const start = places[file] ?? 0;
    const end = places[file + 1] ?? 0;
    if (end > to) {
      from = start;
      to = lastEnd(places, file, windowBytes);
      // A name takes a byte or more.
      growTo(memory, entries + (last + 1 + to - from) * wordBytes);
      new Uint8Array(memory.buffer).set(bytes.subarray(from, to), window);
    }
    try {
      last = visit(window + start - from, window + end - from);
    } catch {
      // It has read what is no number of a name, or more than there is.
      throw noLinks(file);
    }
    lastEntries[file] = last;
  }
  const words = new Uint32Array(memory.buffer);
  const firstEntry = entries / wordBytes;
  return new NameLists(
    strings,
    words.subarray(0, heads),
    words.subarray(firstEntry, firstEntry + last + 1),
    lastEntries,
  );
}

function noLinks(file: number): DamagedSectionError {
  return new DamagedSectionError(`the links of file ${file} are none`);
}

/** The bytes of the file with the most. */
function largestOf(places: Uint32Array): number {
  let largest = 0;
  for (let file = 1; file < places.length; file++)
    largest = Math.max(largest, (places[file] ?? 0) - (places[file - 1] ?? 0));
  return largest;
}

/** Where the links of the last file end that fits a window which begins with this one. */
function lastEnd(places: Uint32Array, first: number, windowBytes: number): number {
  const start = places[first] ?? 0;
  let file = first;
  while (file + 2 < places.length && (places[file + 2] ?? 0) - start <= windowBytes) file++;
  return places[file + 1] ?? 0;
}

function growTo(memory: WebAssembly.Memory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / pageBytes));
}
