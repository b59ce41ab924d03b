/** `codegrain chunk PATH…`: prints the chunk records of files and folders. */
import { stat } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { buffer as readAll } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { type ChunkOptions, defaultOptions } from '../chunking/chunk';
import { describeFile, printable } from '../chunking/describe';
import { defaultPool, EnginePool } from '../engine/pool';
import type { ChunkReply, ChunkRequest } from '../engine/protocol';
import { languageById, languages } from '../languages/registry';
import { discover } from '../workspace/discover';
import { defaultLimits, readBytes, reasonOf, type Skipped } from '../workspace/read';
import { inOrder } from './in-order';
import { oneOf, UsageError, wholeNumber } from './usage';

const help = `codegrain chunk PATH… [options]     "-" reads standard input

  --format jsonl|text       one JSON object per line (default), or an overview for people
  --max-tokens N            most tokens of a chunk's own text (default ${defaultOptions.maxTokens}); context adds at most a quarter
  --parent-tokens N         most tokens of a parent chunk (default ${defaultOptions.parentTokens}, or three chunks)
  --context used|all|none   attach what the chunk uses (default), every import, or nothing
  --language L              treat every file as this language (${languages.length} are known; "--language list" shows them)
  --strategy ast|lines      cut along the syntax tree (default), or by lines
  --encoding E              o200k_base (default) or cl100k_base
  --jobs N                  processes side by side (default: one per core)
  --max-bytes N             skip larger files (default ${defaultLimits.maxBytes})
  --timeout S               seconds after which a file is cut by lines instead (default ${defaultPool.timeoutMs / 1000})
  --force                   read minified and oversized files too

Exit status: 0 chunks were printed, 1 there were none, 2 wrong use or error. What is skipped is said on standard error.`;

interface Input {
  readonly request?: ChunkRequest;
  readonly path: string;
  readonly skipped?: Skipped;
  /** Named on the command line and not there: an error, not a skip. */
  readonly error?: string;
  readonly isNamed?: boolean;
}

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
    for (const language of languages) console.log(`${language.id}\t${language.name}`);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError('chunk needs at least one path; try: codegrain chunk --help');
  const format = oneOf('format', values.format, ['jsonl', 'text']);
  const strategy = oneOf('strategy', values.strategy, ['ast', 'lines']);
  const maxTokens = wholeNumber('max-tokens', values['max-tokens'], 16, 100_000);
  // A parent holds three chunks, unless told otherwise.
  const parentTokens = values['parent-tokens'] ?? String(Math.max(defaultOptions.parentTokens, maxTokens * 3));
  const options: ChunkOptions = {
    maxTokens,
    parentTokens: wholeNumber('parent-tokens', parentTokens, 16, 1_000_000),
    context: oneOf('context', values.context, ['used', 'all', 'none']),
    encoding: oneOf('encoding', values.encoding, ['o200k_base', 'cl100k_base']),
  };
  if (options.parentTokens < options.maxTokens)
    throw new UsageError('--parent-tokens must not be less than --max-tokens');
  if (values.language !== undefined && !languageById(values.language)) {
    throw new UsageError(`there is no language "${values.language}"; "--language list" shows them`);
  }
  const common: Omit<ChunkRequest, 'path'> = {
    options,
    limits: { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force: values.force },
    ...(values.language !== undefined && { language: values.language }),
    ...(strategy === 'lines' && { quarantined: 'lines' as const }),
  };
  const jobs = wholeNumber('jobs', values.jobs, 1, 256);
  const pool = new EnginePool({ jobs, timeoutMs: wholeNumber('timeout', values.timeout, 1, 3600) * 1000 });
  try {
    return await print(
      inOrder(inputs(positionals, common), jobs * 4, (input) => answer(pool, input)),
      format,
    );
  } finally {
    pool.dispose();
  }
}

function parse(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string', default: 'jsonl' },
        'max-tokens': { type: 'string', default: String(defaultOptions.maxTokens) },
        'parent-tokens': { type: 'string' },
        context: { type: 'string', default: defaultOptions.context },
        language: { type: 'string' },
        strategy: { type: 'string', default: 'ast' },
        encoding: { type: 'string', default: defaultOptions.encoding },
        jobs: { type: 'string', default: String(availableParallelism()) },
        'max-bytes': { type: 'string', default: String(defaultLimits.maxBytes) },
        timeout: { type: 'string', default: String(defaultPool.timeoutMs / 1000) },
        force: { type: 'boolean', default: false },
        help: { type: 'boolean', short: 'h', default: false },
      },
    });
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(message.split('\n')[0] ?? message);
  }
}

async function* inputs(paths: readonly string[], common: Omit<ChunkRequest, 'path'>): AsyncGenerator<Input> {
  // `src src/a.ts` names a file twice; it is printed once.
  const seen = new Set<string>();
  const isNew = (file: string): boolean => !seen.has(file) && seen.add(file).size > 0;
  for (const path of paths) {
    if (path === '-') {
      const read = readBytes(path, await readAll(process.stdin), common.limits);
      if ('skipped' in read) yield { path, skipped: read.skipped };
      else yield { path, request: { ...common, path, text: read.text } };
      continue;
    }
    if (path === '') throw new UsageError('a path is empty');
    const file = resolve(path);
    let isFolder: boolean;
    try {
      isFolder = (await stat(file)).isDirectory();
    } catch (error) {
      yield { path, error: reasonOf(error) };
      continue;
    }
    if (!isFolder) {
      if (isNew(file)) yield { path: shown(file), isNamed: true, request: { ...common, path: shown(file), file } };
      continue;
    }
    for await (const found of discover(file)) {
      if (!isNew(found.file)) continue;
      const name = shown(found.file);
      if ('skipped' in found) yield { path: name, skipped: found.skipped };
      else yield { path: name, request: { ...common, path: name, file: found.file } };
    }
  }
}

/** POSIX path relative to the current folder, absolute when outside it. */
function shown(file: string): string {
  const inside = relative(process.cwd(), file);
  const path = inside === '' || inside.startsWith(`..${sep}`) || inside === '..' || isAbsolute(inside) ? file : inside;
  return path.replaceAll(sep, '/');
}

async function answer(pool: EnginePool, { path, request, skipped, error, isNamed }: Input): Promise<Output> {
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
      const { chunks } = reply.file;
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
