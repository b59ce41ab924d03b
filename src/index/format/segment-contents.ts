/**
 * What the parts of the index agree on. A segment is what one record of the index file holds: files, their chunks, and for the
 * searched chunks (role `child` or `standard`) vectors and lexical sections. Rows are numbered per segment: the searched chunks
 * come first, file after file in the order given, then the parents, in the same order of files. So row r of `vectors`, document
 * r of the lexical sections and row r of the chunk table are one chunk, for every r below `searched`.
 */
import type { Chunk, ChunkRole } from '../../chunking/chunk';
import type { Coverage } from '../../chunking/records/coverage';

/** A file as the index knows it: enough to see by a `stat` that it did not change, and to answer `stats` without reading it. */
export interface StoredFile {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Of the bytes: 32 hexadecimal digits. Left out where the file was not read. */
  readonly hash?: string;
  readonly language: string;
  /** All lines, blank ones too. */
  readonly lines: number;
  readonly coverage: Coverage;
  readonly fallback?: string;
  /** Why it has no chunks, where it was left out. */
  readonly skipped?: { readonly reason: string; readonly message: string };
}

/** What is stored of a chunk. The text is not: it is read from the file. A `Chunk` is one. */
export type NewChunk = Pick<
  Chunk,
  | 'id'
  | 'hash'
  | 'role'
  | 'parent'
  | 'language'
  | 'name'
  | 'scope'
  | 'startLine'
  | 'endLine'
  | 'start'
  | 'end'
  | 'note'
  | 'plainHash'
> & {
  readonly kind: string;
  readonly fallback?: string;
  readonly tokens: { readonly text: number; readonly total: number };
  readonly symbols: readonly { readonly name: string }[];
};

export interface NewFile extends StoredFile {
  readonly chunks: readonly NewChunk[];
}

/** A row of the chunk table, decoded. */
export interface StoredChunk {
  readonly row: number;
  /** In the segment's file table. */
  readonly file: number;
  readonly path: string;
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** 32 hexadecimal digits; parents are not embedded and have none. */
  readonly hash: string | undefined;
  readonly role: ChunkRole;
  /** Row of the parent, in the same segment; children only. */
  readonly parent: number | undefined;
  readonly kind: string;
  readonly language: string;
  readonly name: string;
  readonly scope: readonly string[];
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  /** UTF-16 offsets, end exclusive. */
  readonly start: number;
  readonly end: number;
  readonly tokens: { readonly text: number; readonly total: number };
  /** Names of the definitions inside. Empty for parents: theirs are those of their children. */
  readonly symbols: readonly string[];
  readonly fallback: string | undefined;
  /** What a language model wrote about it, and `hash` without that; left out where there is no note. */
  readonly note?: string | undefined;
  readonly plainHash?: string | undefined;
}

/** Made and read by src/index/lexical; the store only keeps them. In memory as in the file they begin on 64-byte boundaries. */
export interface LexicalSections {
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
  readonly lengths: Uint8Array;
}

/** Vectors of a segment's searched rows, quantised: component i of row r is `vectors[r * dimensions + i] * scales[r]`. */
export interface QuantisedVectors {
  readonly vectors: Int8Array;
  /** 0 where the vector is all zeros, or still missing: such rows score 0. */
  readonly scales: Float32Array;
}

/** What one append brings: files that are new or changed (their older rows die), and paths that are gone. */
export interface NewSegment {
  readonly files: readonly NewFile[];
  readonly removed: readonly string[];
  /** Files whose content is what it was, though their time is another. */
  readonly stamps?: readonly { readonly path: string; readonly mtimeMs: number }[];
  readonly lexical: LexicalSections;
  /** Left out where they are made later: see `IndexWriter.fillVectors`. */
  readonly vectors?: QuantisedVectors & { readonly missing?: Uint8Array };
}

/** A loaded segment, as search sees it. */
export interface Segment {
  /** Of the record that brought it: unique in the file until it is compacted. */
  readonly sequence: number;
  readonly dimensions: number;
  /** Rows [0, searched) have vectors and lexical documents, rows [searched, rows) are parents. */
  readonly searched: number;
  readonly rows: number;
  /** Undefined until the first of its vectors is there. 64-byte aligned. */
  readonly vectors: Int8Array | undefined;
  readonly scales: Float32Array | undefined;
  /** 1 for searched rows whose vector is still to be made; undefined: none is. */
  readonly missing: Uint8Array | undefined;
  /** 1 for rows (parents too) whose file was replaced or removed since; undefined: all are alive. */
  readonly dead: Uint8Array | undefined;
  /** Searched rows that are dead. */
  readonly deadSearched: number;
  readonly lexical: LexicalSections;
  readonly fileCount: number;
  /** The file of a row, as an index into the segment's file table. */
  fileOf(row: number): number;
  path(file: number): string;
  file(file: number): StoredFile;
  isDeadFile(file: number): boolean;
  /** The searched rows of a file, [from, to). */
  searchedRows(file: number): readonly [from: number, to: number];
  /** Without decoding the row. */
  kind(row: number): string;
  chunk(row: number): StoredChunk;
}

/** A chunk in a loaded index. */
export interface ChunkPlace {
  readonly segment: Segment;
  readonly row: number;
}

/** Gives compaction the lexical sections of the rows that stay: those not dead, in order of parts and rows, numbered from 0. */
export type MergeLexical = (
  parts: readonly {
    readonly lexical: LexicalSections;
    readonly rows: number;
    /** 1 for rows to leave out; undefined: all stay. */
    readonly dead: Uint8Array | undefined;
  }[],
) => LexicalSections;

/** The chunks whose rows come first, in the order of rows: texts to embed and documents to post are made in this order. */
export function searchedChunks<C extends { readonly role: ChunkRole }>(
  files: readonly { readonly chunks: readonly C[] }[],
): C[] {
  return files.flatMap((file) => file.chunks.filter((chunk) => chunk.role !== 'parent'));
}
