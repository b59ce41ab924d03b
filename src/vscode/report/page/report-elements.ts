/** The elements of the report page: facts, bars, tables, and paths that open on click. */

import { element } from '../../webview/page/dom';
import type { PathGroup, PathList, ReportFact, ReportHistogram, ReportTable } from '../report-messages';

export function factList(facts: readonly ReportFact[]): HTMLElement {
  const rows = facts.map(({ name, value }) => element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  return element('dl', { class: 'facts' }, ...rows);
}

/** Also a table, so that a screen reader reads ranges and counts; the bars are hidden from it. */
export function histogramTable({ title, bars }: ReportHistogram): HTMLElement {
  const rows = bars.map(({ range, count, share }) => {
    const bar = element('progress', { max: 1, value: share, 'aria-hidden': true, tabindex: -1 });
    return element(
      'tr',
      {},
      element('th', { scope: 'row' }, range),
      element('td', { class: 'bar' }, bar),
      element('td', { class: 'number' }, count),
    );
  });
  return element('table', { class: 'histogram' }, element('caption', {}, title), element('tbody', {}, ...rows));
}

export function numberTable({ title, head, rows }: ReportTable): HTMLElement {
  const cell = (text: string, column: number): HTMLElement =>
    column === 0 ? element('th', { scope: 'row' }, text) : element('td', { class: 'number' }, text);
  const heads = head.map((text, column) => element('th', { scope: 'col', class: column > 0 && 'number' }, text));
  return element(
    'table',
    {},
    element('caption', {}, title),
    element('thead', {}, element('tr', {}, ...heads)),
    element('tbody', {}, ...rows.map((row) => element('tr', {}, ...row.map(cell)))),
  );
}

export function pathList({ title, summary, groups }: PathList, open: (path: string) => void): HTMLElement {
  const head = element('h3', {}, title);
  return element(
    'div',
    { class: 'paths' },
    head,
    element('p', { class: 'summary' }, summary),
    ...groups.map((group) => groupElement(group, open)),
  );
}

function groupElement({ name, count, paths, more }: PathGroup, open: (path: string) => void): HTMLElement {
  const rows = paths.map(({ path, message }) => {
    const link = element('button', { type: 'button', class: 'link' }, path);
    link.addEventListener('click', () => open(path));
    return element('li', {}, link, ...(message === '' ? [] : [element('span', { class: 'message' }, message)]));
  });
  const label = element('summary', {}, `${name} `, element('span', { class: 'badge' }, count));
  const rest = more === '' ? [] : [element('p', { class: 'summary' }, more)];
  return element('details', { 'data-name': name }, label, element('ul', {}, ...rows), ...rest);
}
