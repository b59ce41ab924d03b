/**
 * "Run Prompt over Chunks…" sends the same prompt for every chunk of a selection, a file or a folder to a language model and writes
 * the answers into a document. "Continue Run…" asks for the missing answers of a run that was cancelled or failed, or whose window
 * was closed.
 */
import * as vscode from 'vscode';
import type { ChatModel } from '../../enrich/chat-model';
import { Prompt } from '../../enrich/prompt';
import type { RunStore, StoredRun } from '../../enrich/run-store';
import { errorMessage } from '../../shared/error-message';
import { numberLabel, tokenCount } from '../common/number-labels';
import type { Embedding } from '../embedding/embedding-model';
import { askPrompt } from './ask-prompt';
import { changeKey, chooseChatModel, modelOfRun } from './choose-chat-model';
import { chooseRun } from './choose-run';
import { checkTrust, confirmRequests } from './confirm-requests';
import { type Remedy, remediesFor, remedyText } from './remedies';
import { type RunOutcome, runJob } from './run-job';
import { chooseScope, type RunScope } from './run-scope';

/** Everything that needs the user; tests replace it. */
export interface RunDialogs {
  scope(): Promise<RunScope | undefined>;
  prompt(): Promise<Prompt | undefined>;
  model(): Promise<ChatModel | undefined>;
  /** The model that a run has used. @throws if it is not available. */
  modelOf(id: string): Promise<ChatModel | undefined>;
  confirm: typeof confirmRequests;
}

export interface RunParts {
  readonly script: string;
  readonly store: RunStore;
  readonly embedding: Pick<Embedding, 'keys'>;
  readonly log: vscode.LogOutputChannel;
}

/** Everything a run needs except the user. */
type RunEnvironment = Omit<RunParts, 'embedding'>;

export function registerRunPrompt(parts: RunParts): vscode.Disposable {
  const { embedding, log, store } = parts;
  const dialogs: RunDialogs = {
    scope: chooseScope,
    prompt: askPrompt,
    model: () => chooseChatModel(embedding.keys, log),
    modelOf: (id) => modelOfRun(id, embedding.keys, log),
    confirm: confirmRequests,
  };
  const reportErrors = async (run: () => Promise<RunOutcome | undefined>): Promise<vscode.TextDocument | undefined> => {
    try {
      const outcome = await run();
      if (outcome) void showOutcome(parts, outcome);
      return outcome?.document;
    } catch (error) {
      const reason = errorMessage(error);
      log.error(`run: ${reason}`);
      void vscode.window.showErrorMessage(vscode.l10n.t('The prompt was not run: {0}', reason));
      return undefined;
    }
  };
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('codegrain.runPrompt', () => reportErrors(() => runPrompt(parts, dialogs))),
    registerCommand('codegrain.continueRun', (id?: unknown) =>
      reportErrors(async () => {
        const known = store.list().find((run) => run.id === id);
        const run = known ?? (await chooseRun(store));
        return run && continueRun(parts, dialogs, run);
      }),
    ),
  );
}

/** @returns undefined if nothing was sent. */
export async function runPrompt(parts: RunEnvironment, dialogs: RunDialogs): Promise<RunOutcome | undefined> {
  if (!checkTrust()) return undefined;
  const scope = await dialogs.scope();
  const prompt = scope && (await dialogs.prompt());
  const model = prompt && (await dialogs.model());
  if (!scope || !prompt || !model) return undefined;
  return runJob({ ...parts, confirm: dialogs.confirm }, { scope, prompt, model });
}

/** @returns undefined if nothing was sent. */
export async function continueRun(
  parts: RunEnvironment,
  dialogs: RunDialogs,
  run: StoredRun,
): Promise<RunOutcome | undefined> {
  if (!checkTrust()) return undefined;
  const { title, over, chunk, template, schema, model: id } = run.about;
  const model = await dialogs.modelOf(id);
  if (!model) return undefined;
  const prompt = new Prompt(template, schema);
  return runJob({ ...parts, confirm: dialogs.confirm }, { scope: { title, over, chunk }, prompt, model, run });
}

/** Not awaited while the progress is shown: a message stays until the user answers. */
async function showOutcome({ embedding, log }: RunParts, { report, left, run }: RunOutcome): Promise<void> {
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
  const resume: Remedy | undefined = run && {
    title: l10n.t('Continue'),
    run: () => commands.executeCommand('codegrain.continueRun', run.id),
  };
  if (!refusal) {
    const picked = await window.showInformationMessage(parts.join(' '), ...(resume ? [resume] : []));
    await picked?.run();
    return;
  }
  log.error(`run: ${refusal.message}`);
  const reason = remedyText(refusal);
  const text = answered + failed === 0 ? l10n.t('The prompt was not run: {0}', reason) : `${parts.join(' ')} ${reason}`;
  const remedies = remediesFor(refusal, () => changeKey(embedding.keys), resume);
  const picked = await window.showErrorMessage(text, ...remedies);
  await picked?.run();
}
