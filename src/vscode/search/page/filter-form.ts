/** The filter form, and chips for the active filters while the form is collapsed. */

import { element } from '../../webview/page/dom';
import { type Choices, noFilters, type SearchFilters, type SearchStart } from '../search-messages';
import { icon } from './search-buttons';

export class FilterForm {
  readonly element: HTMLElement;
  /** One button for each active filter; clicking it removes the filter. */
  readonly chips = element('div', { class: 'chips' });
  private readonly language = element('select', { id: 'language' });
  private readonly kind = element('select', { id: 'kind' });
  private readonly mode = element('select', { id: 'mode' });
  private readonly path: HTMLInputElement;
  private readonly tests = element('input', { id: 'tests', type: 'checkbox' });
  private languages: Choices = [];
  private filters: SearchFilters = noFilters;

  constructor(
    private readonly start: SearchStart,
    private readonly onChange: (filters: SearchFilters) => void,
  ) {
    const { strings } = start;
    this.path = element('input', {
      id: 'path',
      type: 'text',
      placeholder: strings.pathPlaceholder,
      autocomplete: 'off',
      spellcheck: 'false',
    });
    const field = (label: string, control: HTMLElement): HTMLElement =>
      element('div', { class: 'field' }, element('label', { for: control.id }, label), control);
    this.element = element(
      'form',
      { id: 'filters', 'aria-label': strings.filters },
      field(strings.language, this.language),
      field(strings.kind, this.kind),
      field(strings.path, this.path),
      field(strings.mode, this.mode),
      element('div', { class: 'check' }, this.tests, element('label', { for: 'tests' }, strings.tests)),
    );
    fill(this.kind, start.kinds, strings.all);
    fill(this.mode, start.modes);
    this.element.addEventListener('input', () => this.changed());
    this.element.addEventListener('submit', (event) => event.preventDefault());
    this.set(noFilters);
  }

  /** The number of active filters. */
  get count(): number {
    return this.active().length;
  }

  set(filters: SearchFilters): void {
    this.filters = filters;
    fill(this.language, withValue(this.languages, filters.language), this.start.strings.all);
    fill(this.kind, withValue(this.start.kinds, filters.kind), this.start.strings.all);
    this.language.value = filters.language;
    this.kind.value = filters.kind;
    this.mode.value = filters.mode;
    this.path.value = filters.path;
    this.tests.checked = filters.tests;
    this.drawChips();
  }

  setLanguages(languages: Choices): void {
    this.languages = languages;
    this.set(this.filters);
  }

  private changed(): void {
    const mode = (['hybrid', 'semantic', 'keyword'] as const).find((each) => each === this.mode.value) ?? 'hybrid';
    this.filters = {
      language: this.language.value,
      kind: this.kind.value,
      path: this.path.value,
      mode,
      tests: this.tests.checked,
    };
    this.drawChips();
    this.onChange(this.filters);
  }

  private active(): { readonly label: string; readonly without: SearchFilters }[] {
    const { filters, start } = this;
    const { language, kind, path, mode, tests } = filters;
    const labelOf = (choices: Choices, value: string): string =>
      choices.find((each) => each.value === value)?.label ?? value;
    return [
      ...(language ? [{ label: labelOf(this.languages, language), without: { ...filters, language: '' } }] : []),
      ...(kind ? [{ label: labelOf(start.kinds, kind), without: { ...filters, kind: '' } }] : []),
      ...(path.trim() ? [{ label: path.trim(), without: { ...filters, path: '' } }] : []),
      ...(mode === 'hybrid'
        ? []
        : [{ label: labelOf(start.modes, mode), without: { ...filters, mode: 'hybrid' as const } }]),
      ...(tests ? [] : [{ label: start.strings.withoutTests, without: { ...filters, tests: true } }]),
    ];
  }

  private drawChips(): void {
    this.chips.replaceChildren(
      ...this.active().map(({ label, without }) => {
        const chip = element(
          'button',
          { type: 'button', class: 'chip', title: `${this.start.strings.remove}: ${label}` },
          element('span', {}, label),
          icon('close'),
        );
        chip.addEventListener('click', () => {
          this.set(without);
          this.onChange(without);
        });
        return chip;
      }),
    );
  }
}

/** Adds a value that is not among the choices, so that it can be shown. */
function withValue(choices: Choices, value: string): Choices {
  return value === '' || choices.some((each) => each.value === value) ? choices : [...choices, { value, label: value }];
}

function fill(select: HTMLSelectElement, choices: Choices, all?: string): void {
  const options = choices.map(({ value, label }) => element('option', { value }, label));
  select.replaceChildren(...(all === undefined ? [] : [element('option', { value: '' }, all)]), ...options);
}
