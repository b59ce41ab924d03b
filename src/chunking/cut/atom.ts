/** The smallest stretches of text that may become a chunk. */
import type { Kind } from '../../languages/language';
import type { Fallback, ProseKind } from '../chunk';
import type { Definition } from '../identify/outline';

export interface Scope {
  readonly name: string;
  readonly kind: Kind | 'section';
  readonly definition: Definition | undefined;
  /** How it is told, where no definition tells: the statement of a file's namespace or package. */
  readonly signature: string | undefined;
}

export interface Atom {
  readonly start: number;
  readonly end: number;
  /** How naturally the text parts before this atom; see `cut.ts`. */
  readonly strength: number;
  /** How many nodes were opened to reach it, and to reach the gap before it. */
  readonly depth: number;
  readonly gapDepth: number;
  readonly scope: readonly Scope[];
  /** What is defined here: the definition of a whole node, or of the head of an opened one. */
  readonly definition: Definition | undefined;
  /** What a comment that found no room beside its definition documents. */
  readonly about: Definition | undefined;
  /** What is defined inside a transparent node that is whole here: the functions of an `#ifdef` block. */
  readonly held: readonly Definition[] | undefined;
  readonly is: 'import' | 'comment' | 'code';
  readonly fallback: Fallback | undefined;
  /** What a stretch of prose is; code has definitions instead. */
  readonly prose?: ProseLabel;
}

export interface ProseLabel {
  readonly kind: ProseKind;
  /** It begins with the heading of a section that was opened. */
  readonly isHead?: boolean;
  /** A section's heading, a table's caption, a message's speaker; mostly empty. */
  readonly name: string;
}
