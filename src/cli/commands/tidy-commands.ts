/** `codegrain compact [DIR]` and `codegrain clear [DIR]`: an index in order, and no index. */
import { resolve } from 'node:path';
import { IndexReader } from '../../index/file/index-reader';
import { IndexWriter } from '../../index/file/index-writer';
import { removeIndex } from '../../index/file/remove-index';
import { indexFileOf } from '../../index/index-settings';
import { mergeLexical } from '../../index/lexical/merge-lexical';
import { IndexProblem } from '../../index-service/indexer/index-problem';
import { readArguments, UsageError } from '../options/usage';
import { bytesText } from '../output/format-numbers';

const compactHelp = `codegrain compact [DIR] [--index FILE]     make one piece of the index: smaller, and quicker to search

Done by "codegrain index" too, where it is worth it. Exit status: 0 done, 1 there is no index, 2 wrong use or error.`;

const clearHelp = `codegrain clear [DIR] [--index FILE]     delete the index of a folder

Exit status: 0 deleted, 1 there is none, 2 wrong use or error.`;

export async function compactCommand(args: readonly string[]): Promise<number> {
  const file = fileOf('compact', args, compactHelp);
  if (file === undefined) return 0;
  const read = IndexReader.open(file);
  if ('problem' in read) return noIndex(read.problem);
  const { header, contents } = read.index;
  const { model = '', chunker = '' } = contents.about ?? {};
  const before = read.index.stats().bytes;
  read.index.dispose();
  // What it was made with, whatever the settings are now.
  const opened = await IndexWriter.open(file, { model, chunker, dimensions: header.dimensions }, { mergeLexical });
  if ('problem' in opened) throw new IndexProblem(opened.problem);
  const { writer } = opened;
  try {
    const { problem } = await writer.compact();
    if (problem) throw new IndexProblem(problem);
    console.log(`${file}: ${bytesText(before)} before, ${bytesText(writer.index.stats().bytes)} now`);
    return 0;
  } finally {
    await writer.close();
  }
}

export async function clearCommand(args: readonly string[]): Promise<number> {
  const file = fileOf('clear', args, clearHelp);
  if (file === undefined) return 0;
  const outcome = await removeIndex(file);
  if ('problem' in outcome) throw new IndexProblem(outcome.problem);
  if (!outcome.removed) return noIndex({ reason: 'none', message: `there is no index at ${file}` });
  console.log(`${file}: deleted`);
  return 0;
}

function noIndex(problem: IndexProblem['problem']): number {
  if (problem.reason !== 'none') throw new IndexProblem(problem);
  console.error(`codegrain: ${problem.message}`);
  return 1;
}

/** Undefined: help was asked for, and given. */
function fileOf(command: string, args: readonly string[], help: string): string | undefined {
  const { values, positionals } = readArguments(args, { index: { type: 'string' } });
  if (values.help) {
    console.log(help);
    return undefined;
  }
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder`);
  return values.index ?? indexFileOf(resolve(positionals[0] ?? '.'));
}
