/**
 * Keeps the vectors, scales and codes of segments in the kernel's memory, and a workspace for searches: the query, its tables and
 * the rows found. Growing the memory detaches every view of it, so views are made when needed and never stored.
 */

import { Arena } from './arena';
import { highBytes } from './bit-planes';
import type { RowSet } from './code-candidates';
import { levelValues } from './four-bit-values';
import type { QuantisedQuery } from './quantise-vector';
import { type KernelName, loadKernel, ROWS_PER_BLOCK, type ScanKernel } from './scan-kernel';

/** Writes the vectors of rows, in any order, to `target`, one after the other, and returns their scales. `codes` are those of all rows. */
export type FetchRows = (rows: Uint32Array, target: Int8Array, codes: Uint8Array) => Float32Array;

/** High bits of all rows (bit-planes.ts), or their values. */
export interface CodeSource {
  readonly length: number;
  readInto(from: number, target: Uint8Array): void;
}

/** Addresses in the kernel's memory; `codes` is 0 if there are none. */
export interface ScanSegment {
  readonly id: number;
  readonly rows: number;
  /** Both are 0 if the vectors are elsewhere, and `fetch` gets those that are needed. */
  readonly vectors: number;
  readonly scales: number;
  readonly codes: number;
  readonly fetch?: FetchRows;
}

interface Workspace {
  readonly kernel: ScanKernel;
  readonly bytes: number;
  readonly query: number;
  readonly tables: number;
  readonly found: number;
  readonly scores: number;
  readonly levels: number;
}

/** A segment to fill. Each access makes new views: get them again after anything else was added. */
export interface Reservation {
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** Reads vectors of four bits per value (four-bit-values.ts). */
  unpack(packed: CodeSource): void;
  /** Makes the segment part of every search; returns its number. */
  commit(): number;
  /** Frees the memory instead. */
  release(): void;
}

export class SegmentStore {
  #arena: Arena;
  #workspace: Workspace;
  #lastId = -1;
  #reserved = 0;
  readonly #segments = new Map<number, ScanSegment>();

  constructor(
    readonly bytes: number,
    private readonly kernelName: KernelName,
    private readonly room: number,
    /** Bytes that will be needed soon. */
    expected: number,
  ) {
    this.#arena = new Arena(expected);
    this.#workspace = this.#prepare(this.#arena);
  }

  get memory(): number {
    return this.#arena.size;
  }

  /** In the order they were added. */
  segments(): Iterable<ScanSegment> {
    return this.#segments.values();
  }

  segment(id: number): ScanSegment {
    const segment = this.#segments.get(id);
    if (!segment) throw new RangeError(`there is no segment ${id}`);
    return segment;
  }

  workspace(): Workspace {
    return this.#workspace;
  }

  reserve(rows: number): Reservation {
    if (!Number.isSafeInteger(rows) || rows < 0) throw new RangeError(`a segment of ${rows} rows`);
    const arena = this.#arena;
    const readable = readableRows(rows);
    const pieces = takeAll(arena, [readable * this.bytes, readable * 4]);
    const [vectors = 0, scales = 0] = pieces;
    this.#reserved++;
    let isOpen = true;
    const close = (): void => {
      if (!isOpen) throw new Error('this reservation is already committed or released');
      isOpen = false;
      this.#reserved--;
    };
    const store = this;
    return {
      get vectors() {
        return new Int8Array(arena.memory.buffer, vectors, rows * store.bytes);
      },
      get scales() {
        return new Float32Array(arena.memory.buffer, scales, rows);
      },
      unpack(packed) {
        const half = (rows * store.bytes) / 2;
        if (packed.length !== half) throw new RangeError(`${packed.length} bytes are not ${rows} packed rows`);
        // The second half of the room for them is free until they are unpacked.
        packed.readInto(0, new Uint8Array(arena.memory.buffer, vectors + half, half));
        const { kernel, levels } = store.#workspace;
        kernel.unpack(vectors + half, half, levels, vectors);
      },
      commit() {
        close();
        return store.#add({ rows, vectors, scales, codes: 0 });
      },
      release() {
        close();
        for (const piece of pieces) if (piece) arena.free(piece);
        store.#resetIfEmpty();
      },
    };
  }

  /** Makes a segment whose vectors stay elsewhere; only its codes are in memory. */
  addCoded(rows: number, codes: CodeSource, fetch: FetchRows): number {
    if (codes.length !== highBytes(rows, this.bytes))
      throw new RangeError(`${codes.length} bytes are not the codes of ${rows} rows`);
    const ownCodes = codes.length > 0 ? this.#arena.take(codes.length) : 0;
    try {
      codes.readInto(0, new Uint8Array(this.#buffer(), ownCodes, codes.length));
    } catch (error) {
      if (ownCodes) this.#arena.free(ownCodes);
      throw error;
    }
    return this.#add({ rows, vectors: 0, scales: 0, codes: ownCodes, fetch });
  }

  #add(segment: Omit<ScanSegment, 'id'>): number {
    const id = ++this.#lastId;
    this.#segments.set(id, { id, ...segment });
    return id;
  }

  remove(id: number): void {
    const { vectors, scales, codes } = this.segment(id);
    this.#segments.delete(id);
    for (const piece of [vectors, scales, codes]) if (piece) this.#arena.free(piece);
    this.#resetIfEmpty();
  }

  setQuery({ values }: QuantisedQuery): void {
    new Int16Array(this.#buffer(), this.#workspace.query, this.bytes).set(values);
  }

  setTables(tables: Uint8Array): void {
    new Uint8Array(this.#buffer(), this.#workspace.tables, tables.length).set(tables);
  }

  /** The rows that the last scan found. */
  found(count: number): [rows: Uint32Array, scores: Float32Array] {
    const { found, scores } = this.#workspace;
    return [new Uint32Array(this.#buffer(), found, count), new Float32Array(this.#buffer(), scores, count)];
  }

  /** The scores of at most `room` rows with the current query; valid until the next call. */
  score(segment: ScanSegment, list: Uint32Array): Float32Array {
    const { kernel, query, found, scores } = this.#workspace;
    const { rows, vectors, scales, fetch } = segment;
    for (const row of list) if (row >= rows) throw new RangeError(`row ${row} of a segment of ${rows}`);
    if (fetch) return this.#scoreFetched(segment, list, fetch);
    new Uint32Array(this.#buffer(), found, list.length).set(list);
    kernel.score(vectors, scales, this.bytes, query, found, scores, list.length);
    return new Float32Array(this.#buffer(), scores, list.length);
  }

  row(id: number, row: number): { readonly values: Int8Array; readonly scale: number } {
    const segment = this.segment(id);
    const { rows, vectors, scales, fetch } = segment;
    if (!(row >= 0 && row < rows)) throw new RangeError(`row ${row} of a segment of ${rows}`);
    if (fetch) {
      const values = new Int8Array(this.bytes);
      const [scale = 0] = fetch(Uint32Array.of(row), values, this.#codes(segment));
      return { values, scale };
    }
    const values = new Int8Array(this.#buffer(), vectors + row * this.bytes, this.bytes);
    return { values, scale: new Float32Array(this.#buffer(), scales + row * 4, 1)[0] ?? 0 };
  }

  /** Puts a set of rows into the kernel's memory while `work` runs; address 0 means all rows. */
  withMask(set: RowSet | undefined, work: (mask: number) => void): void {
    if (!set) {
      work(0);
      return;
    }
    const mask = this.#arena.take(set.byteLength);
    try {
      new Uint32Array(this.#buffer(), mask, set.length).set(set);
      work(mask);
    } finally {
      this.#arena.free(mask);
    }
  }

  /** The vectors are in memory only while they are scored. */
  #scoreFetched(segment: ScanSegment, list: Uint32Array, fetch: FetchRows): Float32Array {
    const { kernel, query, found, scores } = this.#workspace;
    const pieces = takeAll(this.#arena, [list.length * this.bytes, list.length * 4]);
    const [vectors = 0, scales = 0] = pieces;
    try {
      const target = new Int8Array(this.#buffer(), vectors, list.length * this.bytes);
      new Float32Array(this.#buffer(), scales, list.length).set(fetch(list, target, this.#codes(segment)));
      new Uint32Array(this.#buffer(), found, list.length).set(list.map((_, place) => place));
      kernel.score(vectors, scales, this.bytes, query, found, scores, list.length);
    } finally {
      for (const piece of pieces) if (piece) this.#arena.free(piece);
    }
    return new Float32Array(this.#buffer(), scores, list.length);
  }

  #codes({ rows, codes }: ScanSegment): Uint8Array {
    return new Uint8Array(this.#buffer(), codes, highBytes(rows, this.bytes));
  }

  #buffer(): ArrayBuffer {
    return this.#arena.memory.buffer;
  }

  /** Memory cannot shrink, but it can be replaced: the system frees it when nothing refers to it. */
  #resetIfEmpty(): void {
    if (this.#segments.size > 0 || this.#reserved > 0) return;
    this.#arena = new Arena();
    this.#workspace = this.#prepare(this.#arena);
  }

  #prepare(arena: Arena): Workspace {
    const sizes = [this.bytes * 2, this.bytes * 8, this.room * 4, this.room * 4, levelValues.length];
    const [query = 0, tables = 0, found = 0, scores = 0, levels = 0] = takeAll(arena, sizes);
    new Int8Array(arena.memory.buffer, levels, levelValues.length).set(levelValues);
    const kernel = loadKernel(arena.memory, this.kernelName);
    return { kernel, bytes: this.bytes, query, tables, found, scores, levels };
  }
}

/** The kernel reads whole blocks. */
function readableRows(rows: number): number {
  return Math.ceil(rows / ROWS_PER_BLOCK) * ROWS_PER_BLOCK;
}

/** Allocates a piece for each size, with address 0 for size 0; all or none. */
function takeAll(arena: Arena, sizes: readonly number[]): number[] {
  const pieces: number[] = [];
  try {
    for (const size of sizes) pieces.push(size > 0 ? arena.take(size) : 0);
  } catch (error) {
    for (const piece of pieces) if (piece) arena.free(piece);
    throw error;
  }
  return pieces;
}
