/** `codegrain stats [DIR]`: a folder beside its index, in numbers. */
import { printable } from '../../chunking/records/describe-chunk';
import { type FolderStats, folderStats } from '../../index-service/indexer/folder-stats';
import { IndexProblem } from '../../index-service/indexer/index-problem';
import { readArguments, UsageError } from '../options/usage';
import { bytesText, countText, percentText } from '../output/format-numbers';

const help = `codegrain stats [DIR] [options]     what is in the index of a folder, what is left out and why

  --index FILE              the index file (default DIR/.codegrain/index.cgx)
  --json                    the same as one JSON object
  --include G, --exclude G  the globs it was indexed with

Exit status: 0 there is an index, 1 there is none, 2 wrong use or error.`;

export async function statsCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('stats takes one folder');
  const { include, exclude } = values;
  try {
    const stats = await folderStats(positionals[0] ?? '.', { indexFile: values.index, include, exclude });
    console.log(values.json ? JSON.stringify(stats) : describe(stats).join('\n'));
    return 0;
  } catch (error) {
    if (!(error instanceof IndexProblem) || error.problem.reason !== 'none') throw error;
    console.error(`codegrain: ${error.message}; "codegrain index" makes it`);
    return 1;
  }
}

function describe(stats: FolderStats): string[] {
  const { folder, index, languages, sizes } = stats;
  const { coverage } = index;
  return [
    `seen        ${countText(folder.seen, 'file')}`,
    `indexed     ${countText(index.files, 'file')}, ${bytesText(index.sourceBytes)}`,
    `since then  ${pendingText(stats)}`,
    ...skippedLines(stats),
    `covered     ${percentText(coverage.covered, coverage.lines)} of ${countText(coverage.lines, 'line')} that are not blank are in exactly one chunk`,
    `chunks      ${countText(index.searchedChunks, 'chunk')}, ${countText(index.parents, 'parent')}`,
    ...sizeLines(sizes),
    'languages',
    ...languages.slice(0, 12).map(languageLine),
    ...(languages.length > 12 ? [`  and ${languages.length - 12} more`] : []),
    `model       ${index.model}${index.missingVectors > 0 ? `; ${countText(index.missingVectors, 'vector')} still to be made` : ''}`,
    `index       ${index.file}`,
    `            ${bytesText(index.bytes)}, ${percentText(index.bytes, index.sourceBytes)} of the source; ${bytesText(index.memory)} in memory when searched`,
    `            generation ${index.generation}, ${countText(index.appended, 'change')} since the last compaction, ${countText(index.deadRows, 'dead row')}`,
  ];
}

function pendingText({ pending: { added, changed, removed } }: FolderStats): string {
  if (added + changed + removed === 0) return 'nothing changed';
  return `${added} added, ${changed} changed, ${removed} removed: "codegrain index" brings them in`;
}

function skippedLines({ folder: { skipped } }: FolderStats): string[] {
  const total = skipped.reduce((sum, { count }) => sum + count, 0);
  return [
    `left out    ${countText(total, 'file or folder', 'files and folders')}`,
    ...skipped.flatMap(({ reason, count, examples }) => [
      `  ${String(count).padStart(6)}  ${reason}`,
      ...examples.slice(0, 2).map(({ path, message }) => `            ${printable(path)} ${message}`),
    ]),
  ];
}

function sizeLines(sizes: FolderStats['sizes']): string[] {
  const most = Math.max(1, ...sizes.map(({ chunks }) => chunks));
  return sizes
    .filter(({ chunks }) => chunks > 0)
    .map(({ from, to, chunks }) => {
      const range = to === undefined ? `over ${from - 1}` : `${from}–${to}`;
      return `  ${range.padStart(9)} tokens ${String(chunks).padStart(8)}  ${'█'.repeat(Math.ceil((30 * chunks) / most))}`;
    });
}

function languageLine({ language, files, bytes, chunks }: FolderStats['languages'][number]): string {
  return `  ${language.padEnd(12)} ${countText(files, 'file')}, ${bytesText(bytes)}, ${countText(chunks, 'chunk')}`;
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    index: { type: 'string' },
    json: { type: 'boolean', default: false },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
  });
}
