/**
 * The rows of the results tree: a file, or a hit with its snippet, its buttons and optional details; and where the keyboard is in a
 * snippet.
 */
import type { SnippetLine } from '../../../../search/hits/snippet';
import { element, textButton } from '../../../webview/page/dom';
import { icon, iconButton } from '../../../webview/page/icons';
import type { FileGroup, HitAction, HitRow } from '../../messages/result-messages';
import type { SearchStart } from '../../messages/search-messages';
import { type FittedLine, fitLine } from './fit-line';
import { nextLine } from './tree-keys';

export interface RowEvents {
  act(hit: string, action: HitAction): void;
  toggleDetails(hit: string): void;
  openCopy(hit: string, index: number): void;
}

/** @param fileIcon that of the file. */
export function groupRow(group: FileGroup, isOpen: boolean, fileIcon: HTMLElement): HTMLElement {
  const { key, file, name, folder, hits, ariaLabel } = group;
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
        file,
        row: key,
        stored: group.stored,
        preventDefaultContextMenuItems: true,
      }),
      title: folder === '' ? name : `${folder}/${name}`,
    },
    icon('chevron-right'),
    fileIcon,
    element('span', { class: 'name' }, name),
    element('span', { class: 'folder' }, folder),
    hits.length > 1 && element('span', { class: 'count', 'aria-hidden': true }, String(hits.length)),
  );
}

/** @param columns characters of a snippet line that fit. */
export function hitRow(
  hit: HitRow,
  areDetailsOpen: boolean,
  columns: number,
  start: SearchStart,
  events: RowEvents,
): HTMLElement {
  const { key, name, part, label, scope, lines, note, stale, copies, ariaLabel } = hit;
  const kind = icon(hit.icon);
  if (hit.colour !== '') kind.style.setProperty('color', `var(--vscode-${hit.colour}, inherit)`);
  const head = element(
    'div',
    { class: 'head' },
    kind,
    // The name may be cut off in a narrow column, so it is also the tooltip.
    element('span', { class: 'name', title: [scope, label].filter(Boolean).join(' › ') }, name),
    part !== '' && element('span', { class: 'part', title: label }, part),
    element('span', { class: 'scope' }, scope),
    stale !== '' && element('span', { class: 'stale', title: stale }, icon('history')),
    copies && element('span', { class: 'copies', title: copies.label }, icon('copy'), String(copies.places.length)),
    element('span', { class: 'place' }, element('span', { class: 'lines' }, lines)),
    toolbar(hit, start, events),
  );
  return element(
    'div',
    {
      class: 'row hit',
      role: 'treeitem',
      tabindex: -1,
      'aria-level': 2,
      'aria-expanded': String(areDetailsOpen),
      'aria-label': ariaLabel,
      'data-key': key,
      // VS Code shows its own context menu and passes this to the commands.
      'data-vscode-context': JSON.stringify({
        webviewSection: hit.hasParent ? 'child' : 'hit',
        hit: key,
        stored: hit.stored,
        preventDefaultContextMenuItems: true,
      }),
    },
    head,
    note !== '' && element('div', { class: 'note', title: note }, icon('comment'), element('span', {}, note)),
    snippet(hit.snippet, columns),
    areDetailsOpen && details(hit, start, events),
  );
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

function snippet(lines: readonly SnippetLine[], columns: number): HTMLElement {
  const rows = lines.map((line, i) => {
    const previous = lines[i - 1];
    const isGap = previous !== undefined && previous.number + 1 < line.number;
    return element(
      'div',
      { class: isGap ? 'line gap' : 'line', 'data-line': line.number },
      element('span', { class: 'number', 'aria-hidden': true }, String(line.number)),
      element('code', {}, ...marked(fitLine(line, columns))),
    );
  });
  return element('div', { class: 'snippet' }, ...rows);
}

function marked({ text, marks }: FittedLine): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), element('mark', {}, text.slice(from, to)));
    at = to;
  }
  return [...parts, text.slice(at)];
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
