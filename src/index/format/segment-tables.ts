/**
 * Writes files and chunks into the table sections of a segment: `files`, `strings`, `ids` and `ownIds` (row-ids.ts), `hashes` (8 bytes per
 * searched row), `kinds` (one byte per row: an index into the list of kinds that the section begins with) and `rows`.
 */

import { atOnce } from '../../shared/in-slices';
import { ByteWriter } from './byte-codec';
import { FileTableWriter } from './file-table';
import { LinkTableWriter } from './link-table';
import type { SectionName } from './log-record';
import { NoteWriter } from './note-rows';
import { IdWriter } from './row-ids';
import { type NewChunk, type NewFile, storedHashBytes } from './segment-contents';
import { RowWriter } from './stored-chunks';
import { StringPool } from './string-pool';

/** Takes files one by one and keeps only bytes, so that compaction need not hold all rows decoded. */
export class TablesWriter {
  private readonly pool = new StringPool();
  private readonly files = new FileTableWriter(this.pool);
  private readonly rows = new RowWriter(this.pool);
  private readonly seen = new Set<string>();
  private readonly kinds = new Map<string, number>();
  private readonly ids = new IdWriter();
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
      this.kindRows.searched.byte(this.kind(chunk.kind));
    }
    for (const chunk of parents) this.kindRows.parents.byte(this.kind(chunk.kind));
    this.ids.file(file.path, searched, parents, (text) => this.pool.number(text));
    this.searched += searched.length;
  }

  finish(): (readonly [SectionName, Uint8Array])[] {
    return atOnce(this.finishSteps());
  }

  /** The same in steps, for many rows. */
  *finishSteps(): Generator<void, (readonly [SectionName, Uint8Array])[]> {
    const links = this.links.finish();
    const list = Buffer.from(`${[...this.kinds.keys()].join('\n')}\n\n`);
    const notes = this.notes.finish();
    const { ids, ownIds } = this.ids.finish();
    const files = this.files.finish();
    const strings = yield* this.pool.finishSteps();
    return [
      ['files', files],
      ['strings', strings],
      ['ids', ids],
      ['hashes', this.hashes.view()],
      ['kinds', Buffer.concat([list, this.kindRows.searched.view(), this.kindRows.parents.view()])],
      ['rows', this.rows.finish()],
      ...(ownIds.length > 0 ? ([['ownIds', ownIds]] as const) : []),
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
