/** How a row of the graph view looks. */
import * as vscode from 'vscode';
import type { FoundHow } from '../../index/graph/resolve/meaning';
import { kindIcon } from '../common/chunk-icons';
import { uriInRoot } from '../common/folder-root';
import { kindLabelOfHit } from '../common/kind-labels';
import { revealCommand } from '../documents/chunk-details';
import { type GraphRow, lineOfRow, placeName } from './graph-row';

export function rowUri({ root, entry }: GraphRow): vscode.Uri {
  return uriInRoot(root, entry.path);
}

export function graphItem(row: GraphRow): vscode.TreeItem {
  const { entry, leadsFurther } = row;
  const line = lineOfRow(row);
  const { None, Collapsed } = vscode.TreeItemCollapsibleState;
  const item = new vscode.TreeItem(placeName(entry), leadsFurther ? Collapsed : None);
  item.id = row.id;
  const how = howLabel(entry.how);
  item.description = [`${entry.path}:${line}`, ...(how === undefined ? [] : [how])].join(' · ');
  item.iconPath = rowIcon(entry.kind);
  item.contextValue = entry.kind === 'file' ? 'file' : 'definition';
  item.command = {
    command: revealCommand,
    title: vscode.l10n.t('Open'),
    arguments: [rowUri(row).toString(), line, line],
  };
  const kind = entry.kind === 'file' ? vscode.l10n.t('file') : kindLabelOfHit(entry.kind);
  const spoken = [placeName(entry), kind, entry.path, vscode.l10n.t('line {0}', line), how];
  item.accessibilityInformation = { label: spoken.filter((part) => part !== undefined).join(', ') };
  return item;
}

/** Signature, first line of documentation, lines of the use, and how sure it is. */
export function graphTooltip({ entry, direction }: GraphRow, language: string): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  tooltip.appendCodeblock(entry.signature ?? placeName(entry), language);
  if (entry.doc !== undefined) tooltip.appendText(`${entry.doc}\n\n`);
  const lines = entry.lines.join(', ');
  if (lines !== '')
    tooltip.appendText(
      direction === 'uses'
        ? `${vscode.l10n.t('Used in line {0}', lines)}\n\n`
        : `${vscode.l10n.t('Uses it in line {0}', lines)}\n\n`,
    );
  const why = howExplained(entry.how);
  if (why !== undefined) tooltip.appendText(why);
  return tooltip;
}

function rowIcon(kind: string): vscode.ThemeIcon {
  if (kind === 'file') return new vscode.ThemeIcon('file');
  const { name, colour } = kindIcon(kind);
  return new vscode.ThemeIcon(name, colour === undefined ? undefined : new vscode.ThemeColor(colour));
}

/** Nothing for what the rules of the language say: that is the normal case. */
function howLabel(how: FoundHow): string | undefined {
  if (how === 'resolved') return undefined;
  return how === 'unique name' ? vscode.l10n.t('unique name') : vscode.l10n.t('guess');
}

function howExplained(how: FoundHow): string | undefined {
  if (how === 'resolved') return undefined;
  return how === 'unique name'
    ? vscode.l10n.t('Nothing else in the workspace has this name.')
    : vscode.l10n.t('One of several definitions with this name.');
}
