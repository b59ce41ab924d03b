/** Moves through earlier queries as in VS Code's own search: up to older ones, and back down to the text being typed. */
import { addHistoryEntry } from '../search-memory';

export class HistoryCursor {
  /** Index into the entries; -1 means the text being typed. */
  private at = -1;
  private typed = '';

  /** @param entries the latest first. */
  constructor(private entries: readonly string[]) {}

  get latest(): readonly string[] {
    return this.entries;
  }

  /** True if the text is the history entry shown last. */
  isAt(text: string): boolean {
    return this.at >= 0 && this.entries[this.at] === text;
  }

  older(text: string): string {
    if (this.at < 0) this.typed = text;
    let next = this.at + 1;
    // Skip entries equal to the text in the box.
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

  /** The user typed: the next step back starts at the latest entry. */
  leave(): void {
    this.at = -1;
  }

  replace(entries: readonly string[]): void {
    this.entries = entries;
    this.at = -1;
  }

  add(entry: string): void {
    this.entries = addHistoryEntry(this.entries, entry);
    this.at = -1;
  }
}
