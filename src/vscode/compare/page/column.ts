/** One of the two columns: the controls of a set of options, its results on the file, and the button that applies it. */
import { chunkOptions } from '../../../options/chunk-options';
import { valuesOf } from '../../../options/option';
import { element, setText, textButton } from '../../webview/page/dom';
import type { ChoiceField, CompareColumn, CompareStart, Comparison, NumberField } from '../compare-messages';
import type { ComparedOptions, ComparedSide } from '../option-sets';

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
    const { strings, headings, use } = start;
    this.form = new OptionForm(side, start, () => {
      this.updateUse();
      onChange();
    });
    this.use = textButton('', use[side], () => {
      const { options } = this.form;
      if (options && !this.isInUse) onUse(options);
    });
    this.inUse = element('span', { class: 'badge', hidden: true }, strings.inUse);
    const heading = element('h2', { id: `${side}-heading` }, headings[side]);
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
        element('dd', {}, value, change !== '' && element('span', { class: 'change' }, ` (${change})`)),
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

interface NumberControl {
  readonly input: HTMLInputElement;
  readonly problem: HTMLElement;
  readonly rule: string;
}

/** The controls for one set of options. A value that is not allowed is marked and explained below its field. */
class OptionForm {
  readonly element: HTMLElement;
  private readonly fields = element('div', { class: 'fields' });
  private readonly maxTokens: NumberControl;
  private readonly parentTokens: NumberControl;
  private readonly context: HTMLSelectElement;
  private readonly counter: HTMLSelectElement;

  constructor(
    private readonly side: ComparedSide,
    private readonly start: CompareStart,
    onChange: () => void,
  ) {
    const { numbers, choices, headings, sets } = start;
    this.element = element('form', { 'aria-label': headings[side] }, this.fields);
    this.maxTokens = this.addNumber('maxTokens', numbers.maxTokens, sets[side].maxTokens);
    this.parentTokens = this.addNumber('parentTokens', numbers.parentTokens, sets[side].parentTokens);
    this.context = this.addChoice('context', choices.context, sets[side].context);
    this.counter = this.addChoice('counter', choices.counter, sets[side].counter);
    this.element.addEventListener('input', () => {
      this.check();
      onChange();
    });
    // Enter in a field must not send the form anywhere.
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.check();
  }

  /** Undefined while a value is not allowed. */
  get options(): ComparedOptions | undefined {
    const context = valuesOf(chunkOptions.context).find((each) => each === this.context.value);
    const counter = valuesOf(chunkOptions.counter).find((each) => each === this.counter.value);
    const { maxTokens, parentTokens } = this;
    if (!context || !counter || !maxTokens.input.validity.valid || !parentTokens.input.validity.valid) return undefined;
    return {
      maxTokens: maxTokens.input.valueAsNumber,
      parentTokens: parentTokens.input.valueAsNumber,
      context,
      counter,
    };
  }

  private check(): void {
    const { maxTokens, parentTokens, start } = this;
    const isTooSmall = parentTokens.input.valueAsNumber < maxTokens.input.valueAsNumber;
    parentTokens.input.setCustomValidity(isTooSmall ? start.strings.parentRule : '');
    for (const { input, problem, rule } of [maxTokens, parentTokens]) {
      const { valid, customError } = input.validity;
      const isOnlyCustom = customError && input.valueAsNumber >= Number(input.min);
      setText(problem, valid ? '' : isOnlyCustom ? input.validationMessage : rule);
      input.setAttribute('aria-invalid', String(!valid));
    }
  }

  private addNumber(name: string, { label, min, max, rule }: NumberField, value: number): NumberControl {
    const id = `${this.side}-${name}`;
    const range = { min, max, step: 1, required: true, inputmode: 'numeric' };
    const described = { 'aria-describedby': `${id}-problem` };
    const input = element('input', { id, type: 'number', value, autocomplete: 'off', ...range, ...described });
    const problem = element('p', { id: `${id}-problem`, class: 'problem', 'aria-live': 'polite' });
    this.fields.append(element('div', { class: 'field' }, element('label', { for: id }, label), input, problem));
    return { input, problem, rule };
  }

  private addChoice(name: string, { label, options }: ChoiceField, chosen: string): HTMLSelectElement {
    const id = `${this.side}-${name}`;
    const made = options.map((each) =>
      element('option', { value: each.value, selected: each.value === chosen }, each.label),
    );
    const select = element('select', { id }, ...made);
    this.fields.append(element('div', { class: 'field' }, element('label', { for: id }, label), select));
    return select;
  }
}
