/** Numbers for people. */
import type { WalkStatistics } from '../../workspace/size-statistics';

export function bytesText(bytes: number): string {
  if (bytes >= 1e9) return `${(bytes / 1e9).toFixed(2)} GB`;
  if (bytes >= 1e6) return `${(bytes / 1e6).toFixed(1)} MB`;
  return bytes >= 1e3 ? `${(bytes / 1e3).toFixed(1)} kB` : `${bytes} bytes`;
}

export function countText(count: number, one: string, more = `${one}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? one : more}`;
}

export function percentText(part: number, whole: number): string {
  return whole === 0 ? '–' : `${((100 * part) / whole).toFixed(part === whole ? 0 : 1)} %`;
}

/** `75: 42 media, 21 generated`; what a user's rules leave out is no surprise, and comes last. */
export function skippedText({ skipped }: WalkStatistics): string {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return total === 0
    ? '0'
    : `${total.toLocaleString('en-US')}: ${skipped.map(({ reason, count }) => `${count} ${reason}`).join(', ')}`;
}
