/** A chip for each operator that was read in the query. A click removes that part of the query. */
import { type ReadOperator, withoutOperator } from '../../../search/query/query-operator';
import { element } from '../../webview/page/dom';
import type { SearchStrings } from '../search-messages';
import { removableChip } from './search-buttons';

export class OperatorChips {
  readonly element = element('div', { class: 'chips operators', hidden: true });
  private drawn = '';

  constructor(
    private readonly strings: SearchStrings,
    private readonly query: () => string,
    private readonly onRemove: (query: string) => void,
  ) {}

  show(operators: readonly ReadOperator[]): void {
    this.element.hidden = operators.length === 0;
    const drawn = JSON.stringify(operators);
    if (drawn === this.drawn) return;
    this.drawn = drawn;
    this.element.replaceChildren(
      ...operators.map((operator) =>
        removableChip(operator.text, this.strings.remove, () => this.onRemove(withoutOperator(this.query(), operator))),
      ),
    );
  }
}
