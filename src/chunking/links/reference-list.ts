import type { Reference, ReferenceForm } from './file-links';

/** Each reference of a file once. */
export class ReferenceList {
  readonly all: Reference[] = [];
  private readonly numbers = new Map<string, number>();

  add(form: ReferenceForm, of: number, name: string): number {
    const key = `${form} ${of} ${name}`;
    let number = this.numbers.get(key);
    if (number === undefined) {
      number = this.all.length;
      this.numbers.set(key, number);
      this.all.push({ form, of, name });
    }
    return number;
  }
}
