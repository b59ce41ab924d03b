/** "Run Prompt over Chunks…": asks a language model the same about a selection, a file or a folder, into a document. */
import * as vscode from 'vscode';
import { loadBuiltIn } from '../../embedding/built-in';
import { EnginePool } from '../../engine/pool';
import type { ChunkRequest } from '../../engine/protocol';
import { Asker } from '../../enrich/asker';
import { Budget } from '../../enrich/budget';
import type { ChatModel } from '../../enrich/chat';
import { JsonAnswers } from '../../enrich/json-answer';
import { memories } from '../../enrich/memories';
import { merge } from '../../enrich/merge';
import { RunPlanner } from '../../enrich/plan';
import { Prompt } from '../../enrich/prompt';
import { runOver } from '../../enrich/run';
import type { Result } from '../../enrich/run-log';
import { promptWork } from '../../enrich/run-prompt';
import type { Embedding } from '../embedding';
import { enrichSettingsOf } from '../settings';
import { withSignal } from '../signals';
import { number, tokenCount } from '../words';
import { agree, isTrusted } from './agree';
import { chooseModel } from './choose-model';
import { ResultDocument } from './result-document';
import { chooseFiles } from './run-files';

/** Most tokens of an answer. */
const answerTokens = 2_048;

/** What needs the user; tests put something else in its place. */
export interface RunGuard {
  files(): Promise<readonly ChunkRequest[] | undefined>;
  prompt(): Promise<Prompt | undefined>;
  model(): Promise<ChatModel | undefined>;
  agree: typeof agree;
}

export function registerRunPrompt(
  script: string,
  { keys }: Embedding,
  log: vscode.LogOutputChannel,
): vscode.Disposable {
  const guard: RunGuard = { files: chooseFiles, prompt: askPrompt, model: () => chooseModel(keys, log), agree };
  return vscode.commands.registerCommand('codegrain.runPrompt', async () => {
    try {
      return await runPrompt(script, guard);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      log.error(`run: ${reason}`);
      void vscode.window.showErrorMessage(vscode.l10n.t('The prompt was not run: {0}', reason));
      return undefined;
    }
  });
}

/** @returns the document with the results; undefined where nothing was asked. */
export async function runPrompt(script: string, guard: RunGuard): Promise<vscode.TextDocument | undefined> {
  if (!isTrusted()) return undefined;
  const files = await guard.files();
  const prompt = files && (await guard.prompt());
  const model = prompt && (await guard.model());
  if (!files || !prompt || !model) return undefined;
  const pool = new EnginePool({ jobs: 1, script });
  const title = vscode.l10n.t('Codegrain: running the prompt');
  try {
    return await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title, cancellable: true },
      (progress, token) => withSignal(token, (signal) => ask({ files, prompt, model, pool, guard, progress, signal })),
    );
  } finally {
    pool.dispose();
  }
}

interface Work {
  readonly files: readonly ChunkRequest[];
  readonly prompt: Prompt;
  readonly model: ChatModel;
  readonly pool: EnginePool;
  readonly guard: RunGuard;
  readonly progress: vscode.Progress<{ message?: string; increment?: number }>;
  readonly signal: AbortSignal;
}

async function ask({
  files,
  prompt,
  model,
  pool,
  guard,
  progress,
  signal,
}: Work): Promise<vscode.TextDocument | undefined> {
  const { l10n, window } = vscode;
  const { parallel, budget: limit } = enrichSettingsOf(undefined);
  const maxTokens = Math.min(answerTokens, model.limits.output);
  const source = { files, chunk: (request: ChunkRequest, stop: AbortSignal) => pool.chunk(request, stop) };
  const planner = new RunPlanner(source, { model, prompt, maxTokens, chunk: {} });
  const plan = await planner.plan(new Set(), signal).catch((error: unknown) => {
    if (signal.aborted) return undefined;
    throw error;
  });
  if (!plan) return undefined;
  const requests = plan.open.size;
  if (requests === 0) throw new Error(l10n.t('There is nothing to ask about.'));
  if (!(await guard.agree(model, { requests, inputTokens: plan.inputTokens, maxTokens }))) return undefined;
  const out = new ResultDocument();
  const results: Result[] = [];
  const onResult = (result: Result): void => {
    results.push(result);
    const message = l10n.t('{0} of {1}', number(results.length), number(requests));
    progress.report({ message, increment: 100 / requests });
  };
  const json = prompt.schema && new JsonAnswers(prompt.schema);
  const work = promptWork(new Asker(model, new Budget(limit)), out.log, { prompt, json, maxTokens, onResult });
  const options = { parallel, onError: 'continue', signal } as const;
  const report = await runOver(planner.pieces(plan.open, signal), work, options);
  if (prompt.schema) {
    const { records, relations } = await merge(results, await loadBuiltIn());
    for (const each of [...records, ...relations]) await out.add(each);
  }
  const left = requests - report.answered - report.failed;
  const { input, output } = report.usage;
  const used = tokenCount(input + output);
  const counts = [number(report.answered), number(report.failed), number(left), used];
  void window.showInformationMessage(l10n.t('{0} answered, {1} failed, {2} left; {3}.', ...counts));
  return out.document;
}

async function askPrompt(): Promise<Prompt | undefined> {
  const { l10n, window, workspace } = vscode;
  const ready = l10n.t('Extract memories and their relations');
  const write = l10n.t('Write a prompt…');
  const file = l10n.t('Take a prompt from a file…');
  const picked = await window.showQuickPick([ready, write, file], { title: l10n.t('What shall be asked?') });
  if (picked === ready) return memories;
  if (picked === file) {
    const [uri] = (await window.showOpenDialog({ title: file })) ?? [];
    const text = uri && new TextDecoder().decode(await workspace.fs.readFile(uri)).trim();
    return text ? new Prompt(text) : undefined;
  }
  if (picked !== write) return undefined;
  const prompt = l10n.t('The chunk follows, or stands where you write {chunk}.');
  const text = (await window.showInputBox({ title: write, prompt, ignoreFocusOut: true }))?.trim();
  return text ? new Prompt(text) : undefined;
}
