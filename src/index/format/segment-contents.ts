/**
 * The types that all parts of the index share. A segment is the contents of one record of the index file: files, their chunks, and
 * vectors and lexical sections for the searched chunks (role `child` or `standard`). Rows are numbered per segment: first the
 * searched chunks, file after file in the given order, then the parents in the same order of files. So row r of `vectors`, document
 * r of the lexical sections and row r of the chunk table are one chunk, for every r below `searched`.
 */
import type { Chunk, ChunkRole, Coverage } from '../../code/chunk';
import type { StoredLinks } from './link-table';
import type { SectionSource } from './section-source';

/**
 * Bytes of a content hash that are stored. Two of 1.4 million texts have the same with a probability of 1 in 19 million; the second
 * would then have the vector of the first.
 */
export const storedHashBytes = 8;
export const idBytes = 8;

/** A file in the index: enough to see from a `stat` that it did not change, and to answer `stats` without reading it. */
export interface StoredFile {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  /** Bytes. */
  readonly size: number;
  readonly mtimeMs: number;
  /** Hash of the bytes: 32 hexadecimal digits. Missing if the file was not read. */
  readonly hash?: string;
  readonly language: string;
  /** All lines, including blank ones. */
  readonly lines: number;
  readonly coverage: Coverage;
  readonly fallback?: string;
  /** Why it has no chunks, if it was skipped. */
  readonly skipped?: { readonly reason: string; readonly message: string };
}

/** The stored part of a chunk; a `Chunk` is assignable to it. The text is not stored: it is read from the file. */
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
  | 'endTime'
> & {
  readonly kind: string;
  readonly fallback?: string;
  readonly tokens: { readonly text: number; readonly total: number };
  readonly symbols: readonly { readonly name: string }[];
};

export interface NewFile extends StoredFile {
  readonly chunks: readonly NewChunk[];
  /** What it defines and uses; missing for files that are not code. */
  readonly links?: StoredLinks;
}

/** A row of the chunk table, decoded. */
export interface StoredChunk {
  readonly row: number;
  /** Index into the segment's file table. */
  readonly file: number;
  readonly path: string;
  /** 16 hexadecimal digits. */
  readonly id: string;
  /** The first 16 hexadecimal digits of the chunk's hash; undefined for parents, which are not embedded. */
  readonly hash: string | undefined;
  readonly role: ChunkRole;
  /** Row of the parent in the same segment; only for children. */
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
  /** Names of the definitions inside. Empty for parents, whose symbols are those of their children. */
  readonly symbols: readonly string[];
  readonly fallback: string | undefined;
  /** Conversations only: when the last message was sent; ISO 8601. */
  readonly endTime?: string | undefined;
  /** What a language model wrote about the chunk, and the `hash` without the note; both missing if there is no note. */
  readonly note?: string | undefined;
  readonly plainHash?: string | undefined;
}

/** Made and read by src/index/lexical; other parts only store them. They begin on 64-byte boundaries, in memory and in the file. */
export interface LexicalSections {
  readonly terms: Uint8Array;
  readonly postings: Uint8Array;
  readonly lengths: Uint8Array;
}

/** The same in an index: terms and postings may stay in the file. */
export interface StoredLexical {
  readonly terms: Uint8Array | SectionSource;
  readonly postings: Uint8Array | SectionSource;
  readonly lengths: Uint8Array;
}

/** Vectors of a segment's searched rows, quantised: component i of row r is `vectors[r * dimensions + i] * scales[r]`. */
export interface QuantisedVectors {
  readonly vectors: Int8Array;
  /** 0 if the vector is all zeros or still missing: such rows score 0. */
  readonly scales: Float32Array;
}

/** A file of an older segment that counts from a record on, with its time; it may have counted before. */
export interface CurrentFile {
  /** Of the segment. */
  readonly sequence: number;
  /** In the segment. */
  readonly file: number;
  readonly mtimeMs: number;
}

/** The contents of one append: new and changed files (their older rows become dead), and removed paths. */
export interface NewSegment {
  readonly files: readonly NewFile[];
  readonly removed: readonly string[];
  /** Files with a new modification time but the same content, and files with a content that the index had before. */
  readonly current?: readonly CurrentFile[];
  readonly lexical: LexicalSections;
  /** Missing if they are made later: see `IndexWriter.fillVectors`. */
  readonly vectors?: QuantisedVectors & { readonly missing?: Uint8Array };
}

/** Makes the lexical sections of the living rows for compaction, in the order of parts and rows, numbered from 0. */
export type MergeLexical = (
  parts: readonly {
    readonly lexical: StoredLexical;
    readonly rows: number;
    /** 1 for dead rows; undefined: all are alive. */
    readonly dead: Uint8Array | undefined;
  }[],
) => Promise<LexicalSections>;

/** The searched chunks in the order of their rows: texts are embedded and documents are indexed in this order. */
export function searchedChunks<C extends { readonly role: ChunkRole }>(
  files: readonly { readonly chunks: readonly C[] }[],
): C[] {
  return files.flatMap((file) => file.chunks.filter((chunk) => chunk.role !== 'parent'));
}
