/** `codegrain export [DIR] --out F`: the chunks of a folder as one file for pipelines, tables or people. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { proseFormatNames } from '../../chunking/prose/format-names';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { providers } from '../../embedding/choose-embedder';
import { shortened } from '../../embedding/shorten-vectors';
import { exportFolder } from '../../export/export-folder';
import { type ExportFormat, exportFormatNames, exportFormats, formatOfFileName } from '../../export/export-formats';
import type { ExportProgress, ExportReport } from '../../export/export-report';
import { FileTarget, StandardOutputTarget } from '../../export/export-target';
import { ExportVectors } from '../../export/export-vectors';
import { indexFileOf } from '../../index/index-settings';
import { languageNamed } from '../../languages/detect';
import { WorkerPool } from '../../parse-worker/worker-pool';
import { defaultLimits } from '../../workspace/read-file';
import { chunkFlags, chunkOptionsOf, sizeHelp, strategyHelp } from '../options/chunk-flags';
import { chosenModel, modelFlags } from '../options/model-options';
import { oneOf, readArguments, UsageError, wholeNumber } from '../options/usage';
import { formatBytes, formatCount, formatPercent, formatSkipped } from '../output/format-numbers';
import { ProgressListener } from '../output/progress-listener';

const help = `codegrain export [DIR] --out FILE [options]     DIR is the current folder, unless told otherwise

  --out FILE                where to; "-" is standard output (text formats only)
  --format F                ${exportFormatNames.join(', ')} (default: what the name of FILE says, else ${exportFormatNames[0]})
  --embeddings              with the vectors of the searched chunks; those of the folder's index are used again
  --no-context              leave out context, imports, globals and omitted
  --no-parents              searched chunks alone
  --include G, --exclude G  globs: take only what matches, leave out what matches; may be repeated
  --language L              take only files of this language; may be repeated
  --index FILE              the index whose vectors are used again (default DIR/.codegrain/index.cgx)
  --json                    print what was done as one JSON object
  --jobs N                  processes side by side (default: one per core)
  --max-bytes N             skip larger files (default ${defaultLimits.maxBytes})
  --force                   read minified, oversized, generated, lock and secret files too

${sizeHelp}
${strategyHelp}

  --provider P              what embeds: ${providers.join(', ')} (default ${providers[0]})
  --endpoint URL, --model M address and model of a server (default of ollama: http://localhost:11434)
  --dimensions N            64, 128 or 256 of the built-in model; of a server what its model offers
  --embedding-tokens N      cut longer texts for a server (default: what the model is known to read, else 2048)
  --passage-prefix S        put before each text that a server gets (default: what the model is known to want)
  --timeout S               seconds to wait for a server's answer

FILE is replaced when all is written, and not before. The same folder gives the same bytes every time. docs/export.md has the
formats. Only with --provider does a text leave this machine's processes, to that address.

Exit status: 0 chunks were written, 1 there were none, 2 wrong use or error.`;

export async function exportCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseExport(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length > 1) throw new UsageError('export takes one folder');
  const { out, include, exclude, force } = values;
  if (out === undefined || out === '') throw new UsageError('export needs --out FILE; try: codegrain export --help');
  const format = formatOf(out, values.format);
  const chunk = chunkOptionsOf(values);
  const languages = values.language.map(languageOf);
  const limits = { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force };
  const jobs = wholeNumber('jobs', values.jobs, 1, 256);
  const folder = positionals[0] ?? '.';
  const indexFile = resolve(values.index ?? indexFileOf(folder));
  // Before the model is opened: a server need not be asked for nothing.
  const target = out === '-' ? new StandardOutputTarget() : await FileTarget.open(out);
  const listener = new ProgressListener<ExportProgress, ExportReport>(
    progressText,
    // The export itself goes to the terminal, and a line about it would stand in the middle.
    out === '-' && process.stdout.isTTY === true,
  );
  const pool = new WorkerPool({ jobs });
  let vectors: ExportVectors | undefined;
  try {
    const embedder = values.embeddings ? await embedderOf(values) : undefined;
    if (embedder) vectors = ExportVectors.open(embedder, indexFile, values.provider !== 'built-in');
    const report = await exportFolder(folder, target, {
      format,
      context: !values['no-context'],
      parents: !values['no-parents'],
      include,
      exclude,
      languages,
      chunk,
      limits,
      jobs,
      pool,
      indexFile,
      ...(embedder && vectors && { embedding: { vectors, model: embedder.id } }),
      onProgress: listener.onProgress,
    });
    for (const warning of report.warnings) listener.say(warning);
    listener.done(report);
    const said = values.json ? JSON.stringify({ out, ...report }) : summary(out, report);
    if (out === '-') console.error(said);
    else console.log(said);
    return report.chunks > 0 ? 0 : 1;
  } finally {
    listener.end();
    pool.dispose();
    vectors?.dispose();
    await target.discard();
  }
}

function formatOf(out: string, asked: string | undefined): ExportFormat {
  const format =
    asked === undefined ? (formatOfFileName(out) ?? exportFormatNames[0]) : oneOf('format', asked, exportFormatNames);
  if (out === '-' && exportFormats[format].isBinary)
    throw new UsageError(`${format} is not text, so it cannot go to standard output`);
  return format;
}

function languageOf(word: string): string {
  const id = languageNamed(word) ?? proseFormatNames.find((format) => format.id === word.toLowerCase())?.id;
  if (id === undefined)
    throw new UsageError(`there is no language "${word}"; "codegrain chunk --language list" shows them`);
  return id;
}

type Values = ReturnType<typeof parseExport>['values'];

async function embedderOf(values: Values) {
  // `--max-tokens` is about chunks here.
  const { 'max-tokens': _ofChunks, 'embedding-tokens': tokens, ...others } = values;
  const chosen = await chosenModel({ ...others, 'max-tokens': tokens });
  if ('embedder' in chosen) return chosen.embedder;
  const whole = await loadBuiltIn();
  return chosen.dimensions === undefined ? whole : shortened(whole, chosen.dimensions);
}

function progressText({ done, total, chunks, megabytesPerSecond, remainingSeconds }: ExportProgress): string {
  const remaining = remainingSeconds === undefined ? '' : `, ${Math.ceil(remainingSeconds)} s left`;
  return `${done} of ${total} files, ${chunks} chunks, ${megabytesPerSecond.toFixed(1)} MB/s${remaining}`;
}

function summary(out: string, report: ExportReport): string {
  const { files, chunks, parents, sourceBytes, bytes, coverage, folder, embedding, seconds } = report;
  return [
    `${formatCount(files, 'file')} (${formatBytes(sourceBytes)}), ${formatCount(chunks, 'chunk')}, ${formatCount(parents, 'parent')} in ${seconds.toFixed(1)} s`,
    `covered: ${formatPercent(coverage.covered, coverage.lines)} of ${formatCount(coverage.lines, 'line')} that are not blank are in exactly one chunk`,
    ...(embedding
      ? [
          `vectors: ${formatCount(embedding.embedded, 'text')} embedded, ${embedding.reused.toLocaleString('en-US')} from the index; ${embedding.model}`,
        ]
      : []),
    `left out: ${formatSkipped(folder)}`,
    `${out === '-' ? 'standard output' : out}: ${formatBytes(bytes)}, ${report.format}`,
  ].join('\n');
}

export function parseExport(args: readonly string[]) {
  return readArguments(args, {
    ...chunkFlags,
    out: { type: 'string', short: 'o' },
    format: { type: 'string' },
    embeddings: { type: 'boolean', default: false },
    'no-context': { type: 'boolean', default: false },
    'no-parents': { type: 'boolean', default: false },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    language: { type: 'string', multiple: true, default: [] },
    index: { type: 'string' },
    json: { type: 'boolean', default: false },
    jobs: { type: 'string', default: String(availableParallelism()) },
    'max-bytes': { type: 'string', default: String(defaultLimits.maxBytes) },
    force: { type: 'boolean', default: false },
    ...modelFlags,
    'embedding-tokens': { type: 'string' },
  });
}
