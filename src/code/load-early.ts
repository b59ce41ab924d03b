/** For a process that chunks one file: loads what it needs in a better order than one after the other. */
import { loadGrammar } from '../syntax/grammar';
import type { CounterName } from '../tokens/counter-table';
import { tokenCounter } from '../tokens/token-counter';

/** The tokens are read while other threads compile the grammar. What fails here fails again, and is reported, when it is used. */
export function loadEarly(grammar: string, counter: CounterName): void {
  loadGrammar(grammar, () => tokenCounter(counter)).catch(() => {});
}
