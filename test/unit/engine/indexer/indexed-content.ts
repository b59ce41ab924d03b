/** The content of an index as one text that does not depend on its history: files, chunks, vectors, words. */

import { IndexReader } from '../../../../src/index/file/index-reader';
import type { LoadedSegment } from '../../../../src/index/file/loaded-segment';
import { LexicalSegment } from '../../../../src/index/lexical/lexical-segment';
import { PostingCursor } from '../../../../src/index/lexical/posting-cursor';

export function read(path: string): IndexReader {
  const opened = IndexReader.open(path);
  if ('problem' in opened) throw new Error(opened.problem.message);
  return opened.index;
}

export function contentOf(index: IndexReader): string {
  const lines: string[] = [];
  for (const segment of index.segments) {
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.isDeadFile(file)) continue;
      // Modification times are not content.
      const { mtimeMs: _, ...stored } = segment.file(file);
      lines.push(`file ${JSON.stringify(stored)}`);
    }
    for (let row = 0; row < segment.rows; row++) if (segment.dead?.[row] !== 1) lines.push(rowText(segment, row));
    lines.push(...words(segment));
  }
  return lines.sort().join('\n');
}

function rowText(segment: LoadedSegment, row: number): string {
  const { row: _row, file: _file, parent, ...chunk } = segment.chunk(row);
  const of = parent === undefined ? '' : segment.chunk(parent).id;
  const stored = row < segment.searched ? segment.vectors.at(row) : undefined;
  const bytes = stored ? Buffer.from(stored.vector).toString('base64') : '';
  return `chunk ${JSON.stringify(chunk)} of ${of} ${bytes} ${stored?.scale} ${segment.missing?.[row] === 1 ? 'missing' : ''}`;
}

function* words(segment: LoadedSegment): Generator<string> {
  const lexical = new LexicalSegment(segment.lexical);
  const terms = lexical.cursorAt();
  while (terms.next()) {
    const term = Buffer.from(terms.term.subarray(0, terms.termLength)).toString();
    for (const cursor = new PostingCursor(lexical, terms); cursor.row < lexical.rows; cursor.next()) {
      if (segment.dead?.[cursor.row] !== 1) yield `word ${term} ${segment.chunk(cursor.row).id} ${cursor.code}`;
    }
  }
}
