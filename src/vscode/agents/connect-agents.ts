/** "Connect Agents…": writes the entry of Codegrain's MCP server into the configuration of coding agents, and takes it out again. */
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { errorMessage } from '../../shared/error-message';
import type { FileChange } from '../../surfaces/agents/config-files';
import type { AgentStep } from '../../surfaces/agents/plan-agents';
import { askFolder } from '../common/dialogs';
import { indexableFolders } from '../indexing/folder-setup';
import { type AgentChoice, agentChoices, agentRequests, applyRequests, isHere, previewOf } from './agent-changes';
import { agentProgram, refreshLauncher } from './agent-launcher';

interface ConnectSetup {
  readonly storage: vscode.Uri;
  /** Script of the command line. */
  readonly script: string;
  readonly version: string;
}

export function registerConnectAgents(setup: ConnectSetup, log: vscode.LogOutputChannel): vscode.Disposable {
  const launcher = { ...setup, storage: setup.storage.fsPath };
  const preview = new AgentPreview();
  try {
    refreshLauncher(launcher);
  } catch (error) {
    log.warn(`the launcher for agents cannot be written: ${errorMessage(error)}`);
  }
  return vscode.Disposable.from(
    preview,
    // Key bindings, tasks and tests pass the folder and the ids of the agents, so that nothing is asked.
    vscode.commands.registerCommand('codegrain.connectAgents', async (folder?: unknown, ids?: unknown) => {
      try {
        if (!vscode.workspace.isTrusted) return void showUntrusted();
        const uri = folder instanceof vscode.Uri ? folder : await askAgentFolder();
        if (!uri) return undefined;
        const target = { folder: uri.fsPath, program: await agentProgram(launcher, uri.fsPath) };
        const choices = agentChoices(target);
        const isAsked = !Array.isArray(ids);
        const wanted = isAsked ? await askAgents(choices) : new Set<string>(ids);
        if (!wanted) return undefined;
        const requests = agentRequests(choices, wanted, target);
        if (requests.length === 0) return void showNothing();
        if (isAsked && !(await preview.confirm(previewOf(requests), uri))) return undefined;
        const steps = await applyRequests(requests);
        for (const { agent, part, status, file, reason } of steps)
          log.info(`${agent}: ${part} ${status} ${file ?? ''}${reason === undefined ? '' : `: ${reason}`}`);
        if (isAsked) void showResult(steps, choices);
        return steps;
      } catch (error) {
        void vscode.window.showErrorMessage(vscode.l10n.t('Agents were not connected: {0}', errorMessage(error)));
        return undefined;
      }
    }),
  );
}

function showUntrusted(): void {
  void vscode.window.showInformationMessage(
    vscode.l10n.t('Agents can be connected only to a folder that you trust, because they run programs in it.'),
  );
}

function showNothing(): void {
  void vscode.window.showInformationMessage(vscode.l10n.t('Nothing to change: the agents are connected as chosen.'));
}

function askAgentFolder(): Promise<vscode.Uri | undefined> {
  return askFolder(indexableFolders(), title(), vscode.l10n.t('Open a local folder to connect agents to it.'));
}

function title(): string {
  return vscode.l10n.t('Connect Agents');
}

interface AgentItem extends vscode.QuickPickItem {
  readonly choice?: AgentChoice;
}

/** The ids of the agents that should be connected. */
async function askAgents(choices: readonly AgentChoice[]): Promise<Set<string> | undefined> {
  const { l10n, window, QuickPickItemKind } = vscode;
  const itemOf = (choice: AgentChoice): AgentItem => ({
    label: choice.agent.title,
    description: choice.isOutdated
      ? l10n.t('connected, needs an update')
      : choice.isConnected
        ? l10n.t('connected')
        : '',
    detail: choice.problem ?? vscode.workspace.asRelativePath(choice.file, false),
    picked: choice.isConnected,
    choice,
  });
  const here = choices.filter(isHere);
  const others = choices.filter((choice) => !isHere(choice));
  const group = (label: string, members: readonly AgentChoice[]): AgentItem[] =>
    members.length === 0 ? [] : [{ label, kind: QuickPickItemKind.Separator }, ...members.map(itemOf)];
  const items = [...group(l10n.t('Found here'), here), ...group(l10n.t('Other agents'), others)];
  const chosen = await window.showQuickPick(items, {
    title: title(),
    placeHolder: l10n.t('Which agents should use Codegrain in this folder?'),
    canPickMany: true,
    matchOnDetail: true,
  });
  return chosen && new Set(chosen.flatMap(({ choice }) => (choice ? [choice.agent.id] : [])));
}

async function showResult(steps: readonly AgentStep[], choices: readonly AgentChoice[]): Promise<void> {
  const { l10n, window } = vscode;
  const servers = steps.filter(({ part }) => part === 'server');
  const names = (statuses: readonly string[]): string =>
    servers
      .filter(({ status }) => statuses.includes(status))
      .map(({ agent }) => choices.find((choice) => choice.agent.id === agent)?.agent.title ?? agent)
      .join(', ');
  const failures = steps.filter(({ status }) => status === 'failed');
  const added = names(['added', 'updated']);
  const removed = names(['removed']);
  const text = [
    ...(added === '' ? [] : [l10n.t('Connected: {0}. Start the agent again in this folder.', added)]),
    ...(removed === '' ? [] : [l10n.t('Disconnected: {0}.', removed)]),
    ...failures.map(({ file, reason }) => l10n.t('{0} was not changed: {1}.', file ?? '', reason ?? '')),
  ].join(' ');
  const opened = [...failures, ...servers].find(({ status, file }) => status !== 'removed' && file !== undefined)?.file;
  const open = l10n.t('Open File');
  const buttons = opened === undefined ? [] : [open];
  const show = failures.length > 0 ? window.showWarningMessage : window.showInformationMessage;
  if ((await show(text, ...buttons)) === open && opened !== undefined)
    await window.showTextDocument(vscode.Uri.file(opened));
}

// Shows what would change before anything is written: the names of the files, and if asked for, all changes in the diff editor.

const scheme = 'codegrain-agents';

class AgentPreview implements vscode.TextDocumentContentProvider, vscode.Disposable {
  /** By URI. */
  private readonly texts = new Map<string, string>();
  private readonly registration = vscode.workspace.registerTextDocumentContentProvider(scheme, this);
  private shown = 0;

  provideTextDocumentContent(uri: vscode.Uri): string {
    return this.texts.get(uri.toString()) ?? '';
  }

  /** True if the user agrees. */
  async confirm(changes: readonly FileChange[], folder: vscode.Uri): Promise<boolean> {
    const { l10n, window } = vscode;
    const apply = l10n.t('Apply');
    const show = l10n.t('Show Changes');
    const lines = changes.map(
      (change) => `${changeLabel(change)}: ${vscode.workspace.asRelativePath(change.file, false)}`,
    );
    const question = l10n.t('Connect agents in {0}?', basename(folder.fsPath));
    const answer = await window.showInformationMessage(
      question,
      { modal: true, detail: lines.join('\n') },
      apply,
      show,
    );
    if (answer !== show) return answer === apply;
    await this.open(changes);
    return (await window.showInformationMessage(question, apply, l10n.t('Cancel'))) === apply;
  }

  dispose(): void {
    this.registration.dispose();
  }

  private async open(changes: readonly FileChange[]): Promise<void> {
    // New names each time: the editor keeps documents that it has read.
    this.texts.clear();
    this.shown++;
    const resources = changes.map(({ file, before, after }) => [
      vscode.Uri.file(file),
      this.document(`before-${this.shown}`, file, before),
      this.document(`after-${this.shown}`, file, after),
    ]);
    await vscode.commands.executeCommand('vscode.changes', vscode.l10n.t('Connect Agents'), resources);
  }

  /** Undefined: there is no file on this side. Both sides have the same path, otherwise the editor shows a renamed file. */
  private document(side: string, file: string, text: string | undefined): vscode.Uri | undefined {
    if (text === undefined) return undefined;
    const uri = vscode.Uri.file(file).with({ scheme, query: side });
    this.texts.set(uri.toString(), text);
    return uri;
  }
}

function changeLabel({ before, after }: FileChange): string {
  const { l10n } = vscode;
  if (before === undefined) return l10n.t('Create');
  return after === undefined ? l10n.t('Remove') : l10n.t('Change');
}
