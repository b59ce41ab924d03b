/** Asks step by step what to export, from which folder, and where to. */
import * as vscode from 'vscode';
import {
  type ExportFormat,
  type ExportLayout,
  exportFormatNames,
  exportFormats,
} from '../../surfaces/export/export-formats';

/** A sequence of questions in quick picks, with a button back to the previous one. */
const back = Symbol('back');

interface Step<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly step: number;
  readonly steps: number;
  readonly items: readonly Item[];
  /** Lets the user choose several items; these are selected at first. */
  readonly chosen?: readonly Item[];
}

/** The chosen items; undefined if the quick pick was closed. */
function askStep<Item extends vscode.QuickPickItem>(
  question: Step<Item>,
): Promise<readonly Item[] | typeof back | undefined> {
  return new Promise((answer) => {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = question.title;
    pick.placeholder = question.placeholder;
    pick.step = question.step;
    pick.totalSteps = question.steps;
    pick.items = question.items;
    pick.canSelectMany = question.chosen !== undefined;
    if (question.chosen) pick.selectedItems = question.chosen;
    if (question.step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
    pick.onDidTriggerButton(() => finish(back));
    pick.onDidAccept(() => finish(question.chosen ? pick.selectedItems : pick.activeItems));
    pick.onDidHide(() => finish(undefined));
    const finish = (chosen: readonly Item[] | typeof back | undefined): void => {
      answer(chosen);
      pick.dispose();
    };
    pick.show();
  });
}

export interface ExportRequest {
  readonly folder: vscode.Uri;
  readonly format: ExportFormat;
  readonly context: boolean;
  readonly parents: boolean;
  readonly embeddings: boolean;
  readonly target: vscode.Uri;
}

type Contents = Pick<ExportRequest, 'context' | 'parents' | 'embeddings'>;

/** Undefined if the user cancelled. */
export async function askExport(folders: readonly vscode.WorkspaceFolder[]): Promise<ExportRequest | undefined> {
  const steps = folders.length > 1 ? 3 : 2;
  for (;;) {
    const folder = folders.length > 1 ? await askFolder(folders, steps) : folders[0];
    if (!folder) return undefined;
    for (let format = await askFormat(steps); format !== back; format = await askFormat(steps)) {
      const contents = format && (await askContents(steps, format));
      if (contents === back) continue;
      if (!format || !contents) return undefined;
      const target = await askTarget(folder, format);
      return target && { folder: folder.uri, format, ...contents, target };
    }
  }
}

const titleOf = (): string => vscode.l10n.t('Export Workspace Chunks');

async function askFolder(
  folders: readonly vscode.WorkspaceFolder[],
  steps: number,
): Promise<vscode.WorkspaceFolder | undefined> {
  const items = folders.map((folder) => ({ label: folder.name, description: folder.uri.fsPath, folder }));
  const placeholder = vscode.l10n.t('Which folder?');
  const chosen = await askStep({ title: titleOf(), placeholder, step: 1, steps, items });
  return chosen === back ? undefined : chosen?.[0]?.folder;
}

async function askFormat(steps: number): Promise<ExportFormat | typeof back | undefined> {
  const { l10n } = vscode;
  const details: Record<ExportLayout, string> = {
    records: l10n.t('One record per chunk: for pipelines, LangChain, LlamaIndex'),
    columns: l10n.t('Typed columns, compressed: for data frames and databases'),
    table: l10n.t('A table: for spreadsheets and databases'),
    document: l10n.t('A document: for people'),
  };
  const items = exportFormatNames.map((format) => {
    const { label, extensions, layout } = exportFormats[format];
    return { label, description: `.${extensions[0]}`, detail: details[layout], format };
  });
  const placeholder = l10n.t('Which format?');
  const chosen = await askStep({ title: titleOf(), placeholder, step: steps - 1, steps, items });
  return chosen === back ? back : chosen?.[0]?.format;
}

async function askContents(steps: number, format: ExportFormat): Promise<Contents | typeof back | undefined> {
  const { l10n } = vscode;
  const context = { label: l10n.t('Context'), detail: l10n.t('The imports and globals that each chunk uses') };
  const parents = { label: l10n.t('Parents'), detail: l10n.t('The larger chunks that are returned as context') };
  const embeddings = {
    label: l10n.t('Embeddings'),
    detail: l10n.t('The vectors of the embedding model in the settings'),
  };
  const items = exportFormats[format].hasVectors ? [context, parents, embeddings] : [context, parents];
  const placeholder = l10n.t('Also include');
  const chosen = await askStep({
    title: titleOf(),
    placeholder,
    step: steps,
    steps,
    items,
    chosen: [context, parents],
  });
  if (chosen === undefined || chosen === back) return chosen;
  return {
    context: chosen.includes(context),
    parents: chosen.includes(parents),
    embeddings: chosen.includes(embeddings),
  };
}

async function askTarget(folder: vscode.WorkspaceFolder, format: ExportFormat): Promise<vscode.Uri | undefined> {
  const { label } = exportFormats[format];
  const extensions = [...exportFormats[format].extensions];
  return vscode.window.showSaveDialog({
    title: titleOf(),
    filters: { [label]: extensions },
    defaultUri: vscode.Uri.joinPath(folder.uri, `${folder.name}.chunks.${extensions[0]}`),
  });
}
