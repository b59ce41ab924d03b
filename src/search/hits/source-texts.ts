/**
 * The texts of hits, which the index does not have: they are read from the files. A file that is not what was indexed is cut again,
 * and the chunk is looked for in it: with the same content it only moved, and gets its new place; with the same id it was edited, and
 * is shown as it is now, marked as stale; else it is gone, and what stands at its old place is shown, marked too. The text of a
 * draft is the one that was indexed.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../chunking/chunk';
import { plainHashOf } from '../../chunking/records/embedded-text';
import type { StoredChunk, StoredFile } from '../../index/format/segment-contents';
import { stampedOptions } from '../../index/index-settings';
import type { ChunkOptions } from '../../options/chunk-options';
import { contentHash } from '../../workspace/folder-changes';
import { decode } from '../../workspace/read-file';
import type { FoundRow, IndexedDraft, IndexView } from '../view/index-view';

/** Cuts a file as it is now, or a draft of it. Empty: that cannot be done. */
export type Rechunk = (
  file: string,
  path: string,
  options: Partial<ChunkOptions>,
  draft?: Pick<IndexedDraft, 'text' | 'languageHint'>,
) => Promise<readonly Chunk[]>;

export interface HitText {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly isStale: boolean;
}

/** Chunks are of a text decoded from the file, whatever their own language: the file does not have theirs as it stands. */
const decoded: ReadonlySet<string> = new Set(['ipynb', 'conversation']);

interface Source {
  readonly text: string;
  readonly isChanged: boolean;
}

/** For one search: a file is read once. */
export class SourceTexts {
  private readonly sources = new Map<string, Source | undefined>();
  private readonly cut = new Map<string, Promise<readonly Chunk[]>>();

  constructor(private readonly rechunk: Rechunk) {}

  /** @param found the chunk, or another one of its file. */
  async textOf({ view, segment }: Pick<FoundRow, 'view' | 'segment'>, chunk: StoredChunk): Promise<HitText> {
    const { startLine, endLine } = chunk;
    const file = view.segments[segment]?.file(chunk.file);
    const source = this.source(view, chunk.path, file);
    if (!source) return { text: '', startLine, endLine, isStale: true };
    const isDecoded = decoded.has(chunk.language) || decoded.has(file?.language ?? '');
    if (!source.isChanged && !isDecoded)
      return { text: source.text.slice(chunk.start, chunk.end), startLine, endLine, isStale: false };
    const now = await this.chunkNow(view, chunk);
    if (now) {
      const isStale = chunk.hash !== undefined && now.hash !== plainHashOf(chunk);
      return { text: now.text, startLine: now.startLine, endLine: now.endLine, isStale };
    }
    const lines = source.text.split(/(?<=\n)/).slice(startLine - 1, endLine);
    return { text: lines.join(''), startLine, endLine, isStale: true };
  }

  /** What is put before the chunk when it is embedded; made anew, since the index does not have it. */
  async contextOf(view: IndexView, chunk: StoredChunk): Promise<string> {
    return (await this.chunkNow(view, chunk))?.context ?? '';
  }

  /** The chunk in the file as it is now: by content, the nearest of equal ones; else by id. */
  async chunkNow(view: IndexView, chunk: StoredChunk): Promise<Chunk | undefined> {
    const key = join(view.root, chunk.path);
    const cutting = this.cut.get(key) ?? this.rechunk(key, chunk.path, chunkOptionsOf(view), view.draft(chunk.path));
    this.cut.set(key, cutting);
    const chunks = await cutting;
    const away = (other: Chunk): number => Math.abs(other.startLine - chunk.startLine);
    const same = chunks.filter(({ hash, role }) => role !== 'parent' && hash === plainHashOf(chunk));
    if (same.length > 0) return same.reduce((best, other) => (away(other) < away(best) ? other : best));
    return chunks.find(({ id }) => id === chunk.id);
  }

  private source(view: IndexView, path: string, known: StoredFile | undefined): Source | undefined {
    const draft = view.draft(path);
    if (draft) return { text: draft.text, isChanged: false };
    const file = join(view.root, path);
    if (!this.sources.has(file)) this.sources.set(file, readNow(file, known));
    return this.sources.get(file);
  }
}

/** @param known what was indexed. */
function readNow(file: string, known: StoredFile | undefined): Source | undefined {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    const bytes = readFileSync(file);
    const text = decode(bytes);
    if (text === undefined) return undefined;
    const isSame =
      known !== undefined &&
      known.size === size &&
      (known.mtimeMs === Math.max(mtimeMs, ctimeMs) || known.hash === contentHash(bytes));
    return { text, isChanged: !isSame };
  } catch {
    return undefined;
  }
}

/** How the index was cut. */
export function chunkOptionsOf({ chunker }: Pick<IndexView, 'chunker'>): Partial<ChunkOptions> {
  return stampedOptions(chunker);
}
