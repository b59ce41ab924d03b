/** One of the two columns: the controls of a set of options, its results on the file, and the button that applies it. */

import { element } from '../../webview/page/dom';
import type { CompareColumn, ComparedOptions, ComparedSide, CompareStart, Comparison } from '../compare-messages';
import { OptionForm } from './option-form';

export class Column {
  readonly element: HTMLElement;
  private readonly form: OptionForm;
  private readonly use: HTMLButtonElement;
  private readonly inUse: HTMLElement;
  private readonly facts = element('dl');
  private readonly histogram = element('table', { class: 'histogram' });
  private isInUse = false;

  constructor(
    private readonly side: ComparedSide,
    private readonly start: CompareStart,
    onChange: () => void,
    onUse: (options: ComparedOptions) => void,
  ) {
    const { strings } = start;
    this.form = new OptionForm(side, start, () => {
      this.updateUse();
      onChange();
    });
    this.use = element('button', { type: 'button' }, strings.use[side]);
    this.use.addEventListener('click', () => {
      const { options } = this.form;
      if (options && !this.isInUse) onUse(options);
    });
    this.inUse = element('span', { class: 'badge', hidden: true }, strings.inUse);
    const heading = element('h2', { id: `${side}-heading` }, strings.headings[side]);
    this.element = element(
      'section',
      { class: `column ${side}`, 'aria-labelledby': heading.id },
      element('div', { class: 'head' }, heading, this.inUse, this.use),
      this.form.element,
      this.facts,
      this.histogram,
    );
  }

  get options(): ComparedOptions | undefined {
    return this.form.options;
  }

  setInUse(isInUse: boolean): void {
    this.isInUse = isInUse;
    this.inUse.hidden = !isInUse;
    this.updateUse();
  }

  show(comparison: Comparison): void {
    const results = comparison.columns[this.side];
    this.facts.replaceChildren(
      ...results.facts.flatMap(({ name, value, change }) => [
        element('dt', {}, name),
        element('dd', {}, value, ...(change === '' ? [] : [element('span', { class: 'change' }, ` (${change})`)])),
      ]),
    );
    this.drawHistogram(results, comparison);
    this.facts.hidden = false;
    this.histogram.hidden = results.counts.length === 0;
  }

  hideResults(): void {
    this.facts.hidden = true;
    this.histogram.hidden = true;
  }

  /** Not `disabled`: a button that was just pressed would lose the focus. */
  private updateUse(): void {
    this.use.setAttribute('aria-disabled', String(this.isInUse || this.form.options === undefined));
  }

  /** A table, so that screen readers can read the numbers. The bars are scaled to the fullest range of both columns. */
  private drawHistogram({ counts }: CompareColumn, { ranges, maxCount }: Comparison): void {
    const { histogram, tokens, chunks } = this.start.strings;
    const rows = ranges.map((range, i) => {
      const count = counts[i] ?? 0;
      const bar = element('div', { class: 'bar' });
      bar.style.setProperty('--share', String(maxCount === 0 ? 0 : count / maxCount));
      return element(
        'tr',
        {},
        element('th', { scope: 'row' }, range),
        element('td', { class: 'count' }, String(count)),
        element('td', { class: 'track', 'aria-hidden': true }, bar),
      );
    });
    const columns = [tokens, chunks].map((text) => element('th', { scope: 'col' }, text));
    this.histogram.replaceChildren(
      element('caption', {}, histogram),
      element('thead', {}, element('tr', {}, ...columns)),
      element('tbody', {}, ...rows),
    );
  }
}
