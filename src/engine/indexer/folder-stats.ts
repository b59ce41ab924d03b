/** Compares a folder with its index: what is indexed, what is skipped and why, what changed since, and how large everything is. */
import { resolve } from 'node:path';
import type { IndexContents } from '../../index/file/index-contents';
import { damageProblem, type IndexFileProblem } from '../../index/file/index-error';
import { IndexReader } from '../../index/file/index-reader';
import type { IndexStats } from '../../index/file/index-stats';
import { againIfChanged, ChangedFileError } from '../../index/format/record-file';
import { indexFileOf } from '../../index/index-settings';
import { proseFormatNames } from '../../prose/prose-format-names';
import { type DiscoverOptions, walkFolder } from '../../workspace/discover';
import { detectChanges } from '../../workspace/folder-changes';
import { WalkCounter, type WalkStatistics } from '../../workspace/walk-statistics';
import { IndexProblem } from './index-problem';
import { countFiles } from './index-result';
import { knownFiles } from './known-files';

interface LanguageCount {
  readonly language: string;
  readonly files: number;
  readonly bytes: number;
  readonly chunks: number;
}

interface SizeCount {
  /** Tokens of the text; `from` and `to` are inclusive, and the last range has no end. */
  readonly from: number;
  readonly to: number | undefined;
  readonly chunks: number;
}

interface FallbackCount {
  /** Why files were not, or not completely, chunked by syntax. */
  readonly fallback: string;
  readonly files: number;
  readonly examples: readonly string[];
}

interface OverlapCount {
  /** Searched chunks of prose, and how many of them repeat the end of the one before. */
  readonly chunks: number;
  readonly repeating: number;
  /** Mean over all chunks of prose: tokens that are repeated, and their share of the text, from 0 to 1. */
  readonly meanTokens: number;
  readonly share: number;
}

export interface FolderStats {
  readonly folder: WalkStatistics;
  /** Files that an index run would process now. */
  readonly pending: { readonly added: number; readonly changed: number; readonly removed: number };
  /** Sorted by bytes, descending. */
  readonly languages: readonly LanguageCount[];
  /** Of the searched chunks. */
  readonly sizes: readonly SizeCount[];
  readonly overlap: OverlapCount;
  /** Sorted by files, descending. */
  readonly fallbacks: readonly FallbackCount[];
  readonly index: IndexStats & { readonly file: string };
  /** What is wrong with the index, although it can be read. */
  readonly problems: readonly IndexFileProblem[];
  /** Every byte and row of the index was checked. Otherwise a large index can have damage in parts that were not read yet. */
  readonly isChecked: boolean;
  /** Files whose rows are as they were written, and still mean nothing. */
  readonly damaged: { readonly missing: readonly string[] };
}

/** Per reason. */
const maxExamples = 50;
const sizeLimits = [25, 50, 100, 200, 300, 400, 800, 1600];

interface StatsOptions extends DiscoverOptions {
  readonly indexFile?: string | undefined;
  /** The index, if it is already open. */
  readonly index?: IndexReader | undefined;
  /** Check every byte and row of the index, also of a large one. */
  readonly checksAll?: boolean;
}

/** @throws `IndexProblem` if there is no index, or it cannot be read */
export async function folderStats(root: string, options: StatsOptions = {}): Promise<FolderStats> {
  const file = resolve(options.indexFile ?? indexFileOf(root));
  const { checksAll = false } = options;
  const opened = options.index ? { index: options.index } : IndexReader.open(file, { checksAll });
  if ('problem' in opened) throw new IndexProblem(opened.problem);
  const { index } = opened;
  return againIfChanged(async () => {
    if (index.contents.hasChanged) index.refresh();
    return statsOf(root, file, index, options);
  });
}

async function statsOf(root: string, file: string, index: IndexReader, options: StatsOptions): Promise<FolderStats> {
  const counter = new WalkCounter(maxExamples);
  const changes = await detectChanges(root, knownFiles(index), walkFolder(root, file, options, counter));
  const { added, changed, removed } = changes;
  const folder = countFiles(counter, index);
  return {
    // The walk has also seen files that are not in the index yet.
    folder: { ...folder, seen: folder.seen + added.length },
    pending: { added: added.length, changed: changed.length, removed: removed.length },
    ...countChunks(index.contents),
    index: { file, ...index.stats() },
    ...damageOf(index, options.checksAll ? unreadableFiles(index.contents) : []),
    isChecked: index.isChecked,
  };
}

/** @param unreadable paths of files whose rows are as they were written, and still mean nothing. */
function damageOf(index: IndexReader, unreadable: readonly string[]): Pick<FolderStats, 'problems' | 'damaged'> {
  const lost = { bytes: 0, lostFiles: unreadable.length };
  return {
    problems: [
      ...(index.problem ? [index.problem] : []),
      ...(unreadable.length > 0 ? [damageProblem(index.path, lost, 'codegrain index --rebuild')] : []),
    ],
    damaged: { missing: unreadable },
  };
}

/** Decodes every row with its names. */
function unreadableFiles({ segments }: IndexContents): string[] {
  const unreadable: string[] = [];
  for (const segment of segments)
    for (let file = 0; file < segment.fileCount; file++) {
      if (segment.isDeadFile(file)) continue;
      const { path } = segment.file(file);
      try {
        for (const { row } of segment.rowsOf(file)) segment.chunk(row);
      } catch (error) {
        if (error instanceof ChangedFileError) throw error;
        unreadable.push(path);
      }
    }
  return unreadable;
}

function countChunks({ segments }: IndexContents): Pick<FolderStats, 'languages' | 'sizes' | 'fallbacks' | 'overlap'> {
  const overlap = new OverlapCounter();
  const languages = new Map<string, { files: number; bytes: number; chunks: number }>();
  const fallbacks = new Map<string, { files: number; examples: string[] }>();
  const counts = new Array<number>(sizeLimits.length + 1).fill(0);
  for (const segment of segments) {
    for (let file = 0; file < segment.fileCount; file++) {
      const { path, language, size, skipped, fallback } = segment.file(file);
      if (skipped || segment.isDeadFile(file)) continue;
      if (fallback !== undefined) {
        const entry = fallbacks.get(fallback) ?? { files: 0, examples: [] };
        entry.files++;
        if (entry.examples.length < maxExamples) entry.examples.push(path);
        fallbacks.set(fallback, entry);
      }
      const [from, to] = segment.searchedRows(file);
      const before = languages.get(language) ?? { files: 0, bytes: 0, chunks: 0 };
      before.files++;
      before.bytes += size;
      before.chunks += to - from;
      languages.set(language, before);
      const isProse = proseFormatNames.some(({ id }) => id === language);
      let end = 0;
      // The rows themselves: to decode their names would take most of the time.
      for (const row of segment.rowsOf(file)) {
        const { role, tokens } = row;
        if (role === 'parent') continue;
        if (isProse) overlap.add(end, row, tokens.text);
        end = row.end;
        const place = sizeLimits.findIndex((limit) => tokens.text <= limit);
        const at = place < 0 ? sizeLimits.length : place;
        counts[at] = (counts[at] ?? 0) + 1;
      }
    }
  }
  const sorted = [...languages].sort(([, a], [, b]) => b.bytes - a.bytes);
  return {
    languages: sorted.map(([language, count]) => ({ language, ...count })),
    fallbacks: [...fallbacks]
      .sort(([, a], [, b]) => b.files - a.files)
      .map(([fallback, count]) => ({ fallback, ...count })),
    overlap: overlap.counts(),
    sizes: counts.map((chunks, i) => ({ from: (sizeLimits[i - 1] ?? 0) + 1, to: sizeLimits[i], chunks })),
  };
}

/** The index does not store overlaps: a chunk repeats what lies before the end of the chunk before it. */
class OverlapCounter {
  private chunks = 0;
  private repeating = 0;
  private repeated = 0;
  private tokens = 0;

  /** @param before the end of the chunk before it in the same file. */
  add(before: number, { start, end }: { readonly start: number; readonly end: number }, tokens: number): void {
    this.chunks++;
    this.tokens += tokens;
    if (before <= start || end <= start) return;
    this.repeating++;
    this.repeated += (tokens * (before - start)) / (end - start);
  }

  counts(): OverlapCount {
    const { chunks, repeating, repeated, tokens } = this;
    return {
      chunks,
      repeating,
      meanTokens: Math.round((10 * repeated) / Math.max(1, chunks)) / 10,
      share: Math.round((1000 * repeated) / Math.max(1, tokens)) / 1000,
    };
  }
}
