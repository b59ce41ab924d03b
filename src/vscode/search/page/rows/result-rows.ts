/**
 * The rows of the results tree: a file, or a hit with its code, its buttons and optional details; and where the keyboard is in a snippet.
 */
import { element, textButton } from '../../../webview/page/dom';
import { icon, iconButton } from '../../../webview/page/icons';
import type { FileGroup, HitAction, HitRow, ResultsLayout } from '../../messages/result-messages';
import type { SearchStart } from '../../messages/search-messages';
import type { CodeLines } from './code-lines';
import { nextLine } from './tree-keys';

export interface RowEvents {
  act(hit: string, action: HitAction): void;
  toggleDetails(hit: string): void;
  openCopy(hit: string, index: number): void;
}

/** @param fileIcon that of the file. */
export function groupRow(group: FileGroup, isOpen: boolean, fileIcon: HTMLElement): HTMLElement {
  const { key, name, hits, ariaLabel } = group;
  return element(
    'div',
    {
      class: 'row file',
      role: 'treeitem',
      tabindex: -1,
      'aria-level': 1,
      'aria-expanded': String(isOpen),
      'aria-label': ariaLabel,
      'data-key': key,
      'data-vscode-context': JSON.stringify({
        webviewSection: 'file',
        file: key,
        row: key,
        stored: group.stored,
        preventDefaultContextMenuItems: true,
      }),
      title: pathOf(group),
    },
    icon('chevron-right'),
    fileIcon,
    element('span', { class: 'name' }, name),
    element('span', { class: 'folder' }, group.folder),
    hits.length > 1 && element('span', { class: 'count', 'aria-hidden': true }, String(hits.length)),
  );
}

interface RowShape {
  readonly layout: ResultsLayout;
  /** The details are shown. */
  readonly isOpen: boolean;
  readonly file: Pick<FileGroup, 'name' | 'folder'>;
}

export function hitRow(
  hit: HitRow,
  { layout, isOpen, file }: RowShape,
  code: CodeLines,
  start: SearchStart,
  events: RowEvents,
): HTMLElement {
  const { key, note, ariaLabel } = hit;
  const isCompact = layout.rows === 'compact';
  const isRanked = layout.order === 'rank';
  const hasAll = isOpen || !isCompact;
  return element(
    'div',
    {
      class: 'row hit',
      role: 'treeitem',
      tabindex: -1,
      'aria-level': isRanked ? 1 : 2,
      'aria-expanded': String(isOpen),
      'aria-label': isRanked ? `${ariaLabel}, ${pathOf(file)}` : ariaLabel,
      'data-key': key,
      // VS Code shows its own context menu and passes this to the commands.
      'data-vscode-context': JSON.stringify({
        webviewSection: hit.hasParent ? 'child' : 'hit',
        hit: key,
        stored: hit.stored,
        preventDefaultContextMenuItems: true,
      }),
    },
    head(hit, isRanked ? file : undefined, isCompact ? code : undefined, [pathOf(file), toolbar(hit, start, events)]),
    hasAll && note !== '' && element('div', { class: 'note', title: note }, icon('comment'), element('span', {}, note)),
    hasAll && snippet(hit, code),
    isOpen && details(hit, start, events),
  );
}

/**
 * The first line of a row.
 * @param file that the row names.
 * @param code draws the best line; undefined: it is not in the head.
 */
function head(
  hit: HitRow,
  file: RowShape['file'] | undefined,
  code: CodeLines | undefined,
  [path, buttons]: readonly [path: string, buttons: HTMLElement],
): HTMLElement {
  const { name, part, frame, label, scope, lines, note, stale, copies } = hit;
  const kind = icon(hit.icon);
  if (hit.colour !== '') kind.style.setProperty('color', `var(--vscode-${hit.colour}, inherit)`);
  const best = hit.snippet[hit.best];
  const title = [
    ...[[scope, label].filter(Boolean).join(' › '), `${path}:${lines}`],
    ...(code ? ['', ...hit.snippet.map(({ number, text }) => `${number}: ${text}`)] : []),
    ...(code && note !== '' ? ['', note] : []),
  ].join('\n');
  return element(
    'div',
    { class: 'head', title },
    element(
      'span',
      { class: 'named' },
      kind,
      element('span', { class: 'name' }, name),
      part !== '' && element('span', { class: 'part' }, part),
      frame !== '' && element('span', { class: 'frame' }, frame),
      scope !== '' && element('span', { class: 'scope' }, scope),
    ),
    file && hit.stored !== '' && icon('database'),
    file && element('span', { class: 'in-file' }, file.name),
    file && element('span', { class: 'folder' }, file.folder),
    code && best && code.draw(best, 'best'),
    stale !== '' && element('span', { class: 'stale', title: stale }, icon('history')),
    copies && element('span', { class: 'copies', title: copies.label }, icon('copy'), String(copies.places.length)),
    element('span', { class: 'place' }, element('span', { class: 'lines' }, lines)),
    buttons,
  );
}

function pathOf({ name, folder }: RowShape['file']): string {
  return folder === '' ? name : `${folder}/${name}`;
}

function toolbar(hit: HitRow, { actions, strings }: SearchStart, events: RowEvents): HTMLElement {
  const buttons = actions
    .filter(({ action }) => action !== 'parent' || hit.hasParent)
    .map(({ action, icon, label }) => {
      const button = iconButton(icon, label, () => events.act(hit.key, action));
      button.dataset.action = action;
      return button;
    });
  const why = iconButton('info', strings.why, () => events.toggleDetails(hit.key));
  for (const button of [why, ...buttons]) button.tabIndex = -1;
  return element('span', { class: 'toolbar', role: 'toolbar', 'aria-label': strings.actions }, why, ...buttons);
}

function snippet({ snippet: lines }: HitRow, code: CodeLines): HTMLElement {
  const rows = lines.map((line) =>
    element(
      'div',
      { class: 'line', 'data-line': line.number },
      element('span', { class: 'number', 'aria-hidden': true }, String(line.number)),
      code.draw(line),
    ),
  );
  return element('div', { class: 'snippet' }, ...rows);
}

function details({ key, why, stale, copies }: HitRow, { strings }: SearchStart, events: RowEvents): HTMLElement {
  const reasons = why.map(({ label, value, share }) => {
    const bar = element('span', { class: share < 0 ? 'share less' : 'share', 'aria-hidden': true });
    bar.style.setProperty('--share', String(Math.abs(share)));
    const text = [element('span', { class: 'label' }, label), element('span', { class: 'value' }, value)];
    return element('li', {}, ...text, bar);
  });
  const places = copies?.places.map((place, i) => {
    const button = textButton('link', place, () => events.openCopy(key, i));
    button.tabIndex = -1;
    return element('li', {}, button);
  });
  return element(
    'div',
    { class: 'details' },
    stale !== '' && element('p', {}, stale),
    element('ul', { class: 'why', 'aria-label': strings.why }, ...reasons),
    copies && element('p', {}, copies.label),
    places && element('ul', {}, ...places),
  );
}

/** The line of a snippet that the keyboard is at, so that each line that a mouse can click can be reached with keys, too. */
export class SnippetCursor {
  private at: { readonly key: string; readonly line: number } | undefined;

  /** The line of this hit, 1-based, if the cursor is in it. */
  lineIn(key: string): number | undefined {
    return this.at?.key === key ? this.at.line : undefined;
  }

  /** @returns the line that it moved to. */
  move(row: HTMLElement, step: 1 | -1): number | undefined {
    const { key } = row.dataset;
    const lines = [...row.querySelectorAll<HTMLElement>('.line')].map(({ dataset }) => Number(dataset.line));
    if (key === undefined || lines.length === 0) return undefined;
    const line = nextLine(lines, this.lineIn(key), step);
    if (line === undefined) return undefined;
    this.at = { key, line };
    return line;
  }

  leave(): void {
    this.at = undefined;
  }

  /** Marks the line, and no other. */
  mark(tree: HTMLElement): void {
    for (const marked of tree.querySelectorAll('.line.at')) marked.classList.remove('at');
    if (!this.at) return;
    const row = [...tree.querySelectorAll<HTMLElement>('.row.hit')].find(({ dataset }) => dataset.key === this.at?.key);
    row?.querySelector(`.line[data-line="${this.at.line}"]`)?.classList.add('at');
  }
}
