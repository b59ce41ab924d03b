/**
 * A file of a database, put together from its chunks. Searched chunks cover a file, so their texts in order are its text. Where one is
 * missing, spaces and line breaks take its place, so that offsets and lines stay right. The text of a notebook or a conversation is
 * not what the file has at these offsets: such chunks begin at their line, and get the offsets that they have here.
 */

import type { Chunk } from '../../../code/chunk';
import type { FileAddress, StoredFileText } from '../../../engine/stored-code';
import type { Queries } from '../database';

/** Undefined if the branch does not have the file. */
export async function storedFileText(
  queries: Queries,
  { repository, branch, path }: FileAddress,
): Promise<StoredFileText | undefined> {
  const [file] = await queries.rows<{ language: string }>(
    `select f.language from codegrain.branches b join codegrain.repositories r on r.id = b.repository_id
       join codegrain.branch_files l on l.branch_id = b.id join codegrain.files f on f.id = l.file_id
       where r.name = $1 and b.name = $2 and l.path = $3`,
    [repository, branch, path],
  );
  if (!file) return undefined;
  const rows = await queries.rows<{ record: Chunk }>(
    'select record from codegrain.records where repository = $1 and branch = $2 and path = $3',
    [repository, branch, path],
  );
  return { language: file.language, ...joinChunks(rows.map(({ record }) => record)) };
}

/** @param chunks of one file, in any order. */
export function joinChunks(chunks: readonly Chunk[]): Pick<StoredFileText, 'text' | 'chunks'> {
  const ordered = [...chunks].sort((a, b) => a.start - b.start || b.end - a.end);
  const builder = new TextBuilder();
  const moved = new Map<Chunk, Place>();
  for (const chunk of ordered) if (chunk.role !== 'parent') moved.set(chunk, builder.add(chunk));
  for (const parent of ordered) if (parent.role === 'parent') moved.set(parent, placeAround(parent, moved));
  return { text: builder.text, chunks: ordered.map((chunk) => ({ ...chunk, ...moved.get(chunk) })) };
}

type Place = Pick<Chunk, 'start' | 'end' | 'startLine' | 'endLine'>;

class TextBuilder {
  text = '';
  /** 1-based, of the end of the text. */
  private line = 1;

  add({ text, start, end, startLine, endLine }: Chunk): Place {
    if (text.length !== end - start) return this.addAtLine(text, startLine);
    const gap = start - this.text.length;
    if (gap > 0) {
      const lines = Math.min(gap, Math.max(0, startLine - this.line));
      this.append(' '.repeat(gap - lines) + '\n'.repeat(lines));
    }
    // Prose may repeat the end of the chunk before; what is there already is left out.
    this.append(text.slice(Math.max(0, this.text.length - start)));
    return { start, end, startLine, endLine };
  }

  private addAtLine(text: string, startLine: number): Place {
    const isInLine = this.text !== '' && !this.text.endsWith('\n');
    this.append('\n'.repeat(Math.max(isInLine ? 1 : 0, startLine - this.line)));
    const start = this.text.length;
    const from = this.line;
    this.append(text);
    return {
      start,
      end: this.text.length,
      startLine: from,
      endLine: this.text.endsWith('\n') ? this.line - 1 : this.line,
    };
  }

  private append(text: string): void {
    this.text += text;
    this.line += text.split('\n').length - 1;
  }
}

function placeAround(parent: Chunk, placeOf: ReadonlyMap<Chunk, Place>): Place {
  const children = [...placeOf].flatMap(([chunk, place]) => (chunk.parent === parent.id ? [place] : []));
  const [first] = children;
  const last = children.at(-1);
  const isSlice = parent.text.length === parent.end - parent.start;
  if (isSlice || !first || !last) return parent;
  return { start: first.start, end: last.end, startLine: first.startLine, endLine: last.endLine };
}
