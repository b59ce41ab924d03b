/** The filter form, chips for the active filters while the form is collapsed, and the switch between areas, which is always shown. */
import type { SearchArea } from '../../../search/query/search-choices';
import { element } from '../../webview/page/dom';
import type { Choices, SearchStart } from '../messages/search-messages';
import { noFilters, type SearchFilters } from '../messages/search-request';
import { removableChip } from './chip-row';

export class FilterForm {
  readonly element: HTMLElement;
  /** One button for each active filter; clicking it removes the filter. */
  readonly chips = element('div', { class: 'chips' });
  private readonly language = element('select', { id: 'language' });
  private readonly kind = element('select', { id: 'kind' });
  private readonly mode = element('select', { id: 'mode' });
  private readonly path: HTMLInputElement;
  /** Pressed buttons limit the search to their areas; with none pressed, everything is searched. */
  readonly areas: HTMLElement;
  private readonly areaButtons: ReadonlyMap<SearchArea, HTMLButtonElement>;
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
    );
    this.areaButtons = new Map(start.areas.map((choice) => [choice.area, this.areaButton(choice)]));
    this.areas = element(
      'div',
      { class: 'areas', role: 'group', 'aria-label': strings.areas },
      ...this.areaButtons.values(),
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

  /** There is a chip for what no field of the form shows. */
  get hasExclusions(): boolean {
    return (this.filters.without ?? []).length > 0;
  }

  /** Leaves out files, and folders whose paths end with `/`. */
  exclude(paths: readonly string[]): void {
    const without = new Set(this.filters.without);
    const known = without.size;
    for (const path of paths) without.add(path);
    if (without.size === known) return;
    this.set({ ...this.filters, without: [...without] });
    this.onChange(this.filters);
  }

  set(filters: SearchFilters): void {
    this.filters = filters;
    fill(this.language, withValue(this.languages, filters.language), this.start.strings.all);
    fill(this.kind, withValue(this.start.kinds, filters.kind), this.start.strings.all);
    this.language.value = filters.language;
    this.kind.value = filters.kind;
    this.mode.value = filters.mode;
    this.path.value = filters.path;
    for (const [area, button] of this.areaButtons)
      button.setAttribute('aria-pressed', String(filters.only.includes(area)));
    this.drawChips();
  }

  setLanguages(languages: Choices): void {
    this.languages = languages;
    this.set(this.filters);
  }

  private areaButton({ area, label, title }: SearchStart['areas'][number]): HTMLButtonElement {
    const button = element('button', { type: 'button', title }, label);
    button.addEventListener('click', () => {
      const { only } = this.filters;
      const pressed = only.includes(area) ? only.filter((each) => each !== area) : [...only, area];
      // All pressed is the same as none, and easier to leave.
      this.set({ ...this.filters, only: pressed.length === this.areaButtons.size ? [] : pressed });
      this.onChange(this.filters);
    });
    return button;
  }

  private changed(): void {
    const mode = (['hybrid', 'semantic', 'keyword'] as const).find((each) => each === this.mode.value) ?? 'hybrid';
    this.filters = {
      ...this.filters,
      language: this.language.value,
      kind: this.kind.value,
      path: this.path.value,
      mode,
    };
    this.drawChips();
    this.onChange(this.filters);
  }

  private active(): { readonly label: string; readonly without: SearchFilters }[] {
    const { filters, start } = this;
    const { language, kind, path, mode, without = [] } = filters;
    const labelOf = (choices: Choices, value: string): string =>
      choices.find((each) => each.value === value)?.label ?? value;
    return [
      ...(language ? [{ label: labelOf(this.languages, language), without: { ...filters, language: '' } }] : []),
      ...(kind ? [{ label: labelOf(start.kinds, kind), without: { ...filters, kind: '' } }] : []),
      ...(path.trim() ? [{ label: path.trim(), without: { ...filters, path: '' } }] : []),
      ...without.map((one) => ({
        label: `-path:${one}`,
        without: { ...filters, without: without.filter((each) => each !== one) },
      })),
      ...(mode === 'hybrid'
        ? []
        : [{ label: labelOf(start.modes, mode), without: { ...filters, mode: 'hybrid' as const } }]),
    ];
  }

  private drawChips(): void {
    this.chips.replaceChildren(
      ...this.active().map(({ label, without }) =>
        removableChip(label, this.start.strings.remove, () => {
          this.set(without);
          this.onChange(without);
        }),
      ),
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
