/** Numbers as people read them, in English. */
import { printablePath } from '../../shared/printable-path';
import { lineThatIncludes, mainIgnoreRule, type WalkStatistics } from '../../workspace/walk-statistics';

export function formatBytes(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return bytes >= 1e3 ? `${(bytes / 1e3).toFixed(1)} kB` : `${bytes} bytes`;
}

export function formatCount(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
}

export function formatPercent(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
}

/** Beside much less source, a share says nothing: most of the index is then its fixed part, or rows of files that are gone. */
const maxSourceShare = 10;

/** `27.1 MB, 45.2 % of the source`: the size of an index. */
export function formatIndexSize(index: { readonly bytes: number; readonly sourceBytes: number }): string {
  const { bytes, sourceBytes } = index;
  const size = formatBytes(bytes);
  return bytes > maxSourceShare * sourceBytes ? size : `${size}, ${formatPercent(bytes, sourceBytes)} of the source`;
}

/** Which rule ignores most of a folder, if one does, and what to do about it. */
export function ignoreAdvice(folder: WalkStatistics): string[] {
  const rule = mainIgnoreRule(folder);
  if (!rule) return [];
  const { file, line } = lineThatIncludes(rule);
  const ignored = folder.skipped.find(({ reason }) => reason === 'ignored')?.count ?? 0;
  return [
    `${rule.count} of ${ignored} ignored files and folders are ignored by ${printablePath(rule.file)}:${rule.line} ${printablePath(rule.pattern)}; ` +
      `to index them, put the line ${printablePath(line)} into ${printablePath(file)}`,
  ];
}

/** `75: 42 media, 21 generated`. Files that the user's own rules exclude come last: they are no surprise. */
export function formatSkipped({ skipped }: WalkStatistics): string {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return total === 0
    ? '0'
    : `${total.toLocaleString('en-US')}: ${skipped.map(({ reason, count }) => `${count} ${reason}`).join(', ')}`;
}
