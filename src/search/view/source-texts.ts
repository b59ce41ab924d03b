/**
 * Reads the texts of hits from their files, since the index does not store them. A file that changed since it was indexed is chunked
 * again, and the hit is looked up in it. A chunk with the same content has moved and gets its new place. One with the same id was
 * edited: it is shown as it is now and marked as stale. Otherwise it is gone: the text at its old place is shown, marked as stale.
 * The text of a draft is the one that was indexed. An index may come from others, so files are read through the gate of the view.
 */
import { join } from 'node:path';
import type { Chunk, EnclosingLines } from '../../code/chunk';
import { enclosingHeadings, enclosingLines } from '../../code/identify/enclosing';
import { isSameHash, plainHashOf } from '../../code/records/embedded-text';
import { SourceText } from '../../code/source-text';
import type { StoredLinks } from '../../index/format/link-table';
import type { StoredChunk, StoredFile } from '../../index/format/segment-contents';
import { stampedOptions } from '../../index/index-settings';
import type { ChunkOptions } from '../../options/chunk-options';
import { proseSectionsOf } from '../../prose/prose-formats';
import { remember } from '../../shared/maps';
import { contentHash } from '../../workspace/folder-changes';
import type { GateText } from '../../workspace/read-gate';
import type { Skipped } from '../../workspace/skip-reasons';
import type { FoundRow, IndexedDraft, IndexView } from './index-view';

/** Chunks the text of a file as it is now, or of its draft. Empty: it cannot be chunked. */
export type Rechunk = (
  path: string,
  options: Partial<ChunkOptions>,
  source: Pick<IndexedDraft, 'text' | 'languageHint'>,
) => Promise<readonly Chunk[]>;

/** A definition, or a section of prose. */
export interface PlacedDefinition {
  readonly name: string;
  readonly kind: string;
  /** 1-based; the line with its name. */
  readonly line: number;
  /** 1-based, inclusive. Unknown: up to the next definition. */
  readonly endLine?: number;
}

export interface HitText {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly isStale: boolean;
  /** What the text is in; unknown where the chunk is gone. */
  readonly enclosing: readonly EnclosingLines[];
  /** The definitions in the text, in the order of their lines. */
  readonly definitions: readonly PlacedDefinition[];
  /** Why the file must not be read; it is no hit then. */
  readonly refused?: Skipped;
}

/** Those that the record of the chunk lists, with their lines. */
function definitionsIn(chunk: StoredChunk, all: readonly PlacedDefinition[]): readonly PlacedDefinition[] {
  // The first part of a definition does not list it.
  const names = new Set([...chunk.symbols, chunk.name]);
  return all
    .filter(({ name, line }) => chunk.startLine <= line && line <= chunk.endLine && names.has(name))
    .sort((a, b) => a.line - b.line);
}

/** Prose has sections in place of definitions. */
function sectionsIn(text: string, { language, startLine }: StoredChunk): readonly PlacedDefinition[] {
  return proseSectionsOf(text, language).map(({ name, line, endLine }) => ({
    ...{ name, kind: 'section' },
    line: startLine + line - 1,
    endLine: startLine + endLine - 1,
  }));
}

/** Files whose chunks are slices of a text decoded from the file, not of the file itself, in whatever language they are. */
const decodedLanguages: ReadonlySet<string> = new Set(['ipynb', 'conversation']);

export function isDecodedLanguage(language: string): boolean {
  return decodedLanguages.has(language);
}

/** A draft, a file, or why there is no text. */
type Source = IndexedDraft | GateText | { readonly skipped: Skipped };

/** For one search: each file is read once. */
export class SourceTexts {
  private readonly sources = new Map<string, Source>();
  private readonly lines = new Map<Source, SourceText>();
  /** By segment and file: each is decoded once. */
  private readonly definitions = new Map<string, StoredLinks['definitions'] | undefined>();
  private readonly chunked = new Map<string, Promise<readonly Chunk[]>>();

  constructor(private readonly rechunk: Rechunk) {}

  /** @param found the chunk, or another chunk of its file. */
  async textOf({ view, segment }: Pick<FoundRow, 'view' | 'segment'>, chunk: StoredChunk): Promise<HitText> {
    const { startLine, endLine } = chunk;
    const source = this.source(view, chunk.path);
    if ('skipped' in source) {
      const { skipped } = source;
      const nothing = { text: '', startLine, endLine, isStale: true, enclosing: [], definitions: [] };
      return skipped.reason === 'unreadable' ? nothing : { ...nothing, refused: skipped };
    }
    const file = view.segments[segment]?.file(chunk.file);
    const isDecoded = isDecodedLanguage(chunk.language) || isDecodedLanguage(file?.language ?? '');
    if (isAsIndexed(source, file) && !isDecoded) {
      const text = source.text.slice(chunk.start, chunk.end);
      const links = this.linksOf(view, segment, chunk.file);
      // Only chunks that are searched are asked for theirs, and prose is parsed for them.
      const asked = chunk.role === 'parent' ? [] : links ? definitionsIn(chunk, links) : sectionsIn(text, chunk);
      const enclosing = this.enclosing(source, links, chunk);
      return { text, startLine, endLine, isStale: false, enclosing, definitions: asked };
    }
    const now = await this.chunkNow(view, chunk);
    if (now) {
      const isStale = chunk.hash !== undefined && !isSameHash(now.hash, plainHashOf(chunk));
      const { text, enclosing = [], symbols } = now;
      const definitions = isDecoded ? [] : symbols;
      return { text, startLine: now.startLine, endLine: now.endLine, isStale, enclosing, definitions };
    }
    const lines = source.text.split(/(?<=\n)/).slice(startLine - 1, endLine);
    return { text: lines.join(''), startLine, endLine, isStale: true, enclosing: [], definitions: [] };
  }

  private linksOf(view: IndexView, segment: number, file: number): StoredLinks['definitions'] | undefined {
    const key = `${view.root}\n${segment} ${file}`;
    return remember(this.definitions, key, () => view.segments[segment]?.links(file)?.definitions);
  }

  /** @param definitions of the file; prose has none, but the names of its headings. */
  private enclosing(
    file: IndexedDraft | GateText,
    definitions: StoredLinks['definitions'] | undefined,
    chunk: StoredChunk,
  ): readonly EnclosingLines[] {
    if (!definitions && chunk.scope.length === 0 && chunk.name === '') return [];
    const source = remember(this.lines, file, () => new SourceText(file.text));
    const startLine = source.lineAt(source.trimStart(chunk.start, chunk.end));
    if (definitions) return enclosingLines(source, definitions, { startLine, endLine: chunk.endLine });
    return enclosingHeadings(source, [...chunk.scope, chunk.name], { startLine, endLine: chunk.endLine });
  }

  /** The text of a file that the offsets of its chunks are in; undefined if it changed, cannot be read, or was decoded. */
  wholeText(view: IndexView, file: StoredFile): string | undefined {
    if (isDecodedLanguage(file.language)) return undefined;
    const source = this.source(view, file.path);
    return 'skipped' in source || !isAsIndexed(source, file) ? undefined : source.text;
  }

  /** What is put before the chunk when it is embedded; made again, since the index does not store it. */
  async contextOf(view: IndexView, chunk: StoredChunk): Promise<string> {
    return (await this.chunkNow(view, chunk))?.context ?? '';
  }

  /** The chunk in the file as it is now: the nearest one with the same content, otherwise the one with the same id. */
  async chunkNow(view: IndexView, chunk: StoredChunk): Promise<Chunk | undefined> {
    const source = this.source(view, chunk.path);
    if ('skipped' in source) return undefined;
    const key = join(view.root, chunk.path);
    const chunking = this.chunked.get(key) ?? this.rechunk(chunk.path, indexedChunkOptions(view), source);
    this.chunked.set(key, chunking);
    const chunks = await chunking;
    const distance = (other: Chunk): number => Math.abs(other.startLine - chunk.startLine);
    const same = chunks.filter(({ hash, role }) => role !== 'parent' && isSameHash(hash, plainHashOf(chunk)));
    if (same.length > 0) return same.reduce((best, other) => (distance(other) < distance(best) ? other : best));
    return chunks.find(({ id }) => id === chunk.id);
  }

  private source(view: IndexView, path: string): Source {
    const draft = view.draft(path);
    if (draft) return draft;
    const key = join(view.root, path);
    const known = this.sources.get(key) ?? view.gate.read(path);
    this.sources.set(key, known);
    return known;
  }
}

/** @param known the file as it was indexed. */
function isAsIndexed(source: IndexedDraft | GateText, known: StoredFile | undefined): boolean {
  if ('segment' in source) return true;
  const { size, mtimeMs, bytes } = source;
  return known?.size === size && (known.mtimeMs === mtimeMs || known.hash === contentHash(bytes));
}

/** The options that the index was made with. */
export function indexedChunkOptions({ chunker }: Pick<IndexView, 'chunker'>): Partial<ChunkOptions> {
  return stampedOptions(chunker);
}
