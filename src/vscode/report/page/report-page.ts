/** The page "Index Report": statistics of each folder. */
import { element, type PageApi, textButton } from '../../webview/page/dom';
import type {
  PathGroup,
  PathList,
  ReportContents,
  ReportFact,
  ReportHistogram,
  ReportSection,
  ReportTable,
  ReportToExtension,
  ReportToPage,
} from '../report-messages';

/** Groups that the user opened stay open when the report is refreshed and when the page is shown again. */
type ReportPageState = { readonly open: readonly string[] };

declare function acquireVsCodeApi(): PageApi<ReportToExtension, ReportPageState>;

const vscode = acquireVsCodeApi();
const openGroups = new Set(vscode.getState()?.open);

function show(report: ReportContents): void {
  document.title = report.title;
  const copy = textButton('', report.copy, () => vscode.postMessage({ is: 'copy' }));
  const refresh = textButton('', report.refresh, () => vscode.postMessage({ is: 'refresh' }));
  const actions = element('div', { class: 'actions' }, copy, refresh);
  const header = element('header', {}, element('h1', {}, report.title), actions);
  const parts = report.folders.map(folderElement);
  const progress = element('div', { class: 'progress', 'aria-hidden': true });
  // Everything is replaced: the button that was pressed keeps the focus.
  const focused = document.activeElement?.textContent;
  document.body.replaceChildren(progress, element('main', {}, header, notice(report.noIndexReason), ...parts));
  for (const each of [copy, refresh]) if (each.textContent === focused) each.focus();
}

function folderElement(folder: ReportSection): HTMLElement {
  const open = (path: string): void => vscode.postMessage({ is: 'open', root: folder.root, path });
  const heading = element('h2', {}, folder.name);
  const state = element('p', { class: 'state' }, folder.state);
  const section = element('section', { 'aria-label': folder.name }, heading, state, notice(folder.problem));
  if (folder.facts.length > 0) section.append(factList(folder.facts));
  const charts = element('div', { class: 'charts' });
  if (folder.histogram) charts.append(histogramTable(folder.histogram));
  charts.append(...folder.tables.map(numberTable));
  if (charts.childElementCount > 0) section.append(charts);
  section.append(...folder.lists.map((list) => pathList(list, open)));
  for (const group of section.querySelectorAll('details')) keepOpen(group, `${folder.root}\n${group.dataset.name}`);
  return section;
}

function notice(text: string | undefined): HTMLElement | undefined {
  return text === undefined ? undefined : element('p', { class: 'notice' }, text);
}

function keepOpen(group: HTMLDetailsElement, key: string): void {
  group.open = openGroups.has(key);
  group.addEventListener('toggle', () => {
    if (group.open) openGroups.add(key);
    else openGroups.delete(key);
    vscode.setState({ open: [...openGroups] });
  });
}

window.addEventListener('message', ({ data }: MessageEvent<ReportToPage>) => {
  document.body.setAttribute('aria-busy', String(data.is === 'working'));
  if (data.is !== 'report') return;
  show(data);
  // Set last: UI tests wait for it.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });

function factList(facts: readonly ReportFact[]): HTMLElement {
  const rows = facts.map(({ name, value }) => element('div', {}, element('dt', {}, name), element('dd', {}, value)));
  return element('dl', { class: 'facts' }, ...rows);
}

/** Also a table, so that a screen reader reads ranges and counts; the bars are hidden from it. */
function histogramTable({ title, bars }: ReportHistogram): HTMLElement {
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

function numberTable({ title, head, rows }: ReportTable): HTMLElement {
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

function pathList({ title, summary, groups }: PathList, open: (path: string) => void): HTMLElement {
  return element(
    'div',
    { class: 'paths' },
    element('h3', {}, title),
    element('p', { class: 'summary' }, summary),
    ...groups.map((group) => groupElement(group, open)),
  );
}

function groupElement({ name, count, paths, more }: PathGroup, open: (path: string) => void): HTMLElement {
  const rows = paths.map(({ path, message }) => {
    const link = textButton('link', path, () => open(path));
    return element('li', {}, link, message !== '' && element('span', { class: 'message' }, message));
  });
  const label = element('summary', {}, `${name} `, element('span', { class: 'badge' }, count));
  const rest = more !== '' && element('p', { class: 'summary' }, more);
  return element('details', { 'data-name': name }, label, element('ul', {}, ...rows), rest);
}
