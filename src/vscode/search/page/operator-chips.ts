/** A chip for each operator that was read in the query. A click removes that part of the query. */
import { type ReadOperator, withoutOperator } from '../../../search/query/query-operator';
import { element } from '../../webview/page/dom';
import type { SearchStrings } from '../messages/page-start';
import { removableChip } from './search-buttons';

export class OperatorChips {
  readonly element = element('div', { class: 'chips operators', hidden: true });
  private operators: readonly ReadOperator[] = [];
  private drawn: readonly string[] = [];

  constructor(
    private readonly strings: SearchStrings,
    private readonly query: () => string,
    private readonly onRemove: (query: string) => void,
  ) {}

  /** Chips that stay are the same elements, so that they keep the focus; only their places in the query are others. */
  show(operators: readonly ReadOperator[]): void {
    this.element.hidden = operators.length === 0;
    this.operators = operators;
    const texts = operators.map(({ text }) => text);
    if (JSON.stringify(texts) === JSON.stringify(this.drawn)) return;
    this.drawn = texts;
    this.element.replaceChildren(
      ...texts.map((text, i) => removableChip(text, this.strings.remove, () => this.remove(i))),
    );
  }

  /** The chip is gone at once, not only when the results of the other query arrive. */
  private remove(at: number): void {
    const operator = this.operators[at];
    if (!operator) return;
    const query = withoutOperator(this.query(), operator);
    this.show(this.operators.filter((_, i) => i !== at));
    this.onRemove(query);
  }
}
