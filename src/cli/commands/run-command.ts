/** `codegrain run --prompt FILE PATH…`: asks a language model the same about everything in files, and merges the answers. */
import { availableParallelism } from 'node:os';
import { printable } from '../../chunking/records/describe-chunk';
import type { ChatRefused } from '../../enrich/chat-model';
import { usualThreshold } from '../../enrich/merge-records';
import { Asker } from '../../enrich/model-asker';
import { runOver } from '../../enrich/prompt-run';
import { answeredIn, type Result } from '../../enrich/run-log';
import { type PlanOptions, RunPlanner } from '../../enrich/run-plan';
import { promptWork } from '../../enrich/run-prompt';
import { defaultPoolSettings, WorkerPool } from '../../parse-worker/worker-pool';
import type { ChunkRequest } from '../../parse-worker/worker-protocol';
import { errorMessage } from '../../shared/error-message';
import { budgetOf, chatFlags, chatHelp, chatModelOf } from '../options/chat-options';
import { chunkFlags, chunkOptionsOf } from '../options/chunk-flags';
import { inputs } from '../options/input-files';
import { jsonOf, promptOf } from '../options/prompt-options';
import { decimal, oneOf, readArguments, UsageError, wholeNumber } from '../options/usage';
import { askConsent, estimateText } from '../output/ask-terminal';
import { countText } from '../output/format-numbers';
import { refusedText } from '../output/refused-text';
import { Results, writeMerged } from '../output/run-results';

const help = `codegrain run --prompt FILE PATH… [options]     asks a language model the same about files, folders and conversations

  --prompt FILE             what is asked; {chunk}, {text}, {context}, {path}, {name}, {startLine} and {endLine} are filled in, and
                            without {chunk} or {text} the chunk follows. "memories" is ready-made: what to keep of a conversation
  --schema FILE             a JSON schema that answers have to fit
  --out F.jsonl             write results there, a line each as they come, and go on from there when run again
  --parallel N              requests at a time (default 1)
  --on-error E              fail-fast (default) or continue-on-error (in short: continue)
  --answer-tokens N         most tokens of an answer (default: what the model may write, at most 2048)
  --max-tokens N            ask about chunks of this size; else a file goes in whole where the model has room for it, and in the
                            largest chunks that fit where it has not
  --overlap P, --strategy S, --threshold T, --context C   as with "codegrain chunk"
  --include G, --exclude G  globs: take only what matches, leave out what matches; may be repeated
  --max-bytes N             skip larger files in folders (default 100 MB)
  --merge T                 records as alike as this become one (default ${usualThreshold}); 0 does not merge

${chatHelp}

Where answers have lists of objects with a "text", these are merged in the end, into F.merged.jsonl (see docs/enrich.md).

Exit status: 0 everything has an answer, 1 something has none yet, 2 wrong use or error.`;

type Values = ReturnType<typeof parse>['values'];

export async function runCommand(args: readonly string[]): Promise<number> {
  const { values, positionals } = parse(args);
  if (values.help) {
    console.log(help);
    return 0;
  }
  if (positionals.length === 0) throw new UsageError('run needs at least one path; try: codegrain run --help');
  const prompt = promptOf(values);
  const json = prompt.schema && jsonOf(prompt.schema);
  const model = chatModelOf(values);
  const budget = budgetOf(values);
  const parallel = wholeNumber('parallel', values.parallel, 1, 256);
  const onError = oneOf('on-error', values['on-error'], ['fail-fast', 'continue-on-error', 'continue']);
  const threshold = decimal('merge', values.merge, 0, 1);
  const most = Math.min(2048, model.limits.output);
  const answerTokens = values['answer-tokens'];
  const maxTokens = answerTokens === undefined ? most : wholeNumber('answer-tokens', answerTokens, 1, 1_000_000);
  const pool = new WorkerPool({
    jobs: availableParallelism() > 1 ? 2 : 1,
    timeoutMs: 4 * defaultPoolSettings.timeoutMs,
  });
  const stop = new AbortController();
  try {
    const { files, errors } = await filesOf(positionals, values);
    const planner = plannerOf(files, pool, values, { model, prompt, maxTokens });
    const answered = values.out === undefined ? new Set<string>() : answeredIn(values.out);
    const plan = await planner.plan(answered, stop.signal);
    for (const { path, message } of plan.skipped) console.error(`codegrain: ${printable(path)}: skipped: ${message}`);
    const requests = plan.open.size;
    if (plan.keys.size === 0) throw new UsageError('there is nothing to ask about in these paths');
    if (answered.size > 0)
      console.error(`codegrain: ${plan.keys.size - requests} of ${plan.keys.size} have an answer already`);
    let failed = 0;
    let left = 0;
    let refusal: ChatRefused | undefined;
    const results = new Results(values.out);
    if (requests > 0) {
      const estimate = estimateText(model, { requests, inputTokens: plan.inputTokens, maxTokens }, budget);
      if (!(await askConsent(estimate, values.yes))) return 1;
      const log = await results.open();
      const report = await runOver(
        planner.pieces(plan.open, stop.signal),
        promptWork(new Asker(model, budget), log, { prompt, json, maxTokens, onResult: progress(requests) }),
        { parallel, onError: onError === 'fail-fast' ? onError : 'continue-on-error', signal: stop.signal },
      ).finally(() => results.close());
      ({ failed, refusal } = report);
      left = requests - report.answered - report.failed;
      const { input, output } = report.usage;
      console.error(
        `codegrain: ${countText(report.answered, 'answer')}, ${failed} failed, ${left} left${report.stopped ? ` (${reasons[report.stopped]})` : ''}; ${countText(input, 'token')} read, ${output.toLocaleString('en-US')} written`,
      );
    }
    if (prompt.schema && threshold > 0) await writeMerged(results, plan.keys, threshold);
    if (refusal) console.error(`codegrain: ${refusedText(refusal, values.out !== undefined)}`);
    return errors > 0 || refusal ? 2 : failed + left > 0 ? 1 : 0;
  } finally {
    pool.dispose();
  }
}

const reasons = {
  failure: 'stopped at the first failure',
  budget: 'the budget is spent',
  refused: 'the model answers nobody',
  cancelled: 'cancelled',
} as const;

function progress(requests: number): (result: Result) => void {
  let done = 0;
  const isShown = process.stderr.isTTY === true;
  return ({ is, path, startLine, error }) => {
    done++;
    const clear = isShown ? '\r\x1b[K' : '';
    if (is === 'failed') console.error(`${clear}codegrain: ${printable(path)}:${startLine}: ${printable(error ?? '')}`);
    if (isShown)
      process.stderr.write(`\r\x1b[K${done === requests ? '' : `${done} of ${requests}  ${path.slice(-60)}`}`);
  };
}

async function filesOf(paths: readonly string[], values: Values): Promise<{ files: ChunkRequest[]; errors: number }> {
  const limits = { maxBytes: wholeNumber('max-bytes', values['max-bytes'], 1, 1e12), force: false };
  const files: ChunkRequest[] = [];
  let errors = 0;
  for await (const { path, request, skipped, error, isNamed } of inputs(paths, { limits }, values)) {
    // Conversations are exported as one long line, which is no reason to leave out what someone names.
    if (request) files.push(isNamed ? { ...request, limits: { ...limits, force: true } } : request);
    if (error !== undefined) errors++;
    const why = error ?? (skipped && `skipped: ${skipped.message}`);
    if (why !== undefined) console.error(`codegrain: ${printable(path)}: ${why}`);
  }
  return { files, errors };
}

function plannerOf(
  files: readonly ChunkRequest[],
  pool: WorkerPool,
  values: Values,
  rest: Omit<PlanOptions, 'chunk'>,
): RunPlanner {
  const asked = values['max-tokens'];
  const { maxTokens, ...chunk } = chunkOptionsOf({ ...values, 'max-tokens': asked ?? '400', counter: undefined });
  const source = { files, chunk: (request: ChunkRequest, signal: AbortSignal) => pool.chunk(request, signal) };
  try {
    return new RunPlanner(source, { ...rest, chunk: asked === undefined ? chunk : { ...chunk, maxTokens } });
  } catch (error) {
    throw new UsageError(errorMessage(error));
  }
}

function parse(args: readonly string[]) {
  const { 'max-tokens': _size, 'parent-tokens': _parents, counter: _counter, ...chunking } = chunkFlags;
  return readArguments(args, {
    prompt: { type: 'string' },
    schema: { type: 'string' },
    out: { type: 'string' },
    parallel: { type: 'string', default: '1' },
    'on-error': { type: 'string', default: 'fail-fast' },
    'answer-tokens': { type: 'string' },
    'max-tokens': { type: 'string' },
    merge: { type: 'string', default: String(usualThreshold) },
    'max-bytes': { type: 'string', default: '100000000' },
    include: { type: 'string', multiple: true, default: [] },
    exclude: { type: 'string', multiple: true, default: [] },
    ...chunking,
    ...chatFlags,
  });
}
