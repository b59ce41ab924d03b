/**
 * "Run Prompt over Chunks…" sends the same prompt for every chunk of a selection, a file or a folder to a language model and writes
 * the answers into a document. "Continue Run…" asks for the missing answers of a run that was cancelled or failed, or whose window
 * was closed.
 */
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import type { ChatModel } from '../../wings/models/chat-model';
import { JsonAnswers } from '../../wings/models/model-asker';
import { memories, Prompt, parseSchema } from '../../wings/models/prompt';
import { countAnswers, type RunStore, type StoredRun } from '../../wings/models/run-store';
import { numberLabel, tokenCount } from '../common/number-labels';
import type { Embedding } from '../embedding/embedding-model';
import { changeKey, chooseChatModel, modelOfRun } from './choose-chat-model';
import { checkTrust, confirmRequests, type Remedy, showOutcome } from './model-messages';
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
  // A run may have begun, ended or been removed.
  const updateContext = (): unknown =>
    vscode.commands.executeCommand('setContext', 'codegrain.hasRuns', store.list().length > 0);
  const reportErrors = async (run: () => Promise<RunOutcome | undefined>): Promise<vscode.TextDocument | undefined> => {
    try {
      const outcome = await run();
      if (outcome) void tellOutcome(parts, outcome);
      return outcome?.document;
    } catch (error) {
      const reason = errorMessage(error);
      log.error(`run: ${reason}`);
      void vscode.window.showErrorMessage(vscode.l10n.t('The prompt was not run: {0}', reason));
      return undefined;
    } finally {
      updateContext();
    }
  };
  updateContext();
  const { registerCommand } = vscode.commands;
  return vscode.Disposable.from(
    registerCommand('codegrain.runPrompt', () => reportErrors(() => runPrompt(parts, dialogs))),
    registerCommand('codegrain.continueRun', (id?: unknown) =>
      reportErrors(async () => {
        const run = store.list().find((each) => each.id === id) ?? (await chooseRun(store));
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

function tellOutcome({ embedding, log }: RunParts, { report, left, run }: RunOutcome): Promise<void> {
  const { l10n, commands } = vscode;
  const { answered, failed, usage } = report;
  const numbers = [answered, failed, left].map(numberLabel);
  const resume: Remedy | undefined = run && {
    title: l10n.t('Continue'),
    run: () => commands.executeCommand('codegrain.continueRun', run.id),
  };
  return showOutcome(report, {
    ...{ log, name: 'run', resume, next: resume ? [resume] : [] },
    counts: l10n.t('{0} answered, {1} failed, {2} left; {3}.', ...numbers, tokenCount(usage.input + usage.output)),
    failed: (reason) => l10n.t('The prompt was not run: {0}', reason),
    changeKey: () => changeKey(embedding.keys),
  });
}

// Asks for the prompt of a run (ready-made, typed or from a file) and for the JSON schema of its answers, if any.

/** @returns undefined if the user cancelled. @throws if the schema cannot be used. */
async function askPrompt(): Promise<Prompt | undefined> {
  const { l10n, window } = vscode;
  const ready = l10n.t('Extract memories and their relations');
  const write = l10n.t('Write a prompt…');
  const file = l10n.t('Use a prompt from a file…');
  const picked = await window.showQuickPick([ready, write, file], { title: l10n.t('Which prompt?') });
  if (picked === ready) return memories;
  const text = picked === file ? await textFrom(file) : picked === write ? await typePrompt(write) : undefined;
  return text ? withSchema(text) : undefined;
}

async function withSchema(text: string): Promise<Prompt | undefined> {
  const { l10n, window } = vscode;
  const words = l10n.t('Text');
  const json = l10n.t('JSON that fits a schema from a file…');
  const picked = await window.showQuickPick([words, json], { title: l10n.t('Which kind of answers?') });
  if (picked === words) return new Prompt(text);
  const read = picked === json ? await textFrom(json) : undefined;
  if (!read) return undefined;
  const schema = parseSchema(read);
  if (!schema) throw new Error(l10n.t('The file is not a JSON schema.'));
  // Throws for a wrong schema before anything is sent.
  return new Prompt(text, new JsonAnswers(schema).schema);
}

async function textFrom(title: string): Promise<string | undefined> {
  const [uri] = (await vscode.window.showOpenDialog({ title })) ?? [];
  return uri && new TextDecoder().decode(await vscode.workspace.fs.readFile(uri)).trim();
}

async function typePrompt(title: string): Promise<string | undefined> {
  const prompt = vscode.l10n.t('The chunk is appended, or replaces {chunk}.');
  return (await vscode.window.showInputBox({ title, prompt, ignoreFocusOut: true }))?.trim();
}

interface RunItem extends vscode.QuickPickItem {
  readonly run: StoredRun;
}

/** Asks which unfinished run to continue. Runs can be removed here too. */
function chooseRun(store: RunStore): Promise<StoredRun | undefined> {
  const { l10n, window } = vscode;
  const remove: vscode.QuickInputButton = { iconPath: new vscode.ThemeIcon('trash'), tooltip: l10n.t('Remove') };
  const items = (): RunItem[] => store.list().map((run) => ({ ...describeRun(run), run, buttons: [remove] }));
  const first = items();
  if (first.length === 0) {
    void window.showInformationMessage(l10n.t('There is no run to continue.'));
    return Promise.resolve(undefined);
  }
  const pick = window.createQuickPick<RunItem>();
  pick.title = l10n.t('Continue which run?');
  pick.matchOnDescription = true;
  pick.items = first;
  pick.onDidTriggerItemButton(({ item }) => {
    store.remove(item.run.id);
    pick.items = items();
    if (pick.items.length === 0) pick.hide();
  });
  return new Promise((done) => {
    pick.onDidAccept(() => {
      done(pick.selectedItems[0]?.run);
      pick.hide();
    });
    pick.onDidHide(() => {
      done(undefined);
      pick.dispose();
    });
    pick.show();
  });
}

function describeRun(run: StoredRun): Pick<RunItem, 'label' | 'description' | 'detail'> {
  const { template, title, requests, model, started } = run.about;
  const [line = ''] = template.trim().split('\n');
  const isReady = template === memories.template;
  const answered = vscode.l10n.t('{0} of {1} answered', numberLabel(countAnswers(run)), numberLabel(requests));
  const when = new Date(started).toLocaleString(vscode.env.language);
  return {
    label: isReady ? vscode.l10n.t('Extract memories and their relations') : line.slice(0, 100),
    description: title,
    detail: `${answered} · ${when} · ${model}`,
  };
}
