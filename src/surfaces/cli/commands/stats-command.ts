/** `codegrain stats [DIR]` compares a folder with its index, in numbers. */
import { type FolderStats, folderStats } from '../../../engine/indexer/folder-stats';
import { IndexProblem } from '../../../engine/indexer/index-problem';
import { damageText, type IndexFileProblem } from '../../../index/file/index-error';
import { fileOptions } from '../../../options/file-options';
import { printableJson, printError, printLine } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { formatBytes, formatCount, formatIndexSize, formatPercent, ignoreAdvice } from '../format-numbers';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder } from '../options/flags';
import { indexFlag, jsonFlag, switchFlag } from '../options/shared-flags';

export const statsAbout = {
  usage: 'stats [DIR] [options]',
  about: 'Show what is in the index of a folder, what is left out and why.',
  flags: {
    own: {
      index: indexFlag,
      json: jsonFlag,
      check: switchFlag(
        'check',
        'Read and check every byte and row of the index, and list the files whose rows cannot be read.',
      ),
      include: { ...fileOptions.include, description: 'Globs that the folder was indexed with.', help: undefined },
      exclude: { ...fileOptions.exclude, description: 'Globs that the folder was indexed with.', help: undefined },
    },
  },
  exit: '0 there is an index, 1 there is none, or --check found damage, 2 wrong use or error.',
} satisfies CommandAbout;

export const statsCommand = command(statsAbout, async ({ values, positionals }) => {
  const { index: indexFile, json, check, include, exclude } = values.own;
  try {
    const stats = await folderStats(oneFolder('stats', positionals) ?? '.', {
      indexFile,
      include,
      exclude,
      checksAll: check,
    });
    for (const { message } of stats.problems) printError(`codegrain: ${message}`);
    printLine(json ? printableJson(stats) : describe(stats, check).join('\n'));
    return check && stats.problems.length > 0 ? 1 : 0;
  } catch (error) {
    if (!(error instanceof IndexProblem)) throw error;
    const { reason } = error.problem;
    if (reason !== 'none' && !(check && reason === 'damaged')) throw error;
    printError(`codegrain: ${error.message}; run: codegrain index`);
    return 1;
  }
});

function describe(stats: FolderStats, check: boolean): string[] {
  const { folder, index, languages, sizes } = stats;
  const { coverage } = index;
  return [
    `found       ${formatCount(folder.seen, 'file')}`,
    `indexed     ${formatCount(index.files, 'file')}, ${formatBytes(index.sourceBytes)}`,
    `pending     ${pendingText(stats)}`,
    ...stats.problems.map(problemLine),
    ...(check ? checkLines(stats) : []),
    ...skippedLines(stats),
    `covered     ${formatPercent(coverage.covered, coverage.lines)} of ${formatCount(coverage.lines, 'non-blank line')} are in exactly one chunk`,
    `chunks      ${formatCount(index.searchedChunks, 'chunk')}, ${formatCount(index.parents, 'parent')}`,
    ...sizeLines(sizes),
    ...overlapLines(stats),
    'languages',
    ...languages.slice(0, 12).map(languageLine),
    ...(languages.length > 12 ? [`  and ${languages.length - 12} more`] : []),
    `model       ${index.model}${index.missingVectors > 0 ? `; ${formatCount(index.missingVectors, 'vector')} missing` : ''}`,
    `index       ${index.file}`,
    `            ${formatIndexSize(index)}; ${formatBytes(index.memory)} in memory when searched`,
    `            generation ${index.generation}, ${formatCount(index.appended, 'change')} since the last compaction, ${formatCount(index.deadRows, 'dead row')}`,
  ];
}

function problemLine({ damage }: IndexFileProblem): string {
  return `damaged     ${damage ? damageText(damage) : 'the index cannot be read'}; run: codegrain index`;
}

function checkLines({ damaged: { missing }, problems }: FolderStats): string[] {
  return [
    `checked     every byte and row of the index${problems.length === 0 ? ' is as it was written' : ''}`,
    ...missing.map((path) => `  missing   ${printablePath(path)}`),
  ];
}

function pendingText({ pending: { added, changed, removed } }: FolderStats): string {
  if (added + changed + removed === 0) return 'no changes';
  return `${added} added, ${changed} changed, ${removed} removed; run: codegrain index`;
}

function skippedLines({ folder }: FolderStats): string[] {
  const { skipped } = folder;
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return [
    `skipped     ${formatCount(total, 'file or folder', 'files and folders')}`,
    ...skipped.flatMap(({ reason, count, examples }) => [
      `  ${String(count).padStart(6)}  ${reason}`,
      ...examples.slice(0, 2).map(({ path, message }) => `            ${printablePath(path)} ${message}`),
    ]),
    ...ignoreAdvice(folder).map((advice) => `            ${advice}`),
  ];
}

function overlapLines({ overlap: { chunks, repeating, meanTokens, share } }: FolderStats): string[] {
  if (chunks === 0) return [];
  const mean = `${meanTokens} tokens (${formatPercent(share, 1)}) in the mean`;
  return [
    `overlap     ${repeating} of ${formatCount(chunks, 'chunk')} of prose repeat the end of the one before; ${mean}`,
  ];
}

function sizeLines(sizes: FolderStats['sizes']): string[] {
  const largest = Math.max(1, ...sizes.map(({ chunks }) => chunks));
  return sizes
    .filter(({ chunks }) => chunks > 0)
    .map(({ from, to, chunks }) => {
      const range = to === undefined ? `over ${from - 1}` : `${from}–${to}`;
      return `  ${range.padStart(9)} tokens ${String(chunks).padStart(8)}  ${'█'.repeat(Math.ceil((30 * chunks) / largest))}`;
    });
}

function languageLine({ language, files, bytes, chunks }: FolderStats['languages'][number]): string {
  return `  ${language.padEnd(12)} ${formatCount(files, 'file')}, ${formatBytes(bytes)}, ${formatCount(chunks, 'chunk')}`;
}
