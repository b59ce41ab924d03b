/**
 * The boundaries of A and B as one list. Arrow keys move, Enter or a click shows the line in the editor. Rows are drawn in batches,
 * because a large file with small chunks has thousands.
 */
import { element, setText, textButton } from '../../webview/page/dom';
import type { ComparedBoundary, CompareStart, Comparison } from '../compare-messages';

const rowsAtATime = 500;
const signs = { a: '−', b: '+', both: '=' } as const;

export class BoundaryList {
  readonly element: HTMLElement;
  private readonly summary = element('p', { role: 'status', class: 'summary' });
  private readonly filter = element('input', { type: 'checkbox', id: 'only-differences' });
  private readonly header: HTMLElement;
  private readonly list: HTMLElement;
  private readonly emptyText = element('p', { class: 'nothing', hidden: true });
  private readonly more: HTMLButtonElement;
  private comparison: Comparison | undefined;
  private shown: readonly ComparedBoundary[] = [];
  private drawn = 0;

  constructor(
    private readonly start: CompareStart,
    private onlyDifferences: boolean | undefined,
    onFilter: (onlyDifferences: boolean) => void,
    private readonly onReveal: (line: number) => void,
  ) {
    const { strings } = start;
    const heading = element('h2', { id: 'boundaries-heading' }, strings.boundaries);
    const filterLabel = element('label', { for: this.filter.id }, strings.onlyDifferences);
    this.header = element('div', { class: 'row header', 'aria-hidden': true });
    for (const text of ['', strings.line, '', 'A', 'B']) this.header.append(element('span', {}, text));
    this.list = element('div', { role: 'listbox', 'aria-labelledby': heading.id, class: 'list' });
    this.more = textButton('', strings.more, () => this.drawMore());
    this.more.hidden = true;
    const check = element('div', { class: 'check' }, this.filter, filterLabel);
    const parts = [heading, this.summary, check, this.header, this.list, this.emptyText, this.more];
    this.element = element('section', { class: 'boundaries', 'aria-labelledby': heading.id }, ...parts);
    this.filter.addEventListener('change', () => {
      this.onlyDifferences = this.filter.checked;
      onFilter(this.filter.checked);
      this.draw();
    });
    this.list.addEventListener('keydown', (event) => this.onKey(event));
    this.list.addEventListener('click', (event) => this.reveal(event.target));
  }

  show(comparison: Comparison): void {
    this.comparison = comparison;
    setText(this.summary, comparison.summary);
    this.draw();
    this.element.hidden = false;
  }

  private draw(): void {
    const { comparison, start } = this;
    if (!comparison) return;
    const focused = this.focusedLine();
    const onlyDifferences = this.onlyDifferences ?? comparison.differences > 0;
    this.filter.checked = onlyDifferences;
    this.shown = comparison.boundaries.filter((each) => !onlyDifferences || each.in !== 'both');
    this.drawn = 0;
    this.list.replaceChildren();
    const isEmpty = this.shown.length === 0;
    setText(this.emptyText, comparison.boundaries.length === 0 ? start.strings.empty : start.strings.noDifferences);
    this.emptyText.hidden = !isEmpty;
    this.list.hidden = isEmpty;
    this.header.hidden = isEmpty;
    this.drawMore();
    this.rows()[0]?.setAttribute('tabindex', '0');
    // The focus was in the list: it stays on the same line, or the next one.
    if (focused !== undefined) this.focus(this.shown.findIndex(({ line }) => line >= focused));
  }

  private drawMore(): void {
    const next = this.shown.slice(this.drawn, this.drawn + rowsAtATime);
    this.list.append(...next.map((each, i) => this.row(each, this.drawn + i)));
    const first = this.drawn;
    this.drawn += next.length;
    this.more.hidden = this.drawn >= this.shown.length;
    if (first > 0) this.focus(first);
  }

  private row({ line, in: where, mark, labels, spoken }: ComparedBoundary, index: number): HTMLElement {
    const label = (side: 'a' | 'b'): HTMLElement => {
      const text = labels[side];
      const name = element('span', { class: 'side' }, side.toUpperCase());
      return element('span', { class: 'label' }, ...(text === undefined ? [] : [name, text]));
    };
    const place = { 'aria-setsize': this.shown.length, 'aria-posinset': index + 1 };
    return element(
      'div',
      { class: `row in-${where}`, role: 'option', 'aria-label': spoken, tabindex: -1, 'data-line': line, ...place },
      element('span', { class: 'sign' }, signs[where]),
      element('span', { class: 'line' }, String(line)),
      element('span', { class: 'mark' }, mark),
      label('a'),
      label('b'),
    );
  }

  private onKey(event: KeyboardEvent): void {
    const index = this.rows().findIndex((row) => row.matches(':focus'));
    const last = this.drawn - 1;
    const targets: Readonly<Record<string, number>> = {
      ArrowDown: Math.min(index + 1, last),
      ArrowUp: Math.max(index - 1, 0),
      PageDown: Math.min(index + 10, last),
      PageUp: Math.max(index - 10, 0),
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target !== undefined) this.focus(target);
    else if (event.key === 'Enter' || event.key === ' ') this.reveal(event.target);
    else return;
    event.preventDefault();
  }

  private reveal(target: EventTarget | null): void {
    const row = target instanceof Element ? target.closest<HTMLElement>('[role=option]') : null;
    if (!row) return;
    this.focus(this.rows().indexOf(row));
    this.onReveal(Number(row.dataset.line));
  }

  /** Makes one row the tab stop and focuses it; -1 means the last. */
  private focus(index: number): void {
    const rows = this.rows();
    const row = rows.at(Math.min(index, rows.length - 1));
    for (const each of rows) {
      each.tabIndex = each === row ? 0 : -1;
      each.setAttribute('aria-selected', String(each === row));
    }
    row?.focus();
  }

  private rows(): HTMLElement[] {
    return [...this.list.querySelectorAll<HTMLElement>('[role=option]')];
  }

  private focusedLine(): number | undefined {
    const row = document.activeElement?.closest<HTMLElement>('[role=option]');
    return row && this.list.contains(row) ? Number(row.dataset.line) : undefined;
  }
}
