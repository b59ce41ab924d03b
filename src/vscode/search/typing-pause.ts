/**
 * When results are drawn while a question is typed. A list that changes with every letter cannot be read, so results are drawn when a
 * word is complete: after a space, after text was pasted, or when the last word is one that the hits have. Results for a word that is
 * not complete wait until the user stops typing. Depends neither on `vscode` nor on the DOM.
 */

/** Milliseconds without a key after which the results of an incomplete word are drawn. */
const settleMs = 350;

export class TypingPause<R> {
  private held: R | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;
  /** Milliseconds, as in `Date.now()`: results of an incomplete word are drawn from then on. */
  private until = 0;

  constructor(private readonly draw: (results: R) => void) {}

  /** The query changed. @returns whether the user is within a word. */
  typed(before: string, query: string): boolean {
    this.drop();
    const isLetter = Math.abs(query.length - before.length) <= 1 && /[\p{L}\p{N}_$]$/u.test(query);
    this.until = isLetter ? Date.now() + settleMs : 0;
    return isLetter;
  }

  /** @param isOpen the last word of the query is not complete. */
  offer(results: R, isOpen: boolean): void {
    this.drop();
    const wait = this.until - Date.now();
    if (!isOpen || wait <= 0) {
      this.draw(results);
      return;
    }
    this.held = results;
    this.timer = setTimeout(() => this.release(), wait);
  }

  /** Draws now what is held back: the word is complete, or the user goes on to the results. */
  release(): void {
    const { held } = this;
    this.drop();
    this.until = 0;
    if (held !== undefined) this.draw(held);
  }

  drop(): void {
    clearTimeout(this.timer);
    this.held = undefined;
  }
}
