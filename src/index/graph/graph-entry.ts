/** What the graph answers with: plain data that goes to editors, the command line and agents as it is. */
import type { DefinitionKind } from '../../languages/language';
import type { DefinitionPlace, LinkedFile } from './link-source';
import type { FoundHow } from './resolve/meaning';

/** A definition of the workspace, or a file where code outside of definitions is meant. */
export interface GraphPlace {
  /** With the type it belongs to: `Repo.save`; the path for a file. */
  readonly name: string;
  readonly kind: DefinitionKind | 'file';
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  /** On one line; left out for a file, and where the file on disk is not the one that was indexed. */
  readonly signature?: string;
  /** The first line of its documentation. */
  readonly doc?: string;
}

/** Something that code uses, or that uses it. */
export interface GraphEntry extends GraphPlace {
  readonly how: FoundHow;
  /** The lines of the use: in the code that was asked about for what it uses, in the file of the entry for what uses it. */
  readonly lines: readonly number[];
  /** The next level, if more than one was asked for. Empty where it would repeat what is above it. */
  readonly entries?: readonly GraphEntry[];
}

export type GraphDirection = 'uses' | 'used by';

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
