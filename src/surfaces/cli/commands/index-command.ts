/** `codegrain index [DIR]` builds or updates the index of a folder. */
import { existsSync, rmSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { keptOptions } from '../../../engine/answers/kept-model';
import { fetchBase, isBaseUrl } from '../../../engine/indexer/fetch-base';
import { IndexProblem } from '../../../engine/indexer/index-problem';
import type { IndexProgress, IndexReport } from '../../../engine/indexer/index-result';
import { Indexer } from '../../../engine/indexer/indexer';
import type { IndexOverrun } from '../../../index/file/index-error';
import { fetchedFile, prepareFolder } from '../../../index/file/index-files';
import { indexFileOf } from '../../../index/index-settings';
import { chunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import { fileOptions } from '../../../options/file-options';
import { indexOptions } from '../../../options/index-options';
import { phaseText } from '../../../shared/phase-times';
import { printableJson, printError, printLine } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { formatBytes, formatCount, formatIndexSize, formatSkipped, ignoreAdvice } from '../format-numbers';
import { chosenModel, chunkOptionsOf } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder, UsageError } from '../options/flags';
import { indexFlag, jsonFlag, switchFlag, textFlag } from '../options/shared-flags';
import { StatusLine } from '../output/progress-listener';

// What to do about an index that would be larger than its limit.

/** Room for the next changes. */
const spare = 1.1;

/** @param files that are in the index. */
function overrunAdvice({ expected, dimensions, folders }: IndexOverrun, files: number): string {
  const choices: [flag: string, effect: string][] = [
    [`--max-size ${Math.ceil((spare * expected) / 1e6)}`, 'room for all files, and some for changes'],
    ...folders.map(({ path, saves }): [string, string] => [
      `--exclude ./${printablePath(path)}`,
      `saves about ${formatBytes(saves)}`,
    ]),
    ...(dimensions ? [dimensionChoice(dimensions)] : []),
  ];
  const width = Math.max(...choices.map(([flag]) => flag.length));
  return [
    `${formatCount(files, 'file')} in the index can be searched. To index the rest, run the command again with one of these:`,
    ...choices.map(([flag, effect]) => `  ${flag.padEnd(width)}  ${effect}`),
  ].join('\n');
}

function dimensionChoice({ fewer, saves }: NonNullable<IndexOverrun['dimensions']>): [flag: string, effect: string] {
  const effect = `saves about ${formatBytes(saves)}; all files are indexed again, and similar meaning is found less often`;
  return [`--dimensions ${fewer}`, effect];
}

export const indexAbout = {
  usage: 'index [DIR] [options]',
  about: 'Build or update the index of a folder. DIR is the current folder unless you name one.',
  flags: {
    own: {
      index: indexFlag,
      rebuild: switchFlag('rebuild', 'Start from zero.'),
      base: textFlag(
        'base FILE',
        'If there is no index yet, continue this one, a file or an https address, that `--pack` wrote. A key for the address comes from `CODEGRAIN_BASE_KEY`.',
      ),
      pack: textFlag(
        'pack FILE',
        'Also write an index for others to continue, the same bytes for the same files and settings.',
      ),
      maxSize: indexOptions.maxSize,
      json: jsonFlag,
    },
    chunk: chunkOptions,
    files: fileOptions,
    embedding: embeddingOptions,
  },
  notes:
    'Without chunking flags, an index keeps those that it was made with; `--rebuild` returns to the defaults. Files that did not change are not read again, and a text is embedded only once. A run that was stopped or killed continues where it was. Text leaves this machine only with --provider, and only to that address.',
  exit: '0 there are files in the index, 1 there are none, 2 wrong use or error, 3 the index is at the limit of --max-size.',
} satisfies CommandAbout;

export const indexCommand = command(indexAbout, async ({ values, chosen, positionals }) => {
  const { include, exclude, jobs, maxBytes, force } = values.files;
  const { index: indexFile, rebuild, json, pack } = values.own;
  if (rebuild && values.own.base !== undefined) throw new UsageError('--base and --rebuild contradict each other');
  const unused: string[] = [];
  const folder = oneFolder('index', positionals) ?? '.';
  const isChosen = rebuild || Object.keys(chosen.chunk).length > 0;
  const kept = isChosen ? undefined : keptOptions(indexFile ?? indexFileOf(resolve(folder)));
  const chunk = chunkOptionsOf(kept?.chunk ?? chosen.chunk, undefined, (warning) => unused.push(warning));
  const limits = { maxBytes, force };
  const embedding = await chosenModel(values.embedding);
  const line = new StatusLine();
  const fetched = await baseFileOf(values.own.base, indexFile ?? indexFileOf(resolve(folder)), line);
  const indexer = await Indexer.open(folder, {
    ...{ indexFile, base: fetched?.file, include, exclude, rebuild, chunk, limits, jobs, ...embedding },
    ...{ maxIndexBytes: values.own.maxSize, allowedStrategy: chunk.customStrategy },
    onMessage: (message) => line.print(fetched ? message.replaceAll(fetched.file, String(values.own.base)) : message),
    onProgress: (progress) => line.show(progressText(progress)),
  }).finally(() => fetched?.remove());
  try {
    const refreshed = await indexer.refresh();
    const report = { ...refreshed, warnings: [...unused, ...refreshed.warnings] };
    line.clear();
    for (const warning of report.warnings) line.print(warning);
    const { bytes, searchedChunks, sourceBytes, files } = indexer.index.stats();
    const index = { file: indexer.index.path, bytes, files, chunks: searchedChunks, sourceBytes };
    const packed = pack === undefined ? undefined : await packIndex(indexer, pack);
    printLine(json ? printableJson({ ...report, index, packed }) : summary(report, index));
    if (packed && !json)
      printLine(`${packed.file}: ${formatBytes(packed.bytes)}, for others to continue (${packed.tree.slice(0, 12)})`);
    return files > 0 ? 0 : 1;
  } catch (error) {
    if (!(error instanceof IndexProblem) || !error.problem.overrun) throw error;
    line.clear();
    const { bytes, files } = indexer.index.stats();
    if (json) printLine(printableJson({ problem: error.problem, index: { file: indexer.index.path, bytes, files } }));
    printError(`codegrain: ${error.message}\n${overrunAdvice(error.problem.overrun, files)}`);
    return 3;
  } finally {
    line.clear();
    await indexer.close();
  }
});

/** A file is continued where it is. What is fetched is needed until the index has a name or a copy of its own for it. */
async function baseFileOf(
  base: string | undefined,
  indexFile: string,
  line: StatusLine,
): Promise<{ readonly file: string; remove(): void } | undefined> {
  if (base === undefined) return undefined;
  if (existsSync(indexFile)) {
    line.print(`there is an index already, so ${base} is not needed`);
    return undefined;
  }
  if (!isBaseUrl(base)) return { file: base, remove: () => undefined };
  const file = fetchedFile(indexFile);
  line.show('fetching an index to continue');
  prepareFolder(indexFile);
  await fetchBase({ url: base, file, key: process.env.CODEGRAIN_BASE_KEY });
  return { file, remove: () => rmSync(file, { force: true }) };
}

/** `tree` is the hash of files and settings. */
async function packIndex(indexer: Indexer, file: string) {
  const { tree } = await indexer.pack(file);
  return { file: resolve(file), bytes: statSync(file).size, tree };
}

interface IndexSize {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly chunks: number;
  readonly sourceBytes: number;
}

function summary(report: IndexReport, index: IndexSize): string {
  const { added, changed, removed, unchanged, touched, kept, noted = 0, revived = 0 } = report;
  const { seconds, cpuSeconds, bytes, chunks, folder } = report;
  const done = [
    `${added + changed > 0 ? `${formatCount(added, 'file')} added, ${changed} changed` : 'no changes'}`,
    ...(revived > 0 ? [`${revived.toLocaleString('en-US')} of them known`] : []),
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unchanged + touched > 0 ? [`${(unchanged + touched).toLocaleString('en-US')} unchanged`] : []),
    ...(noted > 0 ? [`${formatCount(noted, 'file')} with changed notes`] : []),
    ...(kept > 0 ? [`${kept} unreadable, kept as they were`] : []),
  ];
  const speed = bytes > 0 ? `, ${(bytes / 1e6 / Math.max(0.001, cpuSeconds)).toFixed(2)} MB per CPU-second` : '';
  const made = chunks > 0 ? `; ${formatCount(chunks, 'chunk')}, ${formatCount(report.embedded, 'text')} embedded` : '';
  return [
    `${done.join(', ')} in ${seconds.toFixed(1)} s${made}${speed}`,
    ...(chunks > 0 ? [phaseText(report.phases)] : []),
    `in the index: ${formatCount(index.files, 'file')} (${formatBytes(index.sourceBytes)}), ${formatCount(index.chunks, 'chunk')}`,
    ...(report.repaired === undefined ? [] : ['the index was damaged and is repaired']),
    ...encodingLines(report),
    ...(folder ? [`skipped: ${formatSkipped(folder)}`, ...ignoreAdvice(folder)] : []),
    `${index.file}: ${formatIndexSize(index)}`,
  ].join('\n');
}

function encodingLines({ encodings = {} }: IndexReport): string[] {
  const counts = Object.entries(encodings).map(([encoding, files]) => `${formatCount(files, 'file')} from ${encoding}`);
  return counts.length > 0 ? [`decoded: ${counts.join(', ')}`] : [];
}

function progressText({ step, done, total, chunks, megabytesPerSecond, remainingSeconds }: IndexProgress): string {
  const remaining = remainingSeconds === undefined ? '' : `, ${Math.ceil(remainingSeconds)} s left`;
  if (step === 'compacting') return 'compacting the index';
  if (step === 'embedding') return `embedding: ${done} of ${total} chunks${remaining}`;
  return `${done} of ${total} files, ${chunks} chunks, ${megabytesPerSecond.toFixed(1)} MB/s${remaining}`;
}
