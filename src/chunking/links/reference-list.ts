import type { Reference, ReferenceForm } from './file-links';

/** Each reference of a file once. */
export class ReferenceList {
  readonly all: Reference[] = [];
  /** By name: the numbers of the references that have it. Few share one, and no key has to be put together. */
  private readonly byName = new Map<string, number[]>();

  add(form: ReferenceForm, of: number, name: string): number {
    let numbers = this.byName.get(name);
    if (!numbers) {
      numbers = [];
      this.byName.set(name, numbers);
    }
    for (const number of numbers) {
      const known = this.all[number];
      if (known?.of === of && known.form === form) return number;
    }
    const number = this.all.length;
    numbers.push(number);
    this.all.push({ form, of, name });
    return number;
  }
}
