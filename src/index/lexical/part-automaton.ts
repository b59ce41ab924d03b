/** The automaton of Aho and Corasick for parts of words: it reads text letter by letter and always knows which parts end there. */
import { canLackRest, type WordPart } from '../terms/literal-terms';

/** ASCII; parts have no other letters. */
export const letterCount = 128;

export class PartAutomaton {
  /** By state and letter: the next state. State 0 is the start. */
  readonly next: Uint16Array;
  /** By state: the parts that end there. */
  readonly wholeParts: number[][] = [[]];
  /** By state: the parts of which all but an ending that stems do not have ends there. */
  readonly begunParts: number[][] = [[]];
  /** By state: 1 if parts end there, 2 if all but an ending of one does, 3 if both are true. */
  readonly flags: Uint8Array;

  constructor(parts: readonly WordPart[]) {
    const children: Map<number, number>[] = [new Map()];
    parts.forEach((one, part) => {
      const { text } = one;
      let state = 0;
      for (let i = 0; i < text.length; i++) {
        const letter = text.charCodeAt(i);
        const known = children[state]?.get(letter);
        if (known === undefined) {
          children[state]?.set(letter, children.length);
          state = children.length;
          children.push(new Map());
          this.wholeParts.push([]);
          this.begunParts.push([]);
        } else state = known;
        if (i + 1 === text.length) this.wholeParts[state]?.push(part);
        else if (canLackRest(one, i + 1)) this.begunParts[state]?.push(part);
      }
    });
    this.next = this.link(children);
    this.flags = Uint8Array.from(
      this.wholeParts,
      (of, state) => (of.length > 0 ? 1 : 0) + ((this.begunParts[state]?.length ?? 0) > 0 ? 2 : 0),
    );
  }

  /** Fills the table, shorter beginnings first: what a state lacks, it has from the longest shorter state that ends like it. */
  private link(children: readonly ReadonlyMap<number, number>[]): Uint16Array {
    const next = new Uint16Array(children.length * letterCount);
    const queue: { readonly state: number; readonly shorter: number }[] = [{ state: 0, shorter: 0 }];
    for (const { state, shorter } of queue) {
      if (state !== 0) {
        next.copyWithin(state * letterCount, shorter * letterCount, (shorter + 1) * letterCount);
        this.wholeParts[state]?.push(...(this.wholeParts[shorter] ?? []));
        this.begunParts[state]?.push(...(this.begunParts[shorter] ?? []));
      }
      for (const [letter, child] of children[state] ?? []) {
        queue.push({ state: child, shorter: state === 0 ? 0 : (next[state * letterCount + letter] ?? 0) });
        next[state * letterCount + letter] = child;
      }
    }
    return next;
  }
}
