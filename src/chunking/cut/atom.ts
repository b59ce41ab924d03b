/** The smallest stretches of text that may become a chunk. */
import type { DefinitionKind } from '../../languages/language';
import type { Fallback, ProseKind } from '../chunk';
import type { Definition } from '../identify/outline';

export interface Scope {
  readonly name: string;
  readonly kind: DefinitionKind | 'section';
  readonly definition: Definition | undefined;
  /** The statement of a file's namespace or package; undefined for scopes that have a definition. */
  readonly signature: string | undefined;
}

export interface Atom {
  readonly start: number;
  readonly end: number;
  /** How natural a cut before this atom is; see `gap-strength.ts`. */
  readonly strength: number;
  /** Number of nodes that were opened to reach this atom, and to reach the gap before it. */
  readonly depth: number;
  readonly gapDepth: number;
  readonly scope: readonly Scope[];
  /** The definition in this atom: a whole one, or the one whose head this is. */
  readonly definition: Definition | undefined;
  /** The definition that this comment documents, if the comment did not fit beside it. */
  readonly about: Definition | undefined;
  /** The definitions inside a transparent node that is whole in this atom: the functions of an `#ifdef` block. */
  readonly held: readonly Definition[] | undefined;
  readonly is: 'import' | 'comment' | 'code';
  readonly fallback: Fallback | undefined;
  /** Prose only; code has definitions instead. */
  readonly prose?: ProseLabel;
}

export interface ProseLabel {
  readonly kind: ProseKind;
  /** The atom begins with the heading of an opened section. */
  readonly isHead?: boolean;
  /** A section's heading, a table's caption, a message's speaker; mostly empty. */
  readonly name: string;
}
