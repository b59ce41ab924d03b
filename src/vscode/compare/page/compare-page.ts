/** The page "Compare Chunk Settings": two columns and the diff of their boundaries. The extension computes everything. */
import { element, type PageApi, setText, textButton } from '../../webview/page/dom';
import type {
  ComparePageState,
  CompareStart,
  CompareToExtension,
  CompareToPage,
  Comparison,
  ComparisonSkipped,
} from '../compare-messages';
import { BoundaryList } from './boundary-list';
import { Column } from './column';

declare function acquireVsCodeApi(): PageApi<CompareToExtension, ComparePageState>;

/** Typing debounce, in milliseconds. */
const debounceMs = 150;

const vscode = acquireVsCodeApi();

class Page {
  private readonly columns: { readonly a: Column; readonly b: Column };
  private readonly list: BoundaryList;
  private readonly notice = element('div', { role: 'status', class: 'notice', hidden: true });
  private readonly reason = element('p');
  private readonly force: HTMLButtonElement;
  private state: ComparePageState;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(start: CompareStart) {
    const { strings } = start;
    this.state = { ...vscode.getState(), uri: start.uri, sets: start.sets };
    vscode.setState(this.state);
    const onChange = (): void => this.onChange();
    const use = (options: CompareStart['sets']['a']): void => vscode.postMessage({ is: 'use', options });
    this.columns = { a: new Column('a', start, onChange, use), b: new Column('b', start, onChange, use) };
    this.list = new BoundaryList(
      start,
      this.state.onlyDifferences,
      (onlyDifferences) => this.save({ onlyDifferences }),
      (line) => vscode.postMessage({ is: 'reveal', line }),
    );
    this.force = textButton('', strings.force, () => vscode.postMessage({ is: 'force' }));
    this.notice.append(this.reason, this.force);
    const header = element('header', {}, element('h1', {}, strings.title), element('p', {}, strings.about));
    const columns = element('div', { class: 'columns' }, this.columns.a.element, this.columns.b.element);
    const progress = element('div', { class: 'progress', 'aria-hidden': true });
    document.title = strings.title;
    document.body.replaceChildren(progress, element('main', {}, header, this.notice, columns, this.list.element));
    this.hideResults();
  }

  show(comparison: Comparison): void {
    this.setInUse(comparison);
    this.notice.hidden = true;
    this.columns.a.show(comparison);
    this.columns.b.show(comparison);
    this.list.show(comparison);
  }

  showSkipped(skipped: ComparisonSkipped): void {
    this.setInUse(skipped);
    this.hideResults();
    this.notice.hidden = false;
    setText(this.reason, skipped.reason);
    this.force.hidden = !skipped.canForce;
  }

  private setInUse({ inUse }: Comparison | ComparisonSkipped): void {
    this.columns.a.setInUse(inUse.a);
    this.columns.b.setInUse(inUse.b);
  }

  private hideResults(): void {
    this.columns.a.hideResults();
    this.columns.b.hideResults();
    this.list.element.hidden = true;
  }

  private onChange(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      // A column with a value that is not allowed keeps its last set, so that the other column still works.
      const a = this.columns.a.options ?? this.state.sets.a;
      const b = this.columns.b.options ?? this.state.sets.b;
      this.save({ sets: { a, b } });
      vscode.postMessage({ is: 'compare', sets: { a, b } });
    }, debounceMs);
  }

  private save(part: Partial<ComparePageState>): void {
    this.state = { ...this.state, ...part };
    vscode.setState(this.state);
  }
}

let page: Page | undefined;

window.addEventListener('message', ({ data }: MessageEvent<CompareToPage>) => {
  if (data.is === 'start') page = new Page(data);
  document.body.setAttribute('aria-busy', String(data.is === 'working'));
  if (data.is === 'compared') page?.show(data);
  else if (data.is === 'skipped') page?.showSkipped(data);
  else return;
  // Last: tests wait for this.
  document.body.dataset.ready = 'true';
});

vscode.postMessage({ is: 'ready' });
