/** Encodes a new segment as the sections of a record. */

import { DamagedSectionError } from '../damaged-section';
import { encodeScales } from '../vectors/row-scales';
import { ByteReader, ByteWriter, bytesOf, bytesToBits } from './byte-codec';
import { FileTableWriter } from './file-table';
import { LinkTableWriter } from './link-table';
import type { SectionBytes, SectionName } from './log-record';
import { NoteWriter } from './note-rows';
import {
  type CurrentFile,
  idBytes,
  type NewChunk,
  type NewFile,
  type NewSegment,
  storedHashBytes,
} from './segment-contents';
import { RowWriter } from './stored-chunks';
import { encodeStrings } from './string-list';
import { StringPool } from './string-pool';

// Writes files and chunks into the table sections of a segment: `files`, `strings`, `ids` (8 bytes per row), `hashes` (8 bytes per searched
// row), `kinds` (one byte per row: an index into the list of kinds that the section begins with) and `rows`.

/** Takes files one by one and keeps only bytes, so that compaction need not hold all rows decoded. */
export class TablesWriter {
  private readonly pool = new StringPool();
  private readonly files = new FileTableWriter(this.pool);
  private readonly rows = new RowWriter(this.pool);
  private readonly seen = new Set<string>();
  private readonly kinds = new Map<string, number>();
  private readonly ids = { searched: new ByteWriter(), parents: new ByteWriter() };
  private readonly kindRows = { searched: new ByteWriter(), parents: new ByteWriter() };
  private readonly hashes = new ByteWriter();
  private readonly notes = new NoteWriter();
  private readonly links = new LinkTableWriter(this.pool);
  searched = 0;

  add(file: NewFile): void {
    if (this.seen.has(file.path)) throw new Error(`${file.path} was added twice`);
    this.seen.add(file.path);
    const parents = file.chunks.filter((chunk) => chunk.role === 'parent');
    const searched = file.chunks.filter((chunk) => chunk.role !== 'parent');
    const numbers = new Map(parents.map((parent, i) => [parent.id, i]));
    const parentOf = (chunk: NewChunk): number | undefined => {
      if (chunk.role !== 'child') return undefined;
      const parent = numbers.get(chunk.parent ?? '');
      if (parent === undefined) throw new Error(`${file.path}: the parent of chunk ${chunk.id} is not in the file`);
      return parent;
    };
    const rowBytes = this.rows.file(file.language, searched, parents, parentOf);
    this.files.add(file, searched.length, parents.length, rowBytes);
    this.links.add(file.links);
    for (const [i, chunk] of searched.entries()) {
      this.notes.add(this.searched + i, chunk);
      this.hashes.hex(chunk.hash.slice(0, 2 * storedHashBytes), storedHashBytes);
      this.ids.searched.hex(chunk.id, idBytes);
      this.kindRows.searched.byte(this.kind(chunk.kind));
    }
    for (const chunk of parents) {
      this.ids.parents.hex(chunk.id, idBytes);
      this.kindRows.parents.byte(this.kind(chunk.kind));
    }
    this.searched += searched.length;
  }

  finish(): (readonly [SectionName, Uint8Array])[] {
    const links = this.links.finish();
    const list = Buffer.from(`${[...this.kinds.keys()].join('\n')}\n\n`);
    const notes = this.notes.finish();
    return [
      ['files', this.files.finish()],
      ['strings', this.pool.finish()],
      ['ids', Buffer.concat([this.ids.searched.view(), this.ids.parents.view()])],
      ['hashes', this.hashes.view()],
      ['kinds', Buffer.concat([list, this.kindRows.searched.view(), this.kindRows.parents.view()])],
      ['rows', this.rows.finish()],
      ...(notes ? ([['notes', notes]] as const) : []),
      ...(links ? ([['links', links]] as const) : []),
    ];
  }

  private kind(kind: string): number {
    let number = this.kinds.get(kind);
    if (number === undefined) {
      number = this.kinds.size;
      if (number > 255 || kind === '' || kind.includes('\n')) throw new Error(`"${kind}" cannot be a kind`);
      this.kinds.set(kind, number);
    }
    return number;
  }
}

export type RecordSections = ReadonlyMap<SectionName, SectionBytes>;

/** A segment to write, and the number of living files of the index after it. */
export type SegmentRecord = { readonly sections: RecordSections; readonly files: number };

export function segmentSections(segment: NewSegment, dimensions: number): RecordSections {
  const tables = new TablesWriter();
  for (const file of segment.files) tables.add(file);
  const { terms, postings, lengths } = segment.lexical;
  const { removed, current = [] } = segment;
  const sections = new Map<SectionName, SectionBytes>();
  if (removed.length > 0) sections.set('removed', encodeStrings(removed));
  if (current.length > 0) sections.set('current', encodeCurrent(current));
  for (const [name, bytes] of tables.finish()) sections.set(name, bytes);
  if (segment.vectors?.missing?.includes(1)) sections.set('missing', bytesToBits(segment.vectors.missing));
  if (segment.vectors) sections.set('scales', encodeScales(segment.vectors.scales));
  sections.set('lengths', lengths).set('terms', terms).set('postings', postings);
  if (segment.vectors) {
    const { vectors, scales } = segment.vectors;
    if (vectors.length !== tables.searched * dimensions || scales.length !== tables.searched)
      throw new RangeError(`${scales.length} vectors for ${tables.searched} searched chunks`);
    sections.set('vectors', bytesOf(vectors));
  }
  return sections;
}

/**
 * The section `current`: a varint with the number of files; for each the sequence and the file, signed, from those of the one before; then
 * the time of each, a float64.
 */
export function encodeCurrent(files: readonly CurrentFile[]): Uint8Array {
  const out = new ByteWriter();
  out.varint(files.length);
  let before = { sequence: 0, file: 0 };
  for (const one of files) {
    out.signed(one.sequence - before.sequence);
    out.signed(one.file - before.file);
    before = one;
  }
  out.raw(bytesOf(Float64Array.from(files, ({ mtimeMs }) => mtimeMs)));
  return out.view();
}

export function decodeCurrent(bytes: Uint8Array): CurrentFile[] {
  if (bytes.length === 0) return [];
  const reader = new ByteReader(bytes);
  const files: { readonly sequence: number; readonly file: number; mtimeMs: number }[] = [];
  let [sequence, file] = [0, 0];
  for (let left = reader.count(); left > 0; left--) {
    sequence += reader.signed();
    file += reader.signed();
    files.push({ sequence, file, mtimeMs: 0 });
  }
  const times = new DataView(bytes.buffer, bytes.byteOffset + reader.at, bytes.length - reader.at);
  if (times.byteLength !== 8 * files.length) throw new DamagedSectionError('it has other times than files');
  files.forEach((one, i) => {
    one.mtimeMs = times.getFloat64(8 * i, true);
  });
  return files;
}

/** The sections of a segment are already bytes; only those of a compaction come in pieces. */
export function bytesOfSections(sections: RecordSections): [SectionName, Uint8Array][] {
  return [...sections].map(([name, bytes]) => [
    name,
    bytes instanceof Uint8Array ? bytes : Buffer.concat([...bytes.pieces()]),
  ]);
}
