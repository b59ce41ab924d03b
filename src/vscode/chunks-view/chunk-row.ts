/** A row of the Chunks view, as VS Code shows it. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { chunkIcon } from '../common/chunk-icons';
import { carriedLabel, chunkTitle, fallbackLabel, lines, rowLabel } from '../common/chunk-labels';
import { tokenCount } from '../common/number-labels';
import { revealCommand } from '../documents/chunk-details';

/** A row: a chunk of a document. VS Code passes it to the commands in the view's menus. */
export interface ChunkRow {
  readonly uri: vscode.Uri;
  readonly chunk: Chunk;
}

/** @param uses how much it uses and is used; undefined if that is not known. */
export function chunkRowItem({ uri, chunk }: ChunkRow, uses: string | undefined): vscode.TreeItem {
  const isParent = chunk.role === 'parent';
  const item = new vscode.TreeItem(
    rowLabel(chunk),
    isParent ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.None,
  );
  item.id = `${uri.toString()}#${chunk.id}`;
  const range = chunk.startLine === chunk.endLine ? `${chunk.startLine}` : `${chunk.startLine}–${chunk.endLine}`;
  const isNamed = !isParent || chunk.name !== '';
  item.description = [
    // A parent without a name is called by its lines.
    ...(isNamed ? [range] : []),
    tokenCount(chunk.tokens.text),
    ...(uses === undefined ? [] : [uses]),
    ...(chunk.fallback ? [fallbackLabel(chunk.fallback)] : []),
  ].join(' · ');
  item.iconPath = chunk.fallback
    ? new vscode.ThemeIcon('warning', new vscode.ThemeColor('list.warningForeground'))
    : chunkIcon(chunk);
  item.contextValue = chunk.parent === undefined ? chunk.role : 'child';
  item.command = {
    command: revealCommand,
    title: vscode.l10n.t('Reveal Chunk'),
    arguments: [uri.toString(), chunk.startLine, chunk.endLine, chunk.start + chunk.overlap.before],
  };
  const spoken = [chunkTitle(chunk), lines(chunk), tokenCount(chunk.tokens.text), carriedLabel(chunk)];
  if (isParent) spoken.unshift(vscode.l10n.t('Parent'));
  if (uses !== undefined) spoken.push(uses);
  if (chunk.fallback) spoken.push(fallbackLabel(chunk.fallback));
  item.accessibilityInformation = { label: spoken.filter((part) => part !== '').join(', ') };
  return item;
}
