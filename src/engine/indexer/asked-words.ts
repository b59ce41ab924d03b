/** What was asked last. While files are indexed, those that it is about come first. */
import type { FileBatches } from './file-batches';

export class AskedWords {
  private terms: readonly string[] = [];
  private batches: FileBatches | undefined;

  /** @param terms stems, as a search looks them up. */
  ask(terms: readonly string[]): void {
    if (terms.length === 0 || terms.join(' ') === this.terms.join(' ')) return;
    this.terms = terms;
    this.batches?.prefer(terms);
  }

  /** These are indexed from now on. */
  follow(batches: FileBatches): void {
    this.batches = batches;
    batches.prefer(this.terms);
  }
}
