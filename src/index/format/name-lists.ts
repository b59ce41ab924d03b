/** Which files of a segment define and use a name: for each string of the segment a list of files, made from the section `links`. */
import { referenceForms } from '../../chunking/links/file-links';
import { definitionKinds } from '../../languages/language';
import { wasmModule } from '../../shared/wasm-module';

const wasmFile = 'dist/links.wasm';

/** In the order of link-names.wat. */
export const nameKinds = ['defined', 'used', 'namespace'] as const;
export type NameKind = (typeof nameKinds)[number];

/** Kinds of definitions that are namespaces. */
export const namespaceKinds: readonly number[] = [
  definitionKinds.indexOf('namespace'),
  definitionKinds.indexOf('module'),
];
export const anyForm = referenceForms.indexOf('any');

export class NameLists {
  /**
   * @param ends by kind and string, one kind after the other: where the list of the string ends in `files`. It begins where the one
   * before ends.
   */
  constructor(
    private readonly count: number,
    private readonly ends: Uint32Array,
    private readonly files: Uint32Array,
  ) {}

  /** The strings that some file has as this kind. */
  *strings(kind: NameKind): Generator<number> {
    const from = nameKinds.indexOf(kind) * this.count;
    let end = from === 0 ? 0 : (this.ends[from - 1] ?? 0);
    for (let string = 0; string < this.count; string++) {
      const start = end;
      end = this.ends[from + string] ?? 0;
      if (end > start) yield string;
    }
  }

  /** Ascending. */
  get(kind: NameKind, string: number): Uint32Array {
    const at = nameKinds.indexOf(kind) * this.count + string;
    return this.files.subarray(at === 0 ? 0 : this.ends[at - 1], this.ends[at]);
  }
}

type Visit = (...numbers: number[]) => number;

const wordBytes = 4;
const pageBytes = 65536;
/** Where the section begins in memory; address 0 has a meaning of its own. */
const sectionAt = 64;

/** Undefined if the kernel is missing. @param links the section. @throws if it is not one. */
export function readNameLists(links: Uint8Array, strings: number): NameLists | undefined {
  const module = wasmModule(wasmFile);
  if (!module) return undefined;
  if (links.length === 0)
    return new NameLists(strings, new Uint32Array(nameKinds.length * strings), new Uint32Array(0));
  const files = new Uint32Array(links.buffer, links.byteOffset, 1)[0] ?? 0;
  const table = nameKinds.length * strings;
  const last = sectionAt + Math.ceil(links.length / wordBytes) * wordBytes;
  const counts = last + table * wordBytes;
  const ends = counts + table * wordBytes;
  const names = ends + files * wordBytes;
  // A name takes a byte or more, so there is room for all. The system gives memory only to what is written to.
  const lists = names + links.length * wordBytes;
  const pages = Math.ceil((lists + links.length * wordBytes) / pageBytes);
  const memory = new WebAssembly.Memory({ initial: pages, maximum: pages });
  new Uint8Array(memory.buffer).set(links, sectionAt);
  const { exports } = new WebAssembly.Instance(module, { links: { memory } });
  const [visit, list] = [exports.visit as Visit, exports.lists as Visit];
  const kinds = [...namespaceKinds, anyForm];
  const end = visit(sectionAt, links.length, strings, last, counts, names, ends, ...kinds);
  list(counts, table, names, ends, files, lists);
  return new NameLists(
    strings,
    new Uint32Array(memory.buffer, counts, table).slice(),
    new Uint32Array(memory.buffer, lists, (end - names) / wordBytes).slice(),
  );
}
