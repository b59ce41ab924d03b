/** Statistics of an index, without reading any source file. */
import type { IndexContents } from './index-contents';

export interface IndexStats {
  readonly model: string;
  readonly chunker: string;
  readonly dimensions: number;
  /** How often the file was replaced by a new one. */
  readonly generation: number;
  readonly bytes: number;
  /** Bytes at the end that are no complete record. */
  readonly ignoredBytes: number;
  /** Bytes of memory held by the loaded index. */
  readonly memory: number;
  readonly segments: number;
  /** Records after the base. */
  readonly appended: number;
  /** Share of the file that was appended after the base, from 0 to 1. */
  readonly tail: number;
  /** Indexed files. */
  readonly files: number;
  /** Skipped files, by reason. */
  readonly skipped: Readonly<Record<string, number>>;
  readonly sourceBytes: number;
  /** Non-blank lines of the indexed files, and those in exactly one searched chunk. */
  readonly coverage: { readonly lines: number; readonly covered: number };
  readonly searchedChunks: number;
  readonly parents: number;
  /** Rows of replaced or removed files; the next compaction removes them. */
  readonly deadRows: number;
  /** Searched chunks whose vector is not made yet. */
  readonly missingVectors: number;
}

export function indexStatsOf(contents: IndexContents, size: number): IndexStats {
  let files = 0;
  let sourceBytes = 0;
  const skipped: Record<string, number> = {};
  const coverage = { lines: 0, covered: 0 };
  for (const { segment, file } of contents.files()) {
    const stored = segment.file(file);
    if (stored.skipped) skipped[stored.skipped.reason] = (skipped[stored.skipped.reason] ?? 0) + 1;
    else {
      files++;
      sourceBytes += stored.size;
      coverage.lines += stored.coverage.lines;
      coverage.covered += stored.coverage.covered;
    }
  }
  const rows = { live: 0, searched: 0, dead: 0, missing: 0, memory: 0 };
  for (const segment of contents.segments) {
    const dead = segment.dead?.reduce((sum, flag) => sum + flag, 0) ?? 0;
    rows.dead += dead;
    rows.live += segment.rows - dead;
    rows.searched += segment.searched - segment.deadSearched;
    rows.memory += segment.memory;
    segment.missing?.forEach((flag, row) => {
      if (flag && segment.dead?.[row] !== 1) rows.missing++;
    });
  }
  const { header, about } = contents;
  return {
    model: about?.model ?? '',
    chunker: about?.chunker ?? '',
    dimensions: header.dimensions,
    generation: header.generation.count,
    bytes: size,
    ignoredBytes: size - contents.end,
    memory: rows.memory,
    segments: contents.segments.length,
    appended: contents.appended,
    tail: (contents.end - header.baseEnd) / contents.end,
    files,
    skipped,
    sourceBytes,
    coverage,
    searchedChunks: rows.searched,
    parents: rows.live - rows.searched,
    deadRows: rows.dead,
    missingVectors: rows.missing,
  };
}
