/** `codegrain chunk PATH…`: prints the chunk records of files and folders. */
import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import { formatNames } from '../../chunking/prose/format-names';
import { describeFile, printable } from '../../chunking/records/describe-chunk';
import { languageById, languages } from '../../languages/registry';
import { defaultPoolSettings, WorkerPool } from '../../parse-worker/worker-pool';
import type { ChunkReply } from '../../parse-worker/worker-protocol';
import { inOrder } from '../../shared/in-order';
import { defaultLimits } from '../../workspace/read-file';
import type { Skipped } from '../../workspace/skipped';
import { chunkFlags, chunkOptionsOf, sizeHelp, strategyHelp } from '../options/chunk-flags';
import { type Input, inputs } from '../options/input-files';
import { oneOf, readArguments, UsageError, wholeNumber } from '../options/usage';

const help = `codegrain chunk PATH… [options]     "-" reads standard input

  --format jsonl|text       one JSON object per line (default), or an overview for people
${sizeHelp}
  --language L              treat every file as this language (${languages.length} are known; "--language list" shows them)
${strategyHelp}
  --model M                 count as fits a model: gpt-4o, claude-…, gemini-…
  --jobs N                  processes side by side (default: one per core)
  --max-bytes N             skip larger files (default ${defaultLimits.maxBytes})
  --timeout S               seconds after which a file is cut by lines instead (default ${defaultPoolSettings.timeoutMs / 1000})
  --include G, --exclude G  globs: take only what matches, leave out what matches; may be repeated
  --notes FILE              add the notes of "codegrain enrich" (.codegrain/index.cgx.notes)
  --force                   read minified, oversized, generated, lock and secret files too

Exit status: 0 chunks were printed, 1 there were none, 2 wrong use or error. What is skipped is said on standard error.`;

interface Output {
  readonly path: string;
  readonly reply?: ChunkReply;
  readonly skipped?: Skipped;
  readonly error?: string;
}

export async function chunkCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (values.language === 'list') {
    for (const { id, name } of [...languages, ...formatNames]) console.log(`${id}\t${name}`);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError('chunk needs at least one path; try: codegrain chunk --help');
  const format = oneOf('format', values.format, ['jsonl', 'text']);
  const options = chunkOptionsOf(values, values.model);
  if (
    values.language !== undefined &&
    !languageById(values.language) &&
    !formatNames.some(({ id }) => id === values.language)
  ) {
    throw new UsageError(`there is no language "${values.language}"; "--language list" shows them`);
  }
  const common = {
    options,
    limits: { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force: values.force },
    ...(values.language !== undefined && { language: values.language }),
    ...(values.notes !== undefined && { notes: resolve(values.notes) }),
  };
  const jobs = wholeNumber('jobs', values.jobs, 1, 256);
  const pool = new WorkerPool({ jobs, timeoutMs: wholeNumber('timeout', values.timeout, 1, 3600) * 1000 });
  try {
    return await print(
      inOrder(inputs(positionals, common, values), jobs * 4, (input) => answer(pool, input)),
      format,
    );
  } finally {
    pool.dispose();
  }
}

function parse(args: readonly string[]) {
  return readArguments(args, {
    format: { type: 'string', default: 'jsonl' },
    ...chunkFlags,
    language: { type: 'string' },
    model: { type: 'string' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    'max-bytes': { type: 'string', default: String(defaultLimits.maxBytes) },
    timeout: { type: 'string', default: String(defaultPoolSettings.timeoutMs / 1000) },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    notes: { type: 'string' },
    force: { type: 'boolean', default: false },
  });
}

async function answer(pool: WorkerPool, { path, request, skipped, error, isNamed }: Input): Promise<Output> {
  if (request) {
    const reply = await pool.chunk(request);
    const isError = isNamed && reply.is === 'skipped' && reply.skipped.reason === 'unreadable';
    return isError ? { path, error: reply.skipped.message } : { path, reply };
  }
  return { path, ...(skipped && { skipped }), ...(error && { error }) };
}

async function print(outputs: AsyncIterable<Output>, format: 'jsonl' | 'text'): Promise<number> {
  let printed = 0;
  let failed = false;
  let files = 0;
  const progress = process.stderr.isTTY === true && process.stdout.isTTY !== true;
  for await (const { path, reply, skipped, error } of outputs) {
    files++;
    if (progress) process.stderr.write(`\r\x1b[K${files} files, ${printed} chunks  ${path.slice(-60)}`);
    const left = reply?.is === 'skipped' ? reply.skipped : skipped;
    if (error !== undefined) {
      failed = true;
      console.error(`${progress ? '\r\x1b[K' : ''}codegrain: ${printable(path)}: ${error}`);
    } else if (left) {
      console.error(
        `${progress ? '\r\x1b[K' : ''}codegrain: ${printable(path)}: skipped (${left.reason}): ${left.message}`,
      );
    } else if (reply?.is === 'chunked') {
      const { chunks, warnings = [] } = reply.file;
      for (const warning of warnings) console.error(`codegrain: ${printable(path)}: ${warning}`);
      printed += chunks.length;
      const lines =
        format === 'text' ? describeFile(reply.file) : chunks.map((chunk) => `${JSON.stringify(chunk)}\n`).join('');
      if (lines !== '' && !process.stdout.write(lines)) {
        await new Promise((done) => process.stdout.once('drain', done));
      }
    }
  }
  if (progress) process.stderr.write('\r\x1b[K');
  return failed ? 2 : printed > 0 ? 0 : 1;
}
