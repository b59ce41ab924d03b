/** One run, begun or gone on with: what has no answer is asked, each result is kept on the disk and shown in a document. */
import * as vscode from 'vscode';
import { loadBuiltIn } from '../../embedding/built-in/built-in-embedder';
import { type ChatModel, noUsage } from '../../enrich/chat-model';
import { JsonAnswers } from '../../enrich/json-answer';
import { merge } from '../../enrich/merge-records';
import { Asker } from '../../enrich/model-asker';
import type { Prompt } from '../../enrich/prompt';
import { type RunReport, runOver } from '../../enrich/prompt-run';
import { answeredIn, type Result, RunFile, resultsIn } from '../../enrich/run-log';
import { RunPlanner } from '../../enrich/run-plan';
import { promptWork } from '../../enrich/run-prompt';
import type { KeptRun, RunStore } from '../../enrich/run-store';
import { TokenBudget } from '../../enrich/token-budget';
import { WorkerPool } from '../../parse-worker/worker-pool';
import type { ChunkRequest } from '../../parse-worker/worker-protocol';
import { number } from '../common/editor-words';
import { withSignal } from '../common/signals';
import { enrichSettingsOf } from '../settings/enrich-settings';
import type { agree } from './agree';
import { ResultDocument } from './result-document';
import { type RunScope, requestsFor } from './run-files';

/** Most tokens of an answer. */
const answerTokens = 2_048;

interface RunJob {
  readonly scope: RunScope;
  readonly prompt: Prompt;
  readonly model: ChatModel;
  /** The one that is gone on with. */
  readonly run?: KeptRun | undefined;
}

export interface Ran {
  /** With the results; undefined: there are none. */
  readonly document: vscode.TextDocument | undefined;
  readonly report: RunReport;
  readonly left: number;
  /** What can be gone on with; undefined: nothing is left. */
  readonly run: KeptRun | undefined;
}

interface Parts {
  readonly script: string;
  readonly store: RunStore;
  readonly agree: typeof agree;
  readonly log: vscode.LogOutputChannel;
}

/** @returns undefined where nothing was asked: the user did not agree, or cancelled before. */
export async function carryOut(parts: Parts, job: RunJob): Promise<Ran | undefined> {
  const pool = new WorkerPool({ jobs: 1, script: parts.script });
  const title = vscode.l10n.t('Codegrain: running the prompt');
  try {
    return await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => withSignal(token, (signal) => plan(parts, job, { pool, progress, signal })),
    );
  } finally {
    pool.dispose();
  }
}

interface Tools {
  readonly pool: WorkerPool;
  readonly progress: vscode.Progress<{ message?: string; increment?: number }>;
  readonly signal: AbortSignal;
}

async function plan(parts: Parts, job: RunJob, tools: Tools): Promise<Ran | undefined> {
  const { scope, prompt, model } = job;
  const { pool, signal } = tools;
  const maxTokens = Math.min(answerTokens, model.limits.output);
  const files = await requestsFor(scope.over);
  const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
  const planner = new RunPlanner(source, { model, prompt, maxTokens, chunk: {} });
  const answered = job.run ? answeredIn(job.run.file) : new Set<string>();
  const planned = await planner.plan(answered, signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!planned) return undefined;
  const { keys, open, inputTokens, skipped } = planned;
  for (const { path, message } of skipped) parts.log.info(`run: ${path}: skipped: ${message}`);
  if (keys.size === 0) throw new Error(vscode.l10n.t('There is nothing to ask about.'));
  const requests = open.size;
  if (requests > 0 && !(await parts.agree(model, { requests, inputTokens, maxTokens }))) return undefined;
  const { template, schema } = prompt;
  const started = new Date().toISOString();
  const about = { ...scope, model: model.id, template, schema, requests, started };
  const run = job.run ?? parts.store.begin(about);
  const pieces = planner.pieces(open, signal);
  return parts.store.during(run, () => ask({ ...parts, ...job, ...tools, run, keys, requests, maxTokens, pieces }));
}

interface Work extends Parts, RunJob, Tools {
  readonly run: KeptRun;
  /** Of everything the run is about, and how many have no answer yet. */
  readonly keys: ReadonlySet<string>;
  readonly requests: number;
  readonly maxTokens: number;
  readonly pieces: ReturnType<RunPlanner['pieces']>;
}

async function ask(work: Work): Promise<Ran> {
  const { store, run, keys, requests, prompt } = work;
  const known = [...answersIn(run, keys)];
  const out = new ResultDocument(known);
  const report = requests > 0 ? await askOpen(work, out) : { answered: 0, failed: 0, usage: noUsage };
  if (known.length > 0) await out.open();
  const { mergeThreshold } = enrichSettingsOf(undefined);
  if (prompt.schema && mergeThreshold > 0) {
    const { records, relations } = await merge(answersIn(run, keys), await loadBuiltIn(), mergeThreshold);
    for (const each of [...records, ...relations]) await out.add(each);
  }
  const left = requests - report.answered - report.failed;
  const isDone = left + report.failed === 0;
  if (isDone) store.remove(run.id);
  return { document: out.document, report, left, run: isDone ? undefined : run };
}

async function askOpen(work: Work, out: ResultDocument): Promise<RunReport> {
  const { run, requests, prompt, model, maxTokens, pieces, progress, signal } = work;
  const { parallel, budget, onError } = enrichSettingsOf(undefined);
  let done = 0;
  const onResult = (): void => {
    const message = vscode.l10n.t('{0} of {1}', number(++done), number(requests));
    progress.report({ message, increment: 100 / requests });
  };
  const json = prompt.schema && new JsonAnswers(prompt.schema);
  const file = await RunFile.open(run.file);
  const log = {
    // First to the disk: what is shown can be closed.
    async append(result: Result): Promise<void> {
      await file.append(result);
      await out.add(result);
    },
  };
  const asking = promptWork(new Asker(model, new TokenBudget(budget)), log, { prompt, json, maxTokens, onResult });
  try {
    return await runOver(pieces, asking, { parallel, onError, signal });
  } finally {
    await file.close();
  }
}

/** The answers of a run to what it is about now. */
function* answersIn({ file }: KeptRun, keys: ReadonlySet<string>): Generator<Result> {
  for (const result of resultsIn(file)) if (result.is === 'answer' && keys.has(result.key)) yield result;
}
