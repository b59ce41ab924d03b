/** Earlier queries, gone through like in VS Code's own search: older ones upwards, and back down to what was being typed. */
import { addHistoryEntry } from '../query-history';

export class HistoryCursor {
  /** Place in the list; -1: at what is being typed. */
  private at = -1;
  private typed = '';

  /** @param entries the latest first. */
  constructor(private entries: readonly string[]) {}

  get latest(): readonly string[] {
    return this.entries;
  }

  /** Whether a text is what was last shown of the history. */
  isAt(text: string): boolean {
    return this.at >= 0 && this.entries[this.at] === text;
  }

  older(text: string): string {
    if (this.at < 0) this.typed = text;
    let next = this.at + 1;
    // What stands in the box is not shown again.
    while (next < this.entries.length && this.entries[next] === text) next++;
    if (next >= this.entries.length) return text;
    this.at = next;
    return this.entries[next] ?? text;
  }

  newer(text: string): string {
    if (this.at < 0) return text;
    this.at--;
    return this.entries[this.at] ?? this.typed;
  }

  /** The user typed: the next step back starts from here. */
  leave(): void {
    this.at = -1;
  }

  add(entry: string): void {
    this.entries = addHistoryEntry(this.entries, entry);
    this.at = -1;
  }
}
