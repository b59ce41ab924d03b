/**
 * "Run Prompt over Chunks…": asks a language model the same about a selection, a file or a folder, into a document; and "Continue
 * Run…": asks for what a run has no answer to, because it was cancelled, failed, or its window was closed.
 */
import * as vscode from 'vscode';
import type { ChatModel } from '../../enrich/chat-model';
import { Prompt } from '../../enrich/prompt';
import type { RunStore, StoredRun } from '../../enrich/run-store';
import { errorMessage } from '../../shared/error-message';
import { numberLabel, tokenCount } from '../common/number-labels';
import type { Embedding } from '../embedding/embedding-model';
import { agree, isTrusted } from './agree';
import { askPrompt } from './ask-prompt';
import { changeKey, chooseChatModel, modelOfRun } from './choose-chat-model';
import { chooseRun } from './choose-run';
import { type Remedy, remediesFor, remedyText } from './remedies';
import { chooseScope, type RunScope } from './run-files';
import { carryOut, type Ran } from './run-job';

/** What needs the user; tests put something else in its place. */
export interface RunGuard {
  scope(): Promise<RunScope | undefined>;
  prompt(): Promise<Prompt | undefined>;
  model(): Promise<ChatModel | undefined>;
  /** The one that a run has asked. @throws where it is not to be had. */
  modelOf(id: string): Promise<ChatModel | undefined>;
  agree: typeof agree;
}

export interface RunParts {
  readonly script: string;
  readonly store: RunStore;
  readonly embedding: Pick<Embedding, 'keys'>;
  readonly log: vscode.LogOutputChannel;
}

/** What a run needs beside the user. */
type Begun = Omit<RunParts, 'embedding'>;

export function registerRunPrompt(parts: RunParts): vscode.Disposable {
  const { embedding, log, store } = parts;
  const guard: RunGuard = {
    scope: chooseScope,
    prompt: askPrompt,
    model: () => chooseChatModel(embedding.keys, log),
    modelOf: (id) => modelOfRun(id, embedding.keys, log),
    agree,
  };
  const guarded = async (run: () => Promise<Ran | undefined>): Promise<vscode.TextDocument | undefined> => {
    try {
      const ran = await run();
      if (ran) void tell(parts, ran);
      return ran?.document;
    } catch (error) {
      const reason = errorMessage(error);
      log.error(`run: ${reason}`);
      void vscode.window.showErrorMessage(vscode.l10n.t('The prompt was not run: {0}', reason));
      return undefined;
    }
  };
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('codegrain.runPrompt', () => guarded(() => runPrompt(parts, guard))),
    registerCommand('codegrain.continueRun', (id?: unknown) =>
      guarded(async () => {
        const known = store.list().find((run) => run.id === id);
        const run = known ?? (await chooseRun(store));
        return run && continueRun(parts, guard, run);
      }),
    ),
  );
}

/** @returns undefined where nothing was asked. */
export async function runPrompt(parts: Begun, guard: RunGuard): Promise<Ran | undefined> {
  if (!isTrusted()) return undefined;
  const scope = await guard.scope();
  const prompt = scope && (await guard.prompt());
  const model = prompt && (await guard.model());
  if (!scope || !prompt || !model) return undefined;
  return carryOut({ ...parts, agree: guard.agree }, { scope, prompt, model });
}

/** @returns undefined where nothing was asked. */
export async function continueRun(parts: Begun, guard: RunGuard, run: StoredRun): Promise<Ran | undefined> {
  if (!isTrusted()) return undefined;
  const { title, over, template, schema, model: id } = run.about;
  const model = await guard.modelOf(id);
  if (!model) return undefined;
  const prompt = new Prompt(template, schema);
  return carryOut({ ...parts, agree: guard.agree }, { scope: { title, over }, prompt, model, run });
}

/** Not while the progress is shown: a message stays until the user answers. */
async function tell({ embedding, log }: RunParts, { report, left, run }: Ran): Promise<void> {
  const { l10n, window, commands } = vscode;
  const { answered, failed, usage, stopped, refusal } = report;
  const counts = [
    numberLabel(answered),
    numberLabel(failed),
    numberLabel(left),
    tokenCount(usage.input + usage.output),
  ];
  const parts = [l10n.t('{0} answered, {1} failed, {2} left; {3}.', ...counts)];
  if (stopped === 'budget') parts.push(l10n.t('The token budget is spent.'));
  const again: Remedy | undefined = run && {
    title: l10n.t('Continue'),
    run: () => commands.executeCommand('codegrain.continueRun', run.id),
  };
  if (!refusal) {
    const picked = await window.showInformationMessage(parts.join(' '), ...(again ? [again] : []));
    await picked?.run();
    return;
  }
  log.error(`run: ${refusal.message}`);
  const reason = remedyText(refusal);
  const text = answered + failed === 0 ? l10n.t('The prompt was not run: {0}', reason) : `${parts.join(' ')} ${reason}`;
  const remedies = remediesFor(refusal, () => changeKey(embedding.keys), again);
  const picked = await window.showErrorMessage(text, ...remedies);
  await picked?.run();
}
