/** `codegrain compact [DIR]` compacts the index of a folder; `codegrain clear [DIR]` deletes it. */

import { resolve } from 'node:path';
import { IndexProblem } from '../../../engine/indexer/index-problem';
import { removeOrphanIndexes } from '../../../engine/service/outside-indexes';
import { IndexReader } from '../../../index/file/index-reader';
import { indexFileOf } from '../../../index/index-settings';
import { mergeLexical } from '../../../index/lexical/merge-segments';
import { IndexWriter } from '../../../index/write/index-writer';
import { removeIndex } from '../../../index/write/remove-index';
import { printError, printLine } from '../../../shared/print';
import { formatBytes } from '../format-numbers';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder, UsageError } from '../options/flags';
import { indexFlag, switchFlag } from '../options/shared-flags';

export const compactAbout = {
  usage: 'compact [DIR] [--index FILE]',
  about: 'Make the index smaller and faster to search. "codegrain index" does it when it is worth it.',
  flags: { own: { index: indexFlag } },
  exit: '0 done, 1 there is no index, 2 wrong use or error.',
} satisfies CommandAbout;

export const clearAbout = {
  usage: 'clear [DIR] [--index FILE] [--orphans]',
  about: 'Delete the index of a folder.',
  flags: {
    own: {
      index: indexFlag,
      orphans: switchFlag('orphans', 'Delete the indexes of folders that are gone, wherever they are.'),
    },
  },
  exit: '0 deleted, 1 there is no index, 2 wrong use or error.',
} satisfies CommandAbout;

export const compactCommand = command(compactAbout, async ({ values, positionals }) => {
  const file = values.own.index ?? indexFileOf(resolve(oneFolder('compact', positionals) ?? '.'));
  const read = IndexReader.open(file);
  if ('problem' in read) return noIndex(read.problem);
  const { header, contents } = read.index;
  const { model = '', chunker = '' } = contents.about ?? {};
  const before = read.index.stats().bytes;
  if (read.index.problem) printError(`codegrain: ${read.index.problem.message}`);
  read.index.dispose();
  // With the settings it was made with, whatever they are now.
  const opened = await IndexWriter.open(file, { model, chunker, dimensions: header.dimensions }, { mergeLexical });
  if ('problem' in opened) throw new IndexProblem(opened.problem);
  const { writer } = opened;
  try {
    const { problem } = await writer.compact();
    if (problem) throw new IndexProblem(problem);
    printLine(`${file}: ${formatBytes(before)} before, ${formatBytes(writer.index.stats().bytes)} now`);
    return 0;
  } finally {
    await writer.close();
  }
});

export const clearCommand = command(clearAbout, async ({ values, positionals }) => {
  if (values.own.orphans) return clearOrphans(positionals);
  const file = values.own.index ?? indexFileOf(resolve(oneFolder('clear', positionals) ?? '.'));
  const outcome = await removeIndex(file);
  if ('problem' in outcome) throw new IndexProblem(outcome.problem);
  if (!outcome.removed) return noIndex({ reason: 'none', message: `there is no index at ${file}` });
  printLine(`${file}: deleted`);
  return 0;
});

async function clearOrphans(positionals: readonly string[]): Promise<number> {
  if (positionals.length > 0) throw new UsageError('clear --orphans takes no folder');
  const removed = await removeOrphanIndexes();
  for (const { root, indexFile } of removed) printLine(`${indexFile}: deleted, ${root} is gone`);
  if (removed.length > 0) return 0;
  printError('codegrain: there is no index of a folder that is gone');
  return 1;
}

function noIndex(problem: IndexProblem['problem']): number {
  if (problem.reason !== 'none') throw new IndexProblem(problem);
  printError(`codegrain: ${problem.message}`);
  return 1;
}
