/** What hovers and rows say about uses: `uses 3 · used by 12`. */
import * as vscode from 'vscode';
import type { DefinitionCounts } from '../../engine/service-protocol';
import { numberLabel } from './number-labels';

export const showUsesCommand = 'codegrain.showUses';
export const showUsedByCommand = 'codegrain.showUsedBy';

/** Of the only definition of a chunk, without zeros; undefined if there is nothing to say. */
export function usesLabel([counts, ...others]: readonly DefinitionCounts[]): string | undefined {
  if (!counts || others.length > 0) return undefined;
  const parts = [...(counts.uses > 0 ? [usesText(counts)] : []), ...(counts.usedBy > 0 ? [usedByText(counts)] : [])];
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** As Markdown, with links that open the Uses view. */
export function usesLinks(uri: vscode.Uri, counts: DefinitionCounts): string {
  const args = encodeURIComponent(JSON.stringify([uri.toString(), counts.line, counts.name]));
  const link = (text: string, command: string, count: number): string =>
    count === 0 ? text : `[${text}](command:${command}?${args})`;
  return [
    link(usesText(counts), showUsesCommand, counts.uses),
    link(usedByText(counts), showUsedByCommand, counts.usedBy),
  ].join(' · ');
}

function usesText({ uses }: DefinitionCounts): string {
  return vscode.l10n.t('uses {0}', numberLabel(uses));
}

function usedByText({ usedBy }: DefinitionCounts): string {
  return vscode.l10n.t('used by {0}', numberLabel(usedBy));
}
