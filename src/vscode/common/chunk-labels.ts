/** The texts about a chunk: the same words in labels, hovers, the Chunks view and the status bar. */
import { env, l10n, type Uri } from 'vscode';
import type { Chunk, Coverage, Fallback } from '../../code/chunk';
import { type ShownName, shownName } from '../../code/records/labels';
import type { DefinitionCounts } from '../../engine/service-protocol';
import { testTitle } from '../../search/hits/exact-names';
import type { Hit } from '../../search/hits/hit';
import type { Skipped } from '../../workspace/skip-reasons';
import { localised } from './localised';
import { bytesLabel, numberLabel, tokenCount } from './number-labels';

/** The name of a chunk kind. That of a hit comes from the index, which another version may have written. */
export function kindLabel(kind: string): string {
  return localised(kind.replaceAll('-', ' '));
}

function importCount(count: number): string {
  return count === 1 ? l10n.t('1 import') : l10n.t('{0} imports', numberLabel(count));
}

function globalCount(count: number): string {
  return count === 1 ? l10n.t('1 global') : l10n.t('{0} globals', numberLabel(count));
}

/** Rounded down: 100 % means all lines. */
export function coverageLabel({ covered, lines: linesLabel }: Coverage): string {
  const percent = linesLabel === 0 ? 100 : Math.floor((covered / linesLabel) * 1000) / 10;
  return l10n.t('{0} % covered', percent.toLocaleString(env.language));
}

/** The name, or the names, without kind and scope; empty if there is none. */
export function nameLabel({ names, more, part }: ShownName): string {
  const [first = ''] = names;
  if (part) return l10n.t('{0}, part {1} of {2}', first, part.number, part.of);
  if (more > 0) return l10n.t('{0} and {1} more', names.join(', '), numberLabel(more));
  return names.length > 1 ? l10n.t('{0} and {1}', names.slice(0, -1).join(', '), names.at(-1) ?? '') : first;
}

/** The label of a row: the name, else the kind, and the lines of a parent that has neither. */
export function rowLabel(chunk: Chunk): string {
  const shown = shownName(chunk);
  return nameLabel(shown) || (shown.kind ? kindLabel(shown.kind) : lines(chunk));
}

/** The label of a search result: the definition, or the part of it, else the title of a test or the kind. */
export function hitLabel(hit: Hit): string {
  const { name, part, kind } = hit;
  if (name === '') return testTitle(hit) || kindLabel(kind);
  return nameLabel({ names: [name], more: 0, ...(part && { part }) });
}

/** Which frame of a pasted trace a search result is; empty if it is none. */
export function frameLabel({ frame, deepest }: Pick<Hit, 'frame' | 'deepest'>): string {
  if (frame === undefined) return '';
  return deepest ? l10n.t('frame {0}, deepest', frame) : l10n.t('frame {0}', frame);
}

/** The kind and the name with its scope, or the kind alone if there is no name. */
export function chunkTitle(chunk: Chunk): string {
  const shown = shownName(chunk);
  const name = [...chunk.scope, nameLabel(shown)].filter((part) => part !== '').join('.');
  const title = [shown.kind ? kindLabel(shown.kind) : '', name].filter((part) => part !== '').join(' ');
  return title === '' ? lines(chunk) : title;
}

/** What the context has; names that did not fit are counted apart. */
export function carriedLabel(chunk: Chunk): string {
  const fits = ({ name }: { readonly name: string }): boolean => !chunk.omitted.includes(name);
  const imports = new Set(chunk.imports.filter(fits).map(({ name }) => name)).size;
  const globals = chunk.globals.filter(fits).length;
  return [
    ...(imports > 0 ? [importCount(imports)] : []),
    ...(globals > 0 ? [globalCount(globals)] : []),
    ...(chunk.omitted.length > 0 ? [l10n.t('{0} omitted', numberLabel(chunk.omitted.length))] : []),
  ].join(', ');
}

/** `method parse · 212 tokens · 3 imports, 1 global` */
export function chunkLabel(chunk: Chunk): string {
  const shown = shownName(chunk);
  const name = nameLabel(shown);
  const kind = shown.kind === undefined || shown.kind === name ? '' : kindLabel(shown.kind);
  const parts = [
    [kind, name].filter((part) => part !== '').join(' '),
    tokenCount(chunk.tokens.text),
    carriedLabel(chunk),
  ];
  if (chunk.fallback) parts.push(fallbackLabel(chunk.fallback));
  return parts.filter((part) => part !== '').join(' · ');
}

export function lines({ startLine, endLine }: Chunk): string {
  return startLine === endLine ? l10n.t('line {0}', startLine) : l10n.t('lines {0}–{1}', startLine, endLine);
}

export function fallbackLabel(fallback: Fallback): string {
  return localised(fallbackTexts[fallback]);
}

export const fallbackTexts = {
  lines: 'chunked by lines',
  'syntax-error': 'syntax error',
  'grammar-failed': 'parser failed, chunked by lines',
  'grammar-timeout': 'parser timed out, chunked by lines',
  'grammar-crashed': 'parser crashed, chunked by lines',
} as const satisfies Record<Fallback, string>;

/** A sentence for a notification or a tooltip. */
export function skippedMessage({ reason, message, size }: Skipped): string {
  switch (reason) {
    case 'minified':
      return l10n.t('This file looks minified, so it is not chunked.');
    case 'too-large':
      return size
        ? l10n.t(
            'This file is not chunked: it has {0}, more than the limit of {1}.',
            bytesLabel(size.bytes),
            bytesLabel(size.limit),
          )
        : l10n.t('This file is not chunked: it {0}.', message);
    case 'binary':
      return l10n.t('This file is not text.');
    case 'failed':
      return l10n.t('This file could not be chunked. See the log for details.');
    default:
      return l10n.t('This file cannot be chunked: {0}.', message);
  }
}

// What hovers and rows say about uses: `uses 3 · used by 12`.

export const showUsesCommand = 'codegrain.showUses';
export const showUsedByCommand = 'codegrain.showUsedBy';

/** Of the only definition of a chunk, without zeros; undefined if there is nothing to say. */
export function usesLabel([counts, ...others]: readonly DefinitionCounts[]): string | undefined {
  if (!counts || others.length > 0) return undefined;
  const parts = [...(counts.uses > 0 ? [usesText(counts)] : []), ...(counts.usedBy > 0 ? [usedByText(counts)] : [])];
  return parts.length > 0 ? parts.join(' · ') : undefined;
}

/** As Markdown, with links that find callers and dependencies. */
export function usesLinks(uri: Uri, counts: DefinitionCounts): string {
  const args = encodeURIComponent(JSON.stringify([uri.toString(), counts.line, counts.name]));
  const link = (text: string, command: string, count: number): string =>
    count === 0 ? text : `[${text}](command:${command}?${args})`;
  return [
    link(usesText(counts), showUsesCommand, counts.uses),
    link(usedByText(counts), showUsedByCommand, counts.usedBy),
  ].join(' · ');
}

function usesText({ uses }: DefinitionCounts): string {
  return l10n.t('uses {0}', numberLabel(uses));
}

function usedByText({ usedBy }: DefinitionCounts): string {
  return l10n.t('used by {0}', numberLabel(usedBy));
}
