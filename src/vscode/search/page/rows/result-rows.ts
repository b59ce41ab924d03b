/** The rows of the results tree: a file, or a hit with its snippet, its buttons and optional details. */

import type { SnippetLine } from '../../../../search/hits/snippet';
import { element } from '../../../webview/page/dom';
import type { HitAction, SearchStart } from '../../messages/page-start';
import type { FileGroup, HitRow } from '../../messages/result-messages';
import { icon, iconButton, textButton } from '../search-buttons';
import { fitLine } from './fit-line';

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
    ...(hits.length > 1 ? [element('span', { class: 'count', 'aria-hidden': true }, String(hits.length))] : []),
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
  const { key, name, part, label, scope, lines, stale, copies, ariaLabel } = hit;
  const kind = icon(hit.icon);
  if (hit.colour !== '') kind.style.setProperty('color', `var(--vscode-${hit.colour}, inherit)`);
  const head = element(
    'div',
    { class: 'head' },
    kind,
    // The name may be cut off in a narrow column, so it is also the tooltip.
    element('span', { class: 'name', title: [scope, label].filter(Boolean).join(' › ') }, name),
    ...(part === '' ? [] : [element('span', { class: 'part', title: label }, part)]),
    element('span', { class: 'scope' }, scope),
    ...(stale === '' ? [] : [element('span', { class: 'stale', title: stale }, icon('history'))]),
    ...(copies
      ? [element('span', { class: 'copies', title: copies.label }, icon('copy'), String(copies.places.length))]
      : []),
    element('span', { class: 'place' }, element('span', { class: 'lines' }, lines)),
    toolbar(hit, start, events),
  );
  const row = element(
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
    ...(hit.note === '' ? [] : [noteLine(hit.note)]),
    snippet(hit.snippet, columns),
  );
  if (areDetailsOpen) row.append(details(hit, start, events));
  return row;
}

function noteLine(note: string): HTMLElement {
  return element('div', { class: 'note', title: note }, icon('comment'), element('span', {}, note));
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

function marked({ text, marks }: Pick<SnippetLine, 'text' | 'marks'>): (Node | string)[] {
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
    return element(
      'li',
      {},
      element('span', { class: 'label' }, label),
      element('span', { class: 'value' }, value),
      bar,
    );
  });
  const places = copies?.places.map((place, i) => {
    const button = textButton('link', place, () => events.openCopy(key, i));
    button.tabIndex = -1;
    return element('li', {}, button);
  });
  return element(
    'div',
    { class: 'details' },
    ...(stale === '' ? [] : [element('p', {}, stale)]),
    element('ul', { class: 'why', 'aria-label': strings.why }, ...reasons),
    ...(copies && places ? [element('p', {}, copies.label), element('ul', {}, ...places)] : []),
  );
}
