/** What to do about an index that would be larger than its limit. */
import type { IndexOverrun } from '../../index/file/index-error';
import { printablePath } from '../../shared/printable-path';
import { formatBytes, formatCount } from './format-numbers';

/** Room for the next changes. */
const spare = 1.1;

/** @param files that are in the index. */
export function overrunAdvice({ expected, dimensions, folders }: IndexOverrun, files: number): string {
  const choices: [flag: string, effect: string][] = [
    [`--max-size ${Math.ceil((spare * expected) / 1e6)}`, 'room for all files, and some for changes'],
    ...folders.map(({ path, saves }): [string, string] => [
      `--exclude ./${printablePath(path)}`,
      `saves about ${formatBytes(saves)}`,
    ]),
    ...(dimensions
      ? [
          [
            `--dimensions ${dimensions.fewer}`,
            `saves about ${formatBytes(dimensions.saves)}; all files are indexed again, and similar meaning is found less often`,
          ] as [string, string],
        ]
      : []),
  ];
  const width = Math.max(...choices.map(([flag]) => flag.length));
  return [
    `${formatCount(files, 'file')} in the index can be searched. To index the rest, run the command again with one of these:`,
    ...choices.map(([flag, effect]) => `  ${flag.padEnd(width)}  ${effect}`),
  ].join('\n');
}
