/** A chunk in full as Markdown, for hovers and tooltips: the embedded text, its tokens, links to the imports and globals it uses, and how much of the workspace it uses and uses it. */
import * as vscode from 'vscode';
import type { Chunk } from '../../code/chunk';
import { copiedCode } from '../../engine/answers/copied-code';
import type { DefinitionCounts } from '../../engine/service-protocol';
import {
  chunkTitle,
  fallbackLabel,
  lines,
  showUsedByCommand,
  showUsesCommand,
  usesLinks,
} from '../common/chunk-labels';
import { localised } from '../common/localised';
import { numberLabel, tokenCount } from '../common/number-labels';

export const revealCommand = 'codegrain.revealLines';

/** More definitions of one chunk are not listed. */
const maxCounted = 5;

/**
 * @param parent the chunk's parent, if it has one.
 * @param counts of the definitions in the chunk, if the index knows them.
 */
export function chunkDetails(
  uri: vscode.Uri,
  chunk: Chunk,
  parent: Chunk | undefined,
  counts: readonly DefinitionCounts[] = [],
): vscode.MarkdownString {
  const details = new vscode.MarkdownString('', true);
  details.isTrusted = { enabledCommands: [revealCommand, showUsesCommand, showUsedByCommand] };
  const { text, total, method, accuracy } = chunk.tokens;
  details.appendMarkdown(`**${escapeMarkdown(chunkTitle(chunk))}** · ${lines(chunk)}\n\n`);
  details.appendMarkdown(
    `${escapeMarkdown(vscode.l10n.t('{0}, with context {1}', tokenCount(text), numberLabel(total)))} · ${escapeMarkdown(method)} (${localised(accuracy)})\n\n`,
  );
  if (chunk.fallback) details.appendMarkdown(`$(warning) ${escapeMarkdown(fallbackLabel(chunk.fallback))}\n\n`);
  if (chunk.note !== undefined)
    details.appendMarkdown(`$(comment) ${escapeMarkdown(chunk.note.replace(/\s+/g, ' '))}\n\n`);
  const counted = counts.slice(0, maxCounted).map((each) => {
    const name = counts.length > 1 ? `${inlineCode(each.name)} ` : '';
    return name + usesLinks(uri, each);
  });
  if (counted.length > 0) details.appendMarkdown(`${counted.join('  \n')}\n\n`);
  const appendLinks = (title: string, used: readonly { readonly name: string; readonly line: number }[]): void => {
    const links = used.map(({ name, line }) => link(uri, name, line));
    if (links.length > 0) details.appendMarkdown(`${title}: ${links.join(', ')}\n\n`);
  };
  const isOmitted = ({ name }: { readonly name: string }): boolean => chunk.omitted.includes(name);
  const fits = (used: { readonly name: string }): boolean => !isOmitted(used);
  appendLinks(vscode.l10n.t('Imports'), chunk.imports.filter(fits));
  appendLinks(vscode.l10n.t('Globals'), chunk.globals.filter(fits));
  appendLinks(vscode.l10n.t('Omitted, did not fit'), [...chunk.imports, ...chunk.globals].filter(isOmitted));
  if (parent) {
    const to = link(uri, chunkTitle(parent), parent.startLine, parent.endLine);
    // A parent without a name is called by its lines, which need not be said twice.
    const about = [...(parent.name === '' ? [] : [lines(parent)]), tokenCount(parent.tokens.text)].join(', ');
    details.appendMarkdown(`${vscode.l10n.t('Parent')}: ${to} (${about})\n\n`);
  }
  if (chunk.context !== '') {
    details.appendMarkdown(`---\n\n${vscode.l10n.t('Context, embedded before the text')}\n\n`);
    details.appendCodeblock(chunk.context.trimEnd(), chunk.language);
    details.appendMarkdown(`\n${vscode.l10n.t('Text')}\n\n`);
  } else details.appendMarkdown('---\n\n');
  details.appendCodeblock(copiedCode(chunk, chunk.language).trimEnd(), chunk.language);
  return details;
}

function link(uri: vscode.Uri, name: string, startLine: number, endLine = startLine): string {
  const args = encodeURIComponent(JSON.stringify([uri.toString(), startLine, endLine]));
  const hint = startLine === endLine ? vscode.l10n.t('line {0}', startLine) : '';
  return `[${inlineCode(name)}](command:${revealCommand}?${args} "${hint}")`;
}

function inlineCode(text: string): string {
  return `\`${text.replaceAll('`', "'").replaceAll('\n', ' ')}\``;
}

function escapeMarkdown(text: string): string {
  return text.replace(/[\\`*_{}[\]()#+\-.!<>|~$]/g, '\\$&');
}
