/** `codegrain run --prompt FILE PATH…` runs one prompt over files with a language model, and merges the answers. */

import { createWriteStream, renameSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { pipeline } from 'node:stream/promises';
import { defaultPoolSettings, WorkerPool } from '../../../engine/workers/worker-pool';
import type { ChunkRequest } from '../../../engine/workers/worker-protocol';
import { type ChunkOptions, chunkOptions } from '../../../options/chunk-options';
import { enrichOptions } from '../../../options/enrich-options';
import { fileOptions } from '../../../options/file-options';
import { integer, type OptionValues } from '../../../options/option';
import { errorMessage } from '../../../shared/error-message';
import { PhaseTimes, phaseText } from '../../../shared/phase-times';
import { printableJson, printError, showStatus, writeOutput } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import type { ChatRefused } from '../../../wings/models/chat-model';
import { type MergedAnswers, mergeAnswers } from '../../../wings/models/merge-records';
import { runPieces } from '../../../wings/models/piece-runner';
import { promptWork, RunPlanner, type RunPlanOptions } from '../../../wings/models/run-plan';
import { answeredKeys, openRunLog, type RunResult, readResults } from '../../../wings/models/run-store';
import { formatCount } from '../format-numbers';
import {
  askerOf,
  chatFlags,
  chatNotes,
  confirmSending,
  jsonOf,
  onErrorFlag,
  promptOf,
  refusalText,
} from '../options/chat-flags';
import { chunkOptionsOf } from '../options/chosen-options';
import { type CommandAbout, command } from '../options/command-help';
import { UsageError } from '../options/flags';
import { inputs } from '../options/input-files';
import { textFlag } from '../options/shared-flags';

/** Chunks are as large as the window allows unless their size is chosen, and tokens are those of the model that is asked. */
const { parentTokens: _parents, counter: _counter, ...runChunkOptions } = chunkOptions;

export const runAbout = {
  usage: 'run --prompt FILE PATH… [options]',
  about: 'Run one prompt over files, folders and conversations with a language model.',
  flags: {
    own: {
      prompt: textFlag(
        'prompt FILE',
        'The prompt. `{chunk}`, `{text}`, `{context}`, `{path}`, `{name}`, `{startLine}` and `{endLine}` are filled in; without `{chunk}` or `{text}` the chunk follows. `memories` is a ready-made prompt: what to keep of a conversation.',
        'required',
      ),
      schema: textFlag('schema FILE', 'A JSON schema that answers must fit.'),
      out: textFlag(
        'out F.jsonl',
        'Write the results there, one line each, and continue from there when run again.',
        'standard output',
      ),
      onError: onErrorFlag,
      answerTokens: integer([1, 1_000_000], {
        flag: { name: 'answer-tokens', value: 'N', defaultText: 'what the model may write, at most 2048' },
        description: 'Max tokens of an answer.',
      }),
      mergeThreshold: enrichOptions.mergeThreshold,
      include: fileOptions.include,
      exclude: fileOptions.exclude,
      maxBytes: { ...fileOptions.maxBytes, default: 100_000_000, description: 'Skip larger files in folders.' },
    },
    chunk: {
      ...runChunkOptions,
      maxTokens: {
        ...chunkOptions.maxTokens,
        flag: { name: 'max-tokens', value: 'N', defaultText: 'as large as fits' },
        description:
          'Use chunks of this size. Otherwise a file goes in whole if it fits the window, and in the largest chunks that fit if not.',
        help: undefined,
      },
    },
    chat: chatFlags,
  },
  notes: `${chatNotes}\n\nWhere answers have lists of objects with a "text", similar ones are merged at the end, into F.merged.jsonl (see docs/enrich.md).`,
  exit: '0 everything has an answer, 1 something has none yet, 2 wrong use or error.',
} satisfies CommandAbout;

type Values = OptionValues<typeof runAbout.flags.own>;

export const runCommand = command(runAbout, async ({ values: groups, chosen, positionals }) => {
  const { own: values, chat } = groups;
  if (positionals.length === 0) throw new UsageError('run needs at least one path; try: codegrain run --help');
  const prompt = promptOf(values);
  const json = prompt.schema && jsonOf(prompt.schema);
  const asker = askerOf(chat);
  const { model } = asker;
  const { onError, mergeThreshold } = values;
  const { parallel } = chat;
  const maxTokens = values.answerTokens ?? Math.min(2048, model.limits.output);
  const chunk = chunkOptionsOf(chosen.chunk);
  const pool = new WorkerPool({
    jobs: availableParallelism() > 1 ? 2 : 1,
    timeoutMs: 4 * defaultPoolSettings.timeoutMs,
    allowedStrategy: chunk.customStrategy,
  });
  const { signal } = new AbortController();
  try {
    const phases = new PhaseTimes();
    const { files, errors } = await filesOf(positionals, values);
    const sized = chosen.chunk.maxTokens === undefined ? withoutSize(chunk) : chunk;
    const planner = plannerOf(files, pool, { model, prompt, maxTokens, chunk: sized });
    const answered = values.out === undefined ? new Set<string>() : answeredKeys(values.out);
    const plan = await planner.plan(answered, signal);
    for (const { path, message } of plan.skipped) printError(`codegrain: ${printablePath(path)}: skipped: ${message}`);
    const requests = plan.open.size;
    if (plan.keys.size === 0) throw new UsageError('there is no text in these paths');
    if (answered.size > 0)
      printError(`codegrain: ${plan.keys.size - requests} of ${plan.keys.size} already have an answer`);
    phases.end('planning');
    let failed = 0;
    let left = 0;
    let refusal: ChatRefused | undefined;
    const { out } = values;
    const printed: RunResult[] = [];
    if (requests > 0) {
      const { inputTokens } = plan;
      if (!(await confirmSending(asker, { requests, inputTokens, maxTokens }, chat.yes))) return 1;
      phases.restart();
      const log = out === undefined ? standardOutput(printed) : await openRunLog(out);
      const report = await runPieces(
        planner.pieces(plan.open, signal),
        promptWork(asker, log, { prompt, json, maxTokens, onResult: progress(requests) }),
        { parallel, onError: onError === 'fail-fast' ? onError : 'continue-on-error', signal },
      ).finally(() => log.close());
      phases.end('asking');
      ({ failed, refusal } = report);
      left = requests - report.answered - report.failed;
      const { input, output } = report.usage;
      printError(
        `codegrain: ${formatCount(report.answered, 'answer')}, ${failed} failed, ${left} left${report.stopped ? ` (${reasons[report.stopped]})` : ''}; ${formatCount(input, 'token')} read, ${output.toLocaleString('en-US')} written`,
      );
    }
    if (prompt.schema && mergeThreshold > 0) {
      const results = out === undefined ? printed : readResults(out);
      await writeMerged(ofKeys(results, plan.keys), out, mergeThreshold);
      phases.end('merging');
    }
    printError(`codegrain: ${phaseText(phases.seconds)}`);
    if (refusal) printError(`codegrain: ${refusalText(refusal, values.out !== undefined)}`);
    return errors > 0 || refusal ? 2 : failed + left > 0 ? 1 : 0;
  } finally {
    pool.dispose();
  }
});

const reasons = {
  failure: 'stopped at the first failure',
  budget: 'the budget is spent',
  refused: 'the model refused the request',
  cancelled: 'cancelled',
} as const;

function progress(requests: number): (result: RunResult) => void {
  let done = 0;
  const isShown = process.stderr.isTTY === true;
  return ({ is, path, startLine, error }) => {
    done++;
    if (isShown) showStatus('');
    if (is === 'failed') printError(`codegrain: ${printablePath(path)}:${startLine}: ${printablePath(error ?? '')}`);
    if (isShown && done < requests) showStatus(`${done} of ${requests}  ${path.slice(-60)}`);
  };
}

async function filesOf(paths: readonly string[], values: Values): Promise<{ files: ChunkRequest[]; errors: number }> {
  const limits = { maxBytes: values.maxBytes, force: false };
  const files: ChunkRequest[] = [];
  let errors = 0;
  for await (const { path, request, skipped, error, isNamed } of inputs(paths, { limits }, values)) {
    // Conversations are often exported as one long line, so a named file is read even if it looks minified.
    if (request) files.push(isNamed ? { ...request, limits: { ...limits, force: true } } : request);
    if (error !== undefined) errors++;
    const why = error ?? (skipped && `skipped: ${skipped.message}`);
    if (why !== undefined) printError(`codegrain: ${printablePath(path)}: ${why}`);
  }
  return { files, errors };
}

function withoutSize({ maxTokens: _, ...chunk }: ChunkOptions): Partial<ChunkOptions> {
  return chunk;
}

function plannerOf(files: readonly ChunkRequest[], pool: WorkerPool, options: RunPlanOptions): RunPlanner {
  const source = { files, chunk: (request: ChunkRequest, signal: AbortSignal) => pool.chunk(request, signal) };
  try {
    return new RunPlanner(source, options);
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

// Writes the results of a run, and the merged records at its end.

function* ofKeys(results: Iterable<RunResult>, keys: ReadonlySet<string>): Generator<RunResult> {
  for (const result of results) if (keys.has(result.key)) yield result;
}

/** Results on standard output, and in memory, because they are merged at the end. */
function standardOutput(answers: RunResult[]): Awaited<ReturnType<typeof openRunLog>> {
  return {
    append: async (result) => {
      if (result.is === 'answer') answers.push(result);
      await writeOutput(`${printableJson(result)}\n`);
    },
    close: async () => {},
  };
}

async function writeMerged(results: Iterable<RunResult>, out: string | undefined, threshold: number): Promise<void> {
  const merged = await mergeAnswers(results, threshold);
  if (merged.found === 0) return;
  if (out === undefined) for (const line of jsonLines(merged)) await writeOutput(line);
  else {
    const file = out.replace(/(\.jsonl)?$/, '.merged.jsonl');
    rmSync(`${file}.new`, { force: true });
    await pipeline(jsonLines(merged), createWriteStream(`${file}.new`, { flags: 'wx' }));
    renameSync(`${file}.new`, file);
    printError(
      `codegrain: merged ${formatCount(merged.found, 'record')} into ${merged.records.length}, with ${formatCount(merged.relations.length, 'relation')}: ${file}`,
    );
  }
  if (merged.loose > 0)
    printError(`codegrain: dropped ${formatCount(merged.loose, 'relation')} to records that do not exist`);
}

function* jsonLines({ records, relations }: MergedAnswers): Generator<string> {
  for (const each of [...records, ...relations]) yield `${printableJson(each)}\n`;
}
