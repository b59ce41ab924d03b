/**
 * The section `notes`: what a language model wrote about searched rows. A varint with the number of rows that have a note; for each
 * row a varint, its distance from the one before (the first from -1), and the 16 bytes of the chunk's hash without the note, which
 * identifies the chunk in the current file; then the notes, deflated, as a string list. Missing if no row has a note.
 */
import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { DamagedSectionError } from '../damaged-section';
import { ByteReader, ByteWriter, hexOf } from './byte-codec';
import type { NewChunk } from './segment-contents';
import { StringList, StringListWriter } from './string-list';

const hashBytes = 16;
/** Inflated notes take at most so many bytes, or so many times those of the section. */
const maxInflatedBytes = 2 ** 26;
const maxInflation = 64;

export class NoteWriter {
  private readonly rows = new ByteWriter();
  private readonly list = new StringListWriter();
  private last = -1;

  add(row: number, { note, plainHash, hash }: NewChunk): void {
    if (note === undefined) return;
    this.rows.varint(row - this.last);
    this.rows.hex(plainHash ?? hash, hashBytes);
    this.list.add(note);
    this.last = row;
  }

  /** Undefined: there are no notes. */
  finish(): Uint8Array | undefined {
    if (this.list.count === 0) return undefined;
    const count = new ByteWriter();
    count.varint(this.list.count);
    return Buffer.concat([count.view(), this.rows.view(), deflateRawSync(this.list.finish(), { level: 4 })]);
  }
}

export type RowNote = { readonly note: string; readonly plainHash: string };

export class NoteRows {
  readonly count: number;
  private decoded: Decoded | undefined;

  constructor(private readonly section: Uint8Array) {
    this.count = section.length === 0 ? 0 : new ByteReader(section).count();
  }

  get(row: number): RowNote | undefined {
    this.decoded ??= this.decode();
    const known = this.decoded.rows.get(row);
    if (!known) return undefined;
    return { note: this.decoded.list.get(known.at), plainHash: known.plainHash };
  }

  /** Decodes when first needed: opening an index decodes nothing. */
  private decode(): Decoded {
    const { section, count } = this;
    const reader = new ByteReader(section);
    const rows = new Map<number, { readonly at: number; readonly plainHash: string }>();
    if (count > 0) reader.varint();
    let row = -1;
    for (let at = 0; at < count; at++) {
      row += reader.varint();
      const hashAt = reader.at;
      reader.skip(hashBytes);
      rows.set(row, { at, plainHash: hexOf(section, hashAt, reader.at) });
    }
    return { rows, list: new StringList(inflated(section.subarray(reader.at))) };
  }
}

function inflated(bytes: Uint8Array): Buffer {
  try {
    return inflateRawSync(bytes, { maxOutputLength: Math.max(maxInflatedBytes, maxInflation * bytes.length) });
  } catch {
    throw new DamagedSectionError('its notes cannot be read');
  }
}

interface Decoded {
  /** By row: its place in the list, and its hash without the note. */
  readonly rows: ReadonlyMap<number, { readonly at: number; readonly plainHash: string }>;
  readonly list: StringList;
}
