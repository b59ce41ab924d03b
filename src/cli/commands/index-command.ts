/** `codegrain index [DIR]`: builds or refreshes the index of a folder. */
import { availableParallelism } from 'node:os';
import { providers } from '../../embedding/choose-embedder';
import type { IndexProgress, IndexReport } from '../../index-service/indexer/index-result';
import { Indexer } from '../../index-service/indexer/indexer';
import { defaultLimits } from '../../workspace/read-file';
import { chunkFlags, chunkOptionsOf, sizeHelp, strategyHelp } from '../options/chunk-flags';
import { chosenModel, modelFlags } from '../options/model-options';
import { readArguments, UsageError, wholeNumber } from '../options/usage';
import { bytesText, countText, percentText, skippedText } from '../output/format-numbers';
import { StatusLine } from '../output/status-line';

const help = `codegrain index [DIR] [options]     DIR is the current folder, unless told otherwise

  --index FILE              the index file (default DIR/.codegrain/index.cgx)
  --json                    print what was done as one JSON object
  --rebuild                 begin from nothing
  --jobs N                  processes side by side (default: one per core)
  --include G, --exclude G  globs: take only what matches, leave out what matches; may be repeated
  --max-bytes N             skip larger files (default ${defaultLimits.maxBytes})
  --force                   read minified, oversized, generated, lock and secret files too

${sizeHelp}
${strategyHelp}

  --provider P              what embeds: ${providers.join(', ')} (default ${providers[0]})
  --endpoint URL, --model M address and model of a server (default of ollama: http://localhost:11434)
  --dimensions N            64, 128 or 256 of the built-in model; of a server what its model offers
  --passage-prefix S, --query-prefix S   put before each text or question that a server gets (default: what the model is known to want)
  --timeout S               seconds to wait for a server's answer

Files that did not change are not read again, and a text that was embedded before is not embedded again. What was done when a run
is stopped or killed stays done. Only with --provider does a text leave this machine's processes, to that address.

Exit status: 0 there are files in the index, 1 there are none, 2 wrong use or error.`;

export async function indexCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('index takes one folder');
  const { include, exclude, rebuild, force } = values;
  const chunk = chunkOptionsOf(values);
  const limits = { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force };
  const jobs = wholeNumber('jobs', values.jobs, 1, 256);
  const embedding = await embeddingOf(values);
  const line = new StatusLine();
  const indexer = await Indexer.open(positionals[0] ?? '.', {
    indexFile: values.index,
    include,
    exclude,
    rebuild,
    chunk,
    limits,
    jobs,
    ...embedding,
    onMessage: (message) => line.say(message),
    onProgress: (progress) => line.show(progressText(progress)),
  });
  try {
    const report = await indexer.refresh();
    line.clear();
    for (const warning of report.warnings) line.say(warning);
    const { bytes, searchedChunks, sourceBytes, files } = indexer.index.stats();
    const index = { file: indexer.index.path, bytes, files, chunks: searchedChunks, sourceBytes };
    console.log(values.json ? JSON.stringify({ ...report, index }) : summary(report, index));
    return files > 0 ? 0 : 1;
  } finally {
    line.clear();
    await indexer.close();
  }
}

type Values = ReturnType<typeof parse>['values'];

function embeddingOf(values: Values) {
  const { 'max-tokens': _ofChunks, ...others } = values;
  return chosenModel(others);
}

interface IndexSize {
  readonly file: string;
  readonly bytes: number;
  readonly files: number;
  readonly chunks: number;
  readonly sourceBytes: number;
}

function summary(report: IndexReport, index: IndexSize): string {
  const {
    added,
    changed,
    removed,
    unchanged,
    touched,
    kept,
    noted = 0,
    seconds,
    cpuSeconds,
    bytes,
    chunks,
    folder,
  } = report;
  const done = [
    `${added + changed > 0 ? `${countText(added, 'file')} added, ${changed} changed` : 'nothing new'}`,
    ...(removed > 0 ? [`${removed} removed`] : []),
    ...(unchanged + touched > 0 ? [`${(unchanged + touched).toLocaleString('en-US')} unchanged`] : []),
    ...(noted > 0 ? [`${countText(noted, 'file')} with other notes`] : []),
    ...(kept > 0 ? [`${kept} could not be looked at and stay as they were`] : []),
  ];
  const speed = bytes > 0 ? `, ${(bytes / 1e6 / Math.max(0.001, cpuSeconds)).toFixed(2)} MB per CPU-second` : '';
  const made = chunks > 0 ? `; ${countText(chunks, 'chunk')}, ${countText(report.embedded, 'text')} embedded` : '';
  return [
    `${done.join(', ')} in ${seconds.toFixed(1)} s${made}${speed}`,
    `in the index: ${countText(index.files, 'file')} (${bytesText(index.sourceBytes)}), ${countText(index.chunks, 'chunk')}`,
    ...(folder ? [`left out: ${skippedText(folder)}`] : []),
    `${index.file}: ${bytesText(index.bytes)}, ${percentText(index.bytes, index.sourceBytes)} of the source`,
  ].join('\n');
}

function progressText({ step, done, total, chunks, megabytesPerSecond, remainingSeconds }: IndexProgress): string {
  const remaining = remainingSeconds === undefined ? '' : `, ${Math.ceil(remainingSeconds)} s left`;
  if (step === 'compacting') return 'putting the index in order';
  if (step === 'embedding') return `embedding: ${done} of ${total} chunks${remaining}`;
  return `${done} of ${total} files, ${chunks} chunks, ${megabytesPerSecond.toFixed(1)} MB/s${remaining}`;
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    ...chunkFlags,
    index: { type: 'string' },
    json: { type: 'boolean', default: false },
    rebuild: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    'max-bytes': { type: 'string', default: String(defaultLimits.maxBytes) },
    force: { type: 'boolean', default: false },
    ...modelFlags,
  });
}
