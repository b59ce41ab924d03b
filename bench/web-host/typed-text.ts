/** A TypeScript file of 2,000 lines that is edited in places all over it. */
export function typedLines(): string[] {
  const method = (i: number) => [
    `  /** Adds ${i} to the total. */`,
    `  add${i}(amount: number): number {`,
    `    const next = this.total + amount * ${i};`,
    '    if (next > limits.most) throw new Error("too much");',
    '    this.total = next;',
    '    return next;',
    '  }',
    '',
  ];
  const methods = Array.from({ length: 12 }, (_, i) => method(i)).flat();
  const classOf = (i: number) => [`export class Sum${i} {`, '  private total = 0;', ...methods, '}', ''];
  const classes = Array.from({ length: 21 }, (_, i) => classOf(i)).flat();
  return ["import { limits } from './limits';", '', ...classes].slice(0, 2000);
}

/** Edits before the first that counts, and all edits. */
export const warmEdits = 3;
export const allEdits = 15;

/** The line before which an edit adds one. */
export function editedLine(edit: number): number {
  return 40 + 100 * edit;
}
