/**
 * Reads the texts of hits from their files, since the index does not store them. A file that changed since it was indexed is chunked
 * again, and the hit is looked up in it. A chunk with the same content has moved and gets its new place. One with the same id was
 * edited: it is shown as it is now and marked as stale. Otherwise it is gone: the text at its old place is shown, marked as stale.
 * The text of a draft is the one that was indexed. An index may come from others: a path in it that leads outside its folder is not
 * read.
 */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../chunking/chunk';
import { isSameHash, plainHashOf } from '../../chunking/records/embedded-text';
import type { StoredChunk, StoredFile } from '../../index/format/segment-contents';
import { stampedOptions } from '../../index/index-settings';
import type { ChunkOptions } from '../../options/chunk-options';
import { realFileInside } from '../../shared/inside-folder';
import { decodeText } from '../../workspace/decode-text';
import { contentHash } from '../../workspace/folder-changes';
import type { FoundRow, IndexedDraft, IndexView } from '../view/index-view';

/** Chunks a file as it is now, or a draft of the file. Empty: it cannot be chunked. */
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

/** Files whose chunks are slices of a text decoded from the file, not of the file itself, in whatever language they are. */
const decodedLanguages: ReadonlySet<string> = new Set(['ipynb', 'conversation']);

export function isDecodedLanguage(language: string): boolean {
  return decodedLanguages.has(language);
}

interface Source {
  readonly text: string;
  readonly isChanged: boolean;
}

/** For one search: each file is read once. */
export class SourceTexts {
  private readonly sources = new Map<string, Source | undefined>();
  private readonly chunked = new Map<string, Promise<readonly Chunk[]>>();

  constructor(private readonly rechunk: Rechunk) {}

  /** @param found the chunk, or another chunk of its file. */
  async textOf({ view, segment }: Pick<FoundRow, 'view' | 'segment'>, chunk: StoredChunk): Promise<HitText> {
    const { startLine, endLine } = chunk;
    const file = view.segments[segment]?.file(chunk.file);
    const source = this.source(view, chunk.path, file);
    if (!source) return { text: '', startLine, endLine, isStale: true };
    const isDecoded = isDecodedLanguage(chunk.language) || isDecodedLanguage(file?.language ?? '');
    if (!source.isChanged && !isDecoded)
      return { text: source.text.slice(chunk.start, chunk.end), startLine, endLine, isStale: false };
    const now = await this.chunkNow(view, chunk);
    if (now) {
      const isStale = chunk.hash !== undefined && !isSameHash(now.hash, plainHashOf(chunk));
      return { text: now.text, startLine: now.startLine, endLine: now.endLine, isStale };
    }
    const lines = source.text.split(/(?<=\n)/).slice(startLine - 1, endLine);
    return { text: lines.join(''), startLine, endLine, isStale: true };
  }

  /** The text of a file that the offsets of its chunks are in; undefined if it changed, cannot be read, or was decoded. */
  wholeText(view: IndexView, file: StoredFile): string | undefined {
    const source = this.source(view, file.path, file);
    return !source || source.isChanged || isDecodedLanguage(file.language) ? undefined : source.text;
  }

  /** What is put before the chunk when it is embedded; made again, since the index does not store it. */
  async contextOf(view: IndexView, chunk: StoredChunk): Promise<string> {
    return (await this.chunkNow(view, chunk))?.context ?? '';
  }

  /** The chunk in the file as it is now: the nearest one with the same content, otherwise the one with the same id. */
  async chunkNow(view: IndexView, chunk: StoredChunk): Promise<Chunk | undefined> {
    const key = join(view.root, chunk.path);
    const draft = view.draft(chunk.path);
    if (!draft && realFileInside(view.root, chunk.path) === undefined) return undefined;
    const chunking = this.chunked.get(key) ?? this.rechunk(key, chunk.path, indexedChunkOptions(view), draft);
    this.chunked.set(key, chunking);
    const chunks = await chunking;
    const distance = (other: Chunk): number => Math.abs(other.startLine - chunk.startLine);
    const same = chunks.filter(({ hash, role }) => role !== 'parent' && isSameHash(hash, plainHashOf(chunk)));
    if (same.length > 0) return same.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    return chunks.find(({ id }) => id === chunk.id);
  }

  private source(view: IndexView, path: string, known: StoredFile | undefined): Source | undefined {
    const draft = view.draft(path);
    if (draft) return { text: draft.text, isChanged: false };
    const file = join(view.root, path);
    if (!this.sources.has(file)) {
      const isInside = realFileInside(view.root, path) !== undefined;
      this.sources.set(file, isInside ? readNow(file, known) : undefined);
    }
    return this.sources.get(file);
  }
}

/** @param known the file as it was indexed. */
function readNow(file: string, known: StoredFile | undefined): Source | undefined {
  try {
    const { size, mtimeMs, ctimeMs } = statSync(file);
    const bytes = readFileSync(file);
    const text = decodeText(bytes)?.text;
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

/** The options that the index was made with. */
export function indexedChunkOptions({ chunker }: Pick<IndexView, 'chunker'>): Partial<ChunkOptions> {
  return stampedOptions(chunker);
}
