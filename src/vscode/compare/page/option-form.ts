/** The controls for one set of options. A value that is not allowed is marked and explained below its field. */

import { chunkOptions } from '../../../options/chunk-options';
import { valuesOf } from '../../../options/option';
import { element, setText } from '../../webview/page/dom';
import type { ChoiceField, ComparedOptions, ComparedSide, CompareStart, NumberField } from '../compare-messages';

interface NumberControl {
  readonly input: HTMLInputElement;
  readonly problem: HTMLElement;
  readonly rule: string;
}

export class OptionForm {
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
    const { numbers, choices, strings, sets } = start;
    this.element = element('form', { 'aria-label': strings.headings[side] }, this.fields);
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
