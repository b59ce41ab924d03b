/**
 * The ids of rows, in two sections. The id of a searched chunk follows from its path, scope and name and from the rows before it in the
 * file (chunk-ids.ts), so only its first two bytes are stored, to find a row by its id.
 *
 *     `ids`: two bytes per searched row, eight bytes per parent
 *     `ownIds`: the searched rows with other ids than those, ascending: u32 row, eight bytes; absent where there are none
 */
import { idKey, idOfKey, shortHash } from '../../code/records/embedded-text';
import { DamagedSectionError } from '../damaged-section';
import { ByteWriter, hexOf } from './byte-codec';
import type { SectionSource } from './section-source';
import type { RowReader } from './stored-chunks';

export const searchedIdBytes = 2;
export const parentIdBytes = 8;
const ownEntry = 12;

/** The ids of the searched rows of a file that follow from them. */
export class FileIds {
  private readonly pathHash: string;
  /** As far as they were asked for. */
  private readonly rows: { readonly name: number; readonly scope: readonly number[]; readonly before: number }[] = [];
  private readonly same = new SameNames();

  /** @param reader at the beginning of the rows of the file. @param first of its searched rows. */
  constructor(
    readonly file: number,
    path: string,
    private readonly reader: RowReader,
    private readonly first: number,
    private readonly count: number,
  ) {
    this.pathHash = shortHash(path);
  }

  id(row: number, string: (number: number) => string): string {
    const { reader, same } = this;
    while (this.rows.length < Math.min(row - this.first + 1, this.count)) {
      reader.next(true);
      const { name, scope } = reader;
      this.rows.push({ name, scope, before: same.next(name, scope) });
    }
    const found = this.rows[row - this.first];
    if (!found) throw new DamagedSectionError(`row ${row} is in another file`);
    return idOfKey(idKey(false, this.pathHash, found.scope.map(string), string(found.name)), found.before);
  }
}

/** Counts the rows of a file that have the same name and scope, as numbers of strings. */
class SameNames {
  private readonly counts = new Map<string | number, number>();

  /** How many rows before have these. */
  next(name: number, scope: readonly number[]): number {
    // A text is made only where a number is not enough.
    const key = scope.length === 0 ? name : `${name},${scope.join()}`;
    const before = this.counts.get(key) ?? 0;
    this.counts.set(key, before + 1);
    return before;
  }
}

interface IdentifiedChunk {
  readonly id: string;
  readonly name: string;
  readonly scope: readonly string[];
}

export class IdWriter {
  private readonly searched = new ByteWriter();
  private readonly parents = new ByteWriter();
  private readonly own = new ByteWriter();
  private row = 0;

  /** @param numberOf the number of a string of the rows, which are written already. */
  file(
    path: string,
    searched: readonly IdentifiedChunk[],
    parents: readonly IdentifiedChunk[],
    numberOf: (text: string) => number,
  ): void {
    const pathHash = shortHash(path);
    const same = new SameNames();
    for (const { id, name, scope } of searched) {
      const before = same.next(numberOf(name), scope.map(numberOf));
      const key = idKey(false, pathHash, scope, name);
      this.searched.hex(id.slice(0, 2 * searchedIdBytes), searchedIdBytes);
      // Half of a surrogate pair is not stored as it is.
      if (surrogates.test(key) || idOfKey(key, before) !== id) this.addOwn(id);
      this.row++;
    }
    for (const { id } of parents) this.parents.hex(id, parentIdBytes);
  }

  private addOwn(id: string): void {
    for (let shift = 0; shift < 32; shift += 8) this.own.byte((this.row >>> shift) & 255);
    this.own.hex(id, parentIdBytes);
  }

  finish(): { readonly ids: Uint8Array; readonly ownIds: Uint8Array } {
    return { ids: Buffer.concat([this.searched.view(), this.parents.view()]), ownIds: this.own.view() };
  }
}

const surrogates = /[\ud800-\udfff]/;

export class RowIds {
  /** Made when a row is first looked for. */
  private keys: Uint8Array | undefined;

  /** @param derived the id that follows from the row. */
  constructor(
    private readonly ids: SectionSource,
    private readonly own: Uint8Array,
    private readonly searched: number,
    private readonly derived: (row: number) => string,
  ) {}

  get memory(): number {
    return this.keys?.length ?? 0;
  }

  get(row: number): string {
    if (row >= this.searched) {
      const at = this.parentAt(row);
      return hexOf(this.ids.read(at, at + parentIdBytes), 0, parentIdBytes);
    }
    const own = this.own.length === 0 ? -1 : this.ownAt(row);
    const id = own < 0 ? this.derived(row) : hexOf(this.own, own + 4, own + ownEntry);
    const at = searchedIdBytes * row;
    // So damage to `ownIds` is noticed.
    if (!id.startsWith(hexOf(this.ids.read(at, at + searchedIdBytes), 0, searchedIdBytes)))
      throw new DamagedSectionError(`row ${row} has another id`);
    return id;
  }

  /** Frees what was made to find rows. */
  free(): void {
    this.keys = undefined;
  }

  /** The first row with this id for which `accepts` is true; -1: there is none. */
  find(id: Uint8Array, accepts: (row: number) => boolean): number {
    this.keys ??= this.ids.readOnce(0, this.ids.length).slice();
    const { keys, searched } = this;
    const text = hexOf(id, 0, id.length);
    for (let row = 0; row < searched; row++) {
      const at = searchedIdBytes * row;
      if (keys[at] === id[0] && keys[at + 1] === id[1] && accepts(row) && this.get(row) === text) return row;
    }
    for (let at = searchedIdBytes * searched, row = searched; at < keys.length; at += parentIdBytes, row++)
      if (keys[at] === id[0] && keys[at + 1] === id[1] && hexOf(keys, at, at + parentIdBytes) === text && accepts(row))
        return row;
    return -1;
  }

  private parentAt(row: number): number {
    return searchedIdBytes * this.searched + parentIdBytes * (row - this.searched);
  }

  private ownAt(row: number): number {
    const { own } = this;
    const view = new DataView(own.buffer, own.byteOffset, own.byteLength);
    let low = 0;
    let high = Math.floor(own.length / ownEntry);
    while (low < high) {
      const middle = (low + high) >> 1;
      const found = view.getUint32(ownEntry * middle, true);
      if (found === row) return ownEntry * middle;
      if (found < row) low = middle + 1;
      else high = middle;
    }
    return -1;
  }
}
