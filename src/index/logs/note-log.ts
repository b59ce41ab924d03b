/**
 * What language models wrote about chunks: `index.cgx.notes`, a separate file next to the index, so that a rebuilt index does not ask
 * again. A line is checked (line-file.ts); its JSON is
 *
 *     chunk      hash of the chunk, without a note
 *     document   hash of the text the chunk is from
 *     stamp      hash of model and prompt
 *     path       of the file, for people and reports
 *     note       what is put before the chunk; or `error`: why there is no note
 *
 * The file only grows; the last line about a chunk counts, and incomplete lines are ignored. Texts stay in the file and are read when
 * needed, so that a process holds about a hundred bytes for each.
 */
import { closeSync, readSync, rmSync } from 'node:fs';
import { crc32 } from '../../shared/crc';
import { errorCode } from '../../shared/error-code';
import { openPlainFile } from '../../shared/plain-file';
import { prepareFolder } from '../file/index-files';
import { storedHashBytes } from '../format/segment-contents';
import { AddedLines, checkedLine, LineWriter, readCheckedLine } from './line-file';

export interface NoteLine {
  readonly chunk: string;
  readonly document: string;
  readonly stamp: string;
  readonly path: string;
  readonly note?: string;
  readonly error?: string;
}

interface Stored {
  readonly start: number;
  readonly end: number;
  /** CRC-32 of the note. */
  readonly crc: number;
}

/** Where the notes for an index are. */
export function noteFileOf(indexFile: string): string {
  return `${indexFile}.notes`;
}

export class NoteLog {
  /** By chunk: the last line with a note. */
  private notes = new Map<string, Stored>();
  /** By chunk, document and stamp: is the last line a note or an error? */
  private outcomes = new Map<string, 'note' | 'error'>();
  /** Lines that are not as they were written, besides those that a killed process left unfinished. */
  private damagedLines = 0;
  private readonly added: AddedLines;

  constructor(readonly file: string) {
    this.added = new AddedLines(file, () => {
      this.notes = new Map();
      this.outcomes = new Map();
      this.damagedLines = 0;
    });
  }

  /** Reads the lines added since; a file that was replaced or removed is read from its start. */
  refresh(): void {
    for (const { text, start, end } of this.added.next()) {
      const line = decodeLine(text);
      if (!line) {
        if (!isUnfinished(text)) this.damagedLines++;
        continue;
      }
      this.outcomes.set(keyOf(line), line.note === undefined ? 'error' : 'note');
      if (line.note !== undefined)
        this.notes.set(shortKey(line.chunk), { start, end, crc: crc32(Buffer.from(line.note)) });
    }
  }

  /** What is wrong with the file; undefined: nothing. */
  get problem(): string | undefined {
    const { damagedLines: lines, file } = this;
    if (lines === 0) return undefined;
    return `${lines === 1 ? '1 note' : `${lines} notes`} in ${file} cannot be read because the file is damaged; codegrain enrich asks for them again`;
  }

  /** Number of chunks with a note. */
  get size(): number {
    return this.notes.size;
  }

  /** The outcome of this exact question; undefined: it was not asked yet. */
  outcome(question: Pick<NoteLine, 'chunk' | 'document' | 'stamp'>): 'note' | 'error' | undefined {
    return this.outcomes.get(keyOf(question));
  }

  /** Is this the last note about a chunk? `undefined` means no note. @param chunk its hash, or the part that the index stores. */
  isLast(chunk: string, note: string | undefined): boolean {
    const stored = this.notes.get(shortKey(chunk));
    if (!stored || note === undefined) return !stored && note === undefined;
    return stored.crc === crc32(Buffer.from(note));
  }

  /** The last note about a chunk, for any document and prompt. */
  note(chunk: string): string | undefined {
    const stored = this.notes.get(shortKey(chunk));
    if (!stored) return undefined;
    const bytes = Buffer.alloc(stored.end - stored.start);
    const { handle } = openPlainFile(this.file);
    try {
      readSync(handle, bytes, 0, bytes.length, stored.start);
    } finally {
      closeSync(handle);
    }
    // The file may have been replaced since it was read.
    const line = decodeLine(bytes.toString('utf8', 0, bytes.length - 1));
    return line && shortKey(line.chunk) === shortKey(chunk) ? line.note : undefined;
  }
}

export class NoteLogWriter {
  private constructor(private readonly writer: LineWriter) {}

  static async open(file: string): Promise<NoteLogWriter> {
    prepareFolder(file);
    return new NoteLogWriter(await LineWriter.open(file));
  }

  /** Resolves when the line is on the disk. */
  append(line: NoteLine): Promise<void> {
    return this.writer.append(checkedLine(line));
  }

  close(): Promise<void> {
    return this.writer.close();
  }
}

/** Returns true if there was a file. The next refresh of the index removes the notes from it. */
export function removeNotes(file: string): boolean {
  try {
    rmSync(file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return false;
    throw error;
  }
}

function decodeLine(text: string): NoteLine | undefined {
  const line = readCheckedLine(text) as NoteLine | undefined;
  return typeof line?.chunk === 'string' && typeof (line.note ?? line.error) === 'string' ? line : undefined;
}

/** The digits of a hash that the index stores. */
function shortKey(chunk: string): string {
  return chunk.slice(0, 2 * storedHashBytes);
}

function keyOf({ chunk, document, stamp }: Pick<NoteLine, 'chunk' | 'document' | 'stamp'>): string {
  return `${chunk}${document}${stamp}`;
}

/** The beginning of a line, as a killed process leaves it; an empty one too. */
function isUnfinished(text: string): boolean {
  return text.length < 10 ? /^[0-9a-f]{0,8} ?$/.test(text) : /^[0-9a-f]{8} \{/.test(text) && !text.endsWith('}');
}
