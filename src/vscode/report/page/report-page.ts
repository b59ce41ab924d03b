/** The page "Index Report": statistics of each folder. */

import { element } from '../../webview/page/dom';
import type { ReportContents, ReportFolder, ReportToExtension, ReportToPage } from '../report-messages';
import { factList, histogramTable, numberTable, pathList } from './report-elements';

/** Groups that the user opened stay open when the report is refreshed and when the page is shown again. */
interface ReportPageState {
  readonly open: readonly string[];
}

declare function acquireVsCodeApi(): {
  postMessage(message: ReportToExtension): void;
  getState(): ReportPageState | undefined;
  setState(state: ReportPageState): void;
};

const vscode = acquireVsCodeApi();
const openGroups = new Set(vscode.getState()?.open);

function show(report: ReportContents): void {
  document.title = report.title;
  const header = element('header', {}, element('h1', {}, report.title));
  const copy = button(report.copy, () => vscode.postMessage({ is: 'copy' }));
  const refresh = button(report.refresh, () => vscode.postMessage({ is: 'refresh' }));
  header.append(element('div', { class: 'actions' }, copy, refresh));
  const parts = report.folders.map(folderElement);
  const notice = report.noIndexReason === undefined ? [] : [element('p', { class: 'notice' }, report.noIndexReason)];
  const progress = element('div', { class: 'progress', 'aria-hidden': true });
  // Everything is replaced: the button that was pressed keeps the focus.
  const focused = document.activeElement?.textContent;
  document.body.replaceChildren(progress, element('main', {}, header, ...notice, ...parts));
  for (const each of [copy, refresh]) if (each.textContent === focused) each.focus();
}

function folderElement(folder: ReportFolder): HTMLElement {
  const open = (path: string): void => vscode.postMessage({ is: 'open', root: folder.root, path });
  const heading = element('h2', {}, folder.name);
  const state = element('p', { class: 'state' }, folder.state);
  const problem = folder.problem === undefined ? [] : [element('p', { class: 'notice' }, folder.problem)];
  const section = element('section', { 'aria-label': folder.name }, heading, state, ...problem);
  if (folder.facts.length > 0) section.append(factList(folder.facts));
  const charts = element('div', { class: 'charts' });
  if (folder.histogram) charts.append(histogramTable(folder.histogram));
  charts.append(...folder.tables.map(numberTable));
  if (charts.childElementCount > 0) section.append(charts);
  section.append(...folder.lists.map((list) => pathList(list, open)));
  for (const group of section.querySelectorAll('details')) keepOpen(group, `${folder.root}\n${group.dataset.name}`);
  return section;
}

function keepOpen(group: HTMLDetailsElement, key: string): void {
  group.open = openGroups.has(key);
  group.addEventListener('toggle', () => {
    if (group.open) openGroups.add(key);
    else openGroups.delete(key);
    vscode.setState({ open: [...openGroups] });
  });
}

function button(text: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { type: 'button' }, text);
  made.addEventListener('click', onClick);
  return made;
}

window.addEventListener('message', ({ data }: MessageEvent<ReportToPage>) => {
  document.body.setAttribute('aria-busy', String(data.is === 'working'));
  if (data.is !== 'report') return;
  show(data);
  // Set last: UI tests wait for it.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
