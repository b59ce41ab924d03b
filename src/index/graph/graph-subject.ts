import type { DefinitionPlace, LinkedFile } from './link-source';

/** Code that someone asks about: a definition, or lines outside of all definitions. */
export interface GraphSubject {
  readonly file: LinkedFile;
  readonly from: number;
  readonly to: number;
  /** Missing for lines outside of definitions. */
  readonly place?: DefinitionPlace;
}

/** The same for the same code. */
export function subjectKey({ file, from, to }: GraphSubject): string {
  return `${file.path} ${from} ${to}`;
}
