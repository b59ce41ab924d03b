/** Starts or continues a run: asks for every missing answer, saves each result on disk and shows it in a document. */
import * as vscode from 'vscode';
import { WorkerPool } from '../../engine/workers/worker-pool';
import type { ChunkRequest } from '../../engine/workers/worker-protocol';
import { type ChatModel, noUsage } from '../../wings/models/chat-model';
import { mergeAnswers } from '../../wings/models/merge-records';
import { JsonAnswers, ModelAsker, TokenBudget } from '../../wings/models/model-asker';
import { type RunReport, runPieces } from '../../wings/models/piece-runner';
import type { Prompt } from '../../wings/models/prompt';
import { promptWork, RunPlanner } from '../../wings/models/run-plan';
import type { RunStore, StoredRun } from '../../wings/models/run-store';
import { answeredKeys, openRunLog, type RunResult, readResults } from '../../wings/models/run-store';
import { type ShownProgress, undefinedIfAborted, withProgress } from '../common/abort-signal';
import { numberLabel } from '../common/number-labels';
import { enrichSettingsOf } from '../settings/settings';
import type { confirmRequests } from './model-messages';
import { type RunScope, requestsFor } from './run-scope';

/** A document that gets each result as a JSON line. It opens with the first result, after the results of an earlier run. */
class ResultDocument {
  private last: Promise<unknown> = Promise.resolve();
  private opened: vscode.TextDocument | undefined;

  /** @param known results of an earlier run. */
  constructor(private readonly known: Iterable<object> = []) {}

  /** Undefined if nothing was written. */
  get document(): vscode.TextDocument | undefined {
    return this.opened;
  }

  /** Edits of a document are applied one after the other. */
  add(value: object): Promise<void> {
    const done = this.last.then(async () => {
      const document = await this.open();
      const edit = new vscode.WorkspaceEdit();
      const end = document.lineAt(document.lineCount - 1).range.end;
      edit.insert(document.uri, end, lineOf(value));
      if (!(await vscode.workspace.applyEdit(edit))) throw new Error(vscode.l10n.t('The results cannot be written.'));
    });
    this.last = done.catch(() => {});
    return done;
  }

  async open(): Promise<vscode.TextDocument> {
    if (this.opened) return this.opened;
    const content = Array.from(this.known, lineOf).join('');
    this.opened = await vscode.workspace.openTextDocument({ language: 'jsonl', content });
    await vscode.window.showTextDocument(this.opened, { preview: false, preserveFocus: true });
    return this.opened;
  }
}

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** Max tokens per answer. */
const answerTokens = 2_048;

interface RunJob {
  readonly scope: RunScope;
  readonly prompt: Prompt;
  readonly model: ChatModel;
  /** The run to continue; undefined for a new one. */
  readonly run?: StoredRun | undefined;
}

export interface RunOutcome {
  /** Has the results; undefined if there are none. */
  readonly document: vscode.TextDocument | undefined;
  readonly report: RunReport;
  readonly left: number;
  /** The run, if it can be continued; undefined if nothing is left. */
  readonly run: StoredRun | undefined;
}

interface RunJobParts {
  readonly script: string;
  readonly store: RunStore;
  readonly confirm: typeof confirmRequests;
  readonly log: vscode.LogOutputChannel;
}

/** @returns undefined if nothing was sent: the user did not confirm, or cancelled before. */
export async function runJob(parts: RunJobParts, job: RunJob): Promise<RunOutcome | undefined> {
  const pool = new WorkerPool({ jobs: 1, script: parts.script });
  const title = vscode.l10n.t('Codegrain: running the prompt');
  try {
    return await withProgress(title, (signal, progress) => planAndRun(parts, job, { pool, progress, signal }));
  } finally {
    pool.dispose();
  }
}

interface JobContext {
  readonly pool: WorkerPool;
  readonly progress: ShownProgress;
  readonly signal: AbortSignal;
}

async function planAndRun(parts: RunJobParts, job: RunJob, context: JobContext): Promise<RunOutcome | undefined> {
  const { scope, prompt, model } = job;
  const { pool, signal } = context;
  const maxTokens = Math.min(answerTokens, model.limits.output);
  const files = await requestsFor(scope.over);
  const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
  const planner = new RunPlanner(source, { model, prompt, maxTokens, chunk: scope.chunk });
  const answered = job.run ? answeredKeys(job.run.file) : new Set<string>();
  const planned = await undefinedIfAborted(planner.plan(answered, signal), signal);
  if (!planned) return undefined;
  const { keys, open, inputTokens, skipped } = planned;
  for (const { path, message } of skipped) parts.log.info(`run: ${path}: skipped: ${message}`);
  if (keys.size === 0) throw new Error(vscode.l10n.t('There are no chunks to ask about.'));
  const requests = open.size;
  if (requests > 0 && !(await parts.confirm(model, { requests, inputTokens, maxTokens }))) return undefined;
  const { template, schema } = prompt;
  const started = new Date().toISOString();
  const about = { ...scope, model: model.id, template, schema, requests, started };
  const run = job.run ?? parts.store.begin(about);
  const pieces = planner.pieces(open, signal);
  return parts.store.whileRunning(run, () =>
    askAndCollect({ ...parts, ...job, ...context, run, keys, requests, maxTokens, pieces }),
  );
}

interface RunWork extends RunJobParts, RunJob, JobContext {
  readonly run: StoredRun;
  /** Keys of all requests of the run. */
  readonly keys: ReadonlySet<string>;
  /** Number of requests without an answer. */
  readonly requests: number;
  readonly maxTokens: number;
  readonly pieces: ReturnType<RunPlanner['pieces']>;
}

async function askAndCollect(work: RunWork): Promise<RunOutcome> {
  const { store, run, keys, requests, prompt } = work;
  const known = [...answersIn(run, keys)];
  const out = new ResultDocument(known);
  const report = requests > 0 ? await askRemaining(work, out) : { answered: 0, failed: 0, usage: noUsage };
  if (known.length > 0) await out.open();
  const { mergeThreshold } = enrichSettingsOf(undefined);
  if (prompt.schema && mergeThreshold > 0) {
    const { records, relations } = await mergeAnswers(answersIn(run, keys), mergeThreshold);
    for (const each of [...records, ...relations]) await out.add(each);
  }
  const left = requests - report.answered - report.failed;
  const isDone = left + report.failed === 0;
  if (isDone) store.remove(run.id);
  return { document: out.document, report, left, run: isDone ? undefined : run };
}

async function askRemaining(work: RunWork, out: ResultDocument): Promise<RunReport> {
  const { run, requests, prompt, model, maxTokens, pieces, progress, signal } = work;
  const { parallel, budget, onError } = enrichSettingsOf(undefined);
  let done = 0;
  const onResult = (): void => {
    const message = vscode.l10n.t('{0} of {1}', numberLabel(++done), numberLabel(requests));
    progress.report({ message, increment: 100 / requests });
  };
  const json = prompt.schema && new JsonAnswers(prompt.schema);
  const file = await openRunLog(run.file);
  const log = {
    // Saved first: the user can close the document.
    async append(result: RunResult): Promise<void> {
      await file.append(result);
      await out.add(result);
    },
  };
  const asking = promptWork(new ModelAsker(model, new TokenBudget(budget)), log, { prompt, json, maxTokens, onResult });
  try {
    return await runPieces(pieces, asking, { parallel, onError, signal });
  } finally {
    await file.close();
  }
}

/** The saved answers that are still part of the run. */
function* answersIn({ file }: StoredRun, keys: ReadonlySet<string>): Generator<RunResult> {
  for (const result of readResults(file)) if (result.is === 'answer' && keys.has(result.key)) yield result;
}
