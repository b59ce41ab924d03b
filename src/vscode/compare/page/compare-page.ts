/** The page "Compare Chunk Settings": two columns and the diff of their boundaries. The extension does the computing. */

import { element, setText } from '../../webview/page/dom';
import type { Compared, PageState, ComparisonSkipped, Start, ToExtension, ToPage } from '../compare-messages';
import { BoundaryList } from './boundary-list';
import { Column } from './column';

interface VsCodeApi {
  postMessage(message: ToExtension): void;
  getState(): PageState | undefined;
  setState(state: PageState): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** Milliseconds without a key after which the new values are tried. */
const pauseMs = 150;

const vscode = acquireVsCodeApi();

class Page {
  private readonly columns: { readonly a: Column; readonly b: Column };
  private readonly list: BoundaryList;
  private readonly notice = element('div', { role: 'status', class: 'notice', hidden: true });
  private readonly reason = element('p');
  private readonly force: HTMLButtonElement;
  private state: PageState;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: Start) {
    const { strings } = start;
    this.state = { ...vscode.getState(), uri: start.uri, sets: start.sets };
    vscode.setState(this.state);
    const changed = (): void => this.changed();
    const use = (options: Start['sets']['a']): void => vscode.postMessage({ is: 'use', options });
    this.columns = { a: new Column('a', start, changed, use), b: new Column('b', start, changed, use) };
    this.list = new BoundaryList(
      start,
      this.state.onlyDifferences,
      (onlyDifferences) => this.keep({ onlyDifferences }),
      (line) => vscode.postMessage({ is: 'reveal', line }),
    );
    this.force = element('button', { type: 'button' }, strings.force);
    this.force.addEventListener('click', () => vscode.postMessage({ is: 'force' }));
    this.notice.append(this.reason, this.force);
    const header = element('header', {}, element('h1', {}, strings.title), element('p', {}, strings.about));
    const columns = element('div', { class: 'columns' }, this.columns.a.element, this.columns.b.element);
    const progress = element('div', { class: 'progress', 'aria-hidden': true });
    document.title = strings.title;
    document.body.replaceChildren(progress, element('main', {}, header, this.notice, columns, this.list.element));
    this.hideResults();
  }

  show(compared: Compared): void {
    this.setInUse(compared);
    this.notice.hidden = true;
    this.columns.a.show(compared);
    this.columns.b.show(compared);
    this.list.show(compared);
  }

  explain(skipped: ComparisonSkipped): void {
    this.setInUse(skipped);
    this.hideResults();
    this.notice.hidden = false;
    setText(this.reason, skipped.reason);
    this.force.hidden = !skipped.canForce;
  }

  private setInUse({ inUse }: Compared | ComparisonSkipped): void {
    this.columns.a.setInUse(inUse.a);
    this.columns.b.setInUse(inUse.b);
  }

  private hideResults(): void {
    this.columns.a.hideResults();
    this.columns.b.hideResults();
    this.list.element.hidden = true;
  }

  private changed(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // While a value in one column is not allowed, the column stays as it was and the other goes on.
      const a = this.columns.a.options ?? this.state.sets.a;
      const b = this.columns.b.options ?? this.state.sets.b;
      this.keep({ sets: { a, b } });
      vscode.postMessage({ is: 'compare', sets: { a, b } });
    }, pauseMs);
  }

  private keep(part: Partial<PageState>): void {
    this.state = { ...this.state, ...part };
    vscode.setState(this.state);
  }
}

let page: Page | undefined;

window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
  if (data.is === 'start') page = new Page(data);
  document.body.setAttribute('aria-busy', String(data.is === 'working'));
  if (data.is === 'compared') page?.show(data);
  else if (data.is === 'skipped') page?.explain(data);
  else return;
  // Last: tests wait for it before they touch anything.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
