/** `codegrain export [DIR] --out FILE` writes the chunks of a folder to one file, for pipelines, tables or people. */

import { resolve } from 'node:path';
import { needsJudge, withJudge } from '../../../engine/workers/chunking-pool';
import { WorkerPool } from '../../../engine/workers/worker-pool';
import { indexFileOf } from '../../../index/index-settings';
import { languageIdByName } from '../../../languages/detect-language';
import { chunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import { fileOptions } from '../../../options/file-options';
import { choice, text } from '../../../options/option';
import { proseFormatNames } from '../../../prose/prose-format-names';
import { printableJson, printError, printLine } from '../../../shared/print';
import { exportFolder } from '../../export/export-folder';
import { type ExportFormat, exportFormatNames, exportFormats, formatOfFileName } from '../../export/export-formats';
import type { ExportProgress, ExportReport } from '../../export/export-report';
import { FileTarget, StandardOutputTarget } from '../../export/export-target';
import { ExportVectors } from '../../export/export-vectors';
import { formatBytes, formatCount, formatPercent, formatSkipped, ignoreAdvice } from '../format-numbers';
import { chosenEmbedder, chunkOptionsOf } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder, UsageError } from '../options/flags';
import { indexFlag, jsonFlag, listFlag, switchFlag } from '../options/shared-flags';
import { ProgressListener } from '../output/progress-listener';

export const exportAbout = {
  usage: 'export [DIR] --out FILE [options]',
  about: 'Write the chunks of a folder to one file. DIR is the current folder unless you name one.',
  flags: {
    own: {
      out: text({
        flag: { name: 'out', short: 'o', value: 'FILE', defaultText: 'required' },
        description: 'The file to write; `-` is standard output (not for Parquet).',
      }),
      format: choice<ExportFormat | 'auto'>({
        default: 'auto',
        values: { auto: 'By the name of the file, else `jsonl`.', ...formatDescriptions() },
        flag: { name: 'format', value: 'F', defaultText: `by the name of the file, else ${exportFormatNames[0]}` },
        description: `The format: ${exportFormatNames.join(', ')}.`,
      }),
      embeddings: switchFlag(
        'embeddings',
        'Add the vectors of the searched chunks; vectors in the folder’s index are reused.',
      ),
      noContext: switchFlag(
        'no-context',
        'Leave out `context`, `imports`, `globals`, `omitted`, `dependencies` and `signatures`.',
      ),
      noParents: switchFlag('no-parents', 'Searched chunks only.'),
      language: listFlag('language L', 'Only files of this language; may be repeated.'),
      index: { ...indexFlag, description: 'The index whose vectors are reused.' },
      json: jsonFlag,
    },
    chunk: chunkOptions,
    files: fileOptions,
    embedding: embeddingOptions,
  },
  notes:
    'FILE is replaced only when everything is written. The same folder gives the same bytes every time. docs/export.md describes the formats. Text leaves this machine only with --provider, and only to that address.',
  exit: '0 chunks were written, 1 there were none, 2 wrong use or error.',
} satisfies CommandAbout;

export const exportCommand = command(exportAbout, async ({ values, chosen, positionals }) => {
  const { include, exclude, jobs, maxBytes, force } = values.files;
  const { out, embeddings, noContext, noParents, json } = values.own;
  if (out === undefined || out === '') throw new UsageError('export needs --out FILE; try: codegrain export --help');
  const format = formatOf(out, values.own.format);
  const chunk = chunkOptionsOf(chosen.chunk);
  const languages = values.own.language.map(languageOf);
  const limits = { maxBytes, force };
  const folder = oneFolder('export', positionals) ?? '.';
  const indexFile = resolve(values.own.index ?? indexFileOf(folder));
  // Opened before the model: if FILE cannot be written, no server is contacted.
  const target = out === '-' ? new StandardOutputTarget() : await FileTarget.open(out);
  const listener = new ProgressListener<ExportProgress, ExportReport>(
    progressText,
    // The terminal shows the export itself, and a status line would break into it.
    out === '-' && process.stdout.isTTY === true,
  );
  const pool = new WorkerPool({ jobs, allowedStrategy: chunk.customStrategy });
  let vectors: ExportVectors | undefined;
  try {
    const embedder = embeddings ? await chosenEmbedder(values.embedding) : undefined;
    if (embedder) vectors = ExportVectors.open(embedder, indexFile, values.embedding.provider !== 'built-in');
    const isServerModel = values.embedding.provider !== 'built-in';
    const report = await exportFolder(folder, target, {
      ...{
        format,
        context: !noContext,
        parents: !noParents,
        include,
        exclude,
        languages,
        chunk,
        limits,
        jobs,
        indexFile,
      },
      pool: embedder && isServerModel && needsJudge(chunk) ? withJudge(pool, embedder) : pool,
      ...(embedder && vectors && { embedding: { vectors, model: embedder.id } }),
      onProgress: listener.onProgress,
    });
    for (const warning of report.warnings) listener.print(warning);
    listener.done(report);
    const output = json ? printableJson({ out, ...report }) : summary(out, report);
    if (out === '-') printError(output);
    else printLine(output);
    return report.chunks > 0 ? 0 : 1;
  } finally {
    listener.end();
    pool.dispose();
    vectors?.dispose();
    await target.discard();
  }
});

function formatDescriptions(): Readonly<Record<ExportFormat, string>> {
  const described = exportFormatNames.map((name) => [name, exportFormats[name].label]);
  return Object.fromEntries(described) as Record<ExportFormat, string>;
}

function formatOf(out: string, asked: ExportFormat | 'auto'): ExportFormat {
  const format = asked === 'auto' ? (formatOfFileName(out) ?? exportFormatNames[0]) : asked;
  if (out === '-' && exportFormats[format].isBinary)
    throw new UsageError(`${format} is binary and cannot be written to standard output`);
  return format;
}

function languageOf(word: string): string {
  const id = languageIdByName(word) ?? proseFormatNames.find((format) => format.id === word.toLowerCase())?.id;
  if (id === undefined)
    throw new UsageError(`there is no language "${word}"; "codegrain chunk --language list" prints all of them`);
  return id;
}

function progressText({ done, total, chunks, megabytesPerSecond, remainingSeconds }: ExportProgress): string {
  const remaining = remainingSeconds === undefined ? '' : `, ${Math.ceil(remainingSeconds)} s left`;
  return `${done} of ${total} files, ${chunks} chunks, ${megabytesPerSecond.toFixed(1)} MB/s${remaining}`;
}

function summary(out: string, report: ExportReport): string {
  const { files, chunks, parents, sourceBytes, bytes, coverage, folder, embedding, seconds } = report;
  return [
    `${formatCount(files, 'file')} (${formatBytes(sourceBytes)}), ${formatCount(chunks, 'chunk')}, ${formatCount(parents, 'parent')} in ${seconds.toFixed(1)} s`,
    `covered: ${formatPercent(coverage.covered, coverage.lines)} of ${formatCount(coverage.lines, 'non-blank line')} are in exactly one chunk`,
    ...(embedding
      ? [
          `vectors: ${formatCount(embedding.embedded, 'text')} embedded, ${embedding.reused.toLocaleString('en-US')} from the index; ${embedding.model}`,
        ]
      : []),
    `skipped: ${formatSkipped(folder)}`,
    ...ignoreAdvice(folder),
    `${out === '-' ? 'standard output' : out}: ${formatBytes(bytes)}, ${report.format}`,
  ].join('\n');
}
