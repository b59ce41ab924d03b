/** `codegrain chunk PATH…` prints the chunk records of files and folders. */
import { existsSync, statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { ChunkedFile } from '../../../code/chunk';
import { describeFile } from '../../../code/records/labels';
import type { Embedder } from '../../../embedding/embedder';
import { type ChunkingPool, needsJudge, withJudge } from '../../../engine/workers/chunking-pool';
import { grammarForThread, InThreadPool } from '../../../engine/workers/in-thread-pool';
import { defaultPoolSettings, WorkerPool } from '../../../engine/workers/worker-pool';
import { languageById, languages } from '../../../languages/registry';
import { type ChunkOptions, chunkOptions } from '../../../options/chunk-options';
import { embeddingOptions } from '../../../options/embedding-options';
import { fileOptions } from '../../../options/file-options';
import { choice, defaultsOf, type OptionValues } from '../../../options/option';
import { optionsWithoutFiles } from '../../../options/unused-options';
import { proseFormatNames } from '../../../prose/prose-format-names';
import { collected, inOrder } from '../../../shared/in-order';
import { printError, printLine, showStatus, writeJsonLines, writeOutput } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { loadGrammar } from '../../../syntax/grammar';
import { tokenCounter } from '../../../tokens/token-counter';
import type { Skipped } from '../../../workspace/skip-reasons';
import type { RunGraph } from '../../export/run-graph';
import type * as CommandsBundle from '../commands-bundle';
import type { openRunGraph as OpenRunGraph } from '../open-run-graph';
import { chunkOptionsOf, serverModel, unusedText } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { UsageError } from '../options/flags';
import { type InputFile, inputs } from '../options/input-files';
import { numberFlag, textFlag } from '../options/shared-flags';

export const chunkAbout = {
  usage: 'chunk PATH… [options]',
  about: 'Print the chunks of files and folders. "-" reads standard input.',
  flags: {
    own: {
      format: choice({
        default: 'jsonl',
        values: { jsonl: 'One JSON object per line.', text: 'An overview for people.' },
        flag: { name: 'format', value: 'jsonl|text' },
        description: 'One JSON object per line, or an overview for people.',
      }),
      language: textFlag(
        'language L',
        'Treat every file as this language; `list` prints all of them.',
        'by name and content',
      ),
      model: textFlag(
        'model M',
        'Use the token counter of a model, such as `gpt-4o`, `claude-…` or `gemini-…`; `--counter` wins. With `--provider`: the name of the embedding model on the server.',
      ),
      timeoutSeconds: numberFlag(
        'timeout SECONDS',
        { default: defaultPoolSettings.timeoutMs / 1000, min: 1, max: 3600 },
        'Seconds after which a file is cut by lines instead.',
      ),
      notes: textFlag('notes FILE', 'Add the notes of `codegrain enrich` (`.codegrain/index.cgx.notes`).'),
    },
    chunk: chunkOptions,
    embedding: { provider: embeddingOptions.provider, endpoint: embeddingOptions.endpoint },
    files: fileOptions,
  },
  notes: 'Skipped files and the reasons are printed on standard error.',
  exit: '0 chunks were printed, 1 there were none, 2 wrong use or error.',
} satisfies CommandAbout;

/** Bytes of a file that is parsed without another process. */
const smallBytes = 100_000;

/** A named file that is skipped for these reasons is an error. */
const errorReasons: ReadonlySet<Skipped['reason']> = new Set(['unreadable', 'failed']);

interface Output {
  readonly path: string;
  readonly file?: ChunkedFile;
  readonly skipped?: Skipped | undefined;
  readonly error?: string | undefined;
}

export const chunkCommand = command(chunkAbout, async ({ values, chosen, positionals }) => {
  const { format, language, model, timeoutSeconds, notes } = values.own;
  const { jobs, maxBytes, force } = values.files;
  if (language === 'list') {
    for (const { id, name } of [...languages, ...proseFormatNames]) printLine(`${id}\t${name}`);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError('chunk needs at least one path; try: codegrain chunk --help');
  const { provider, endpoint } = values.embedding;
  const options = chunkOptionsOf(chosen.chunk, provider === 'built-in' ? model : undefined);
  if (language !== undefined && !languageById(language) && !proseFormatNames.some(({ id }) => id === language))
    throw new UsageError(`there is no language "${language}"; "--language list" prints all of them`);
  const common = {
    options,
    limits: { maxBytes, force },
    ...(language !== undefined && { language: language }),
    ...(notes !== undefined && { notes: resolve(notes) }),
  };
  const judge = await judgeOf(options, { provider, endpoint, model: model ?? '' });
  const timeoutMs = timeoutSeconds * 1000;
  const grammar = judge ? undefined : grammarOfSmallFile(positionals, options, language);
  const workers =
    grammar === undefined
      ? new WorkerPool({ jobs, timeoutMs, allowedStrategy: options.customStrategy })
      : new InThreadPool({ parseMs: timeoutMs });
  // The tokens are read while other threads compile the grammar. What fails here fails again, and is reported, when it is used.
  if (grammar !== undefined) loadGrammar(grammar, () => tokenCounter(options.counter)).catch(() => {});
  const pool = judge ? withJudge(workers, judge) : workers;
  try {
    const found = new Set<string>();
    const walked = inputs(positionals, common, values.files);
    const read = options.context === 'signatures' ? await collected(walked) : undefined;
    const graph = read && (await graphOf(read, { chunk: options, limits: common.limits, jobs, pool }));
    let noted = notes === undefined;
    const outputs = inOrder(read ?? walked, jobs * 4, async (input) => {
      const output = await answer(pool, input, graph);
      noted ||= output.file?.chunks.some(({ note }) => note !== undefined) ?? false;
      return output;
    });
    const status = await print(outputs, format, found);
    if (!noted) {
      const reason = existsSync(notes ?? '')
        ? 'has no note about these chunks; run this in the folder that was indexed, with the same chunking flags'
        : 'does not exist';
      printError(`codegrain: --notes: ${notes} ${reason}`);
    }
    const prose = proseFormatNames.some(({ id }) => found.has(id));
    const unused =
      found.size === 0 ? [] : optionsWithoutFiles(chosen.chunk, { prose, conversation: found.has('conversation') });
    for (const each of unused) printError(`codegrain: ${unusedText(each)}`);
    return status;
  } finally {
    workers.dispose();
  }
});

/** Of one small file in a language that is safe to parse here: another process would take longer to start than the file takes. */
function grammarOfSmallFile(paths: readonly string[], options: ChunkOptions, language?: string): string | undefined {
  const [path = ''] = paths;
  if (paths.length !== 1 || options.customStrategy !== undefined || options.context === 'signatures') return undefined;
  const found = statSync(path, { throwIfNoEntry: false });
  return found?.isFile() === true && found.size <= smallBytes ? grammarForThread(path, language) : undefined;
}

/** Few commands need the code of the graph. `require`, because in Node 20 compiled code from the cache cannot import. */
async function graphOf(...args: Parameters<typeof OpenRunGraph>): Promise<RunGraph> {
  const { loadRunGraph }: typeof CommandsBundle = require('../commands-bundle');
  return (await loadRunGraph())(...args);
}

/** The model on a server by which `semantic` judges; undefined: the built-in one. */
async function judgeOf(
  options: ChunkOptions,
  server: Pick<OptionValues<typeof embeddingOptions>, 'provider' | 'endpoint' | 'model'>,
): Promise<Embedder | undefined> {
  if (server.provider === 'built-in') {
    if (server.endpoint !== '') throw new UsageError('--endpoint needs --provider ollama or openai');
    return undefined;
  }
  if (!needsJudge(options)) {
    printError('codegrain: --provider does nothing without the strategy semantic');
    return undefined;
  }
  return serverModel({ ...defaultsOf(embeddingOptions), ...server });
}

async function answer(
  pool: ChunkingPool,
  { path, request, skipped, error, isNamed }: InputFile,
  graph: RunGraph | undefined,
): Promise<Output> {
  if (!request) return { path, skipped, error };
  const reply = await pool.chunk(request);
  if (reply.is === 'chunked') return { path, file: graph ? graph.attach(reply.file) : reply.file };
  if (reply.is !== 'skipped') return { path };
  const isError = isNamed && errorReasons.has(reply.skipped.reason);
  return isError ? { path, error: reply.skipped.message } : { path, skipped: reply.skipped };
}

/** @param found receives the languages of the files. */
async function print(outputs: AsyncIterable<Output>, format: 'jsonl' | 'text', found: Set<string>): Promise<number> {
  let printed = 0;
  let failed = false;
  let files = 0;
  const progress = process.stderr.isTTY === true && process.stdout.isTTY !== true;
  for await (const { path, file, skipped, error } of outputs) {
    files++;
    if (progress) showStatus(`${files} files, ${printed} chunks  ${path.slice(-60)}`);
    const fail = (message: string): void => {
      if (progress) showStatus('');
      printError(`codegrain: ${printablePath(path)}: ${message}`);
    };
    if (error !== undefined) {
      failed = true;
      fail(error);
    } else if (skipped) {
      fail(`skipped (${skipped.reason}): ${skipped.message}`);
    } else if (file) {
      const { chunks, warnings = [] } = file;
      for (const warning of warnings) printError(`codegrain: ${printablePath(path)}: ${warning}`);
      printed += chunks.length;
      found.add(file.language);
      if (format === 'text') await writeOutput(describeFile(file));
      else await writeJsonLines(chunks);
    }
  }
  if (progress) showStatus('');
  return failed ? 2 : printed > 0 ? 0 : 1;
}
