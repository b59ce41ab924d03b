/** The scopes inside a definition and after a namespace statement. */
import type { DefinitionKind, LocatedName } from '../../languages/language';
import type { TextRange } from '../source-text';
import type { Definition } from './outline';

export interface Scope {
  readonly name: string;
  readonly kind: DefinitionKind | 'section';
  readonly definition: Definition | undefined;
  /** The statement of a file's namespace or package; undefined for scopes that have a definition. */
  readonly signature: string | undefined;
  /** The range of a section of prose, which begins with its heading. */
  readonly heading: TextRange | undefined;
}

export function scopeInside(scope: readonly Scope[], definition: Definition): Scope[] {
  const { owner, kind, name } = definition;
  const none = { definition: undefined, signature: undefined, heading: undefined };
  const outer: Scope[] = owner === undefined ? [] : [{ name: owner, kind: 'type', ...none }];
  return [...scope, ...outer, { name: name ?? '', kind, ...none, definition }];
}

/** The scope after the statement that names a file's namespace or package. */
export function scopeAfter(
  outer: readonly Scope[],
  names: readonly LocatedName[],
  statement: string,
): readonly Scope[] {
  const signature = statement.replace(/\s+/g, ' ').replace(/[;{\s]+$/, '');
  const scope = [...outer];
  for (const name of names)
    scope.push({ name: name.text, kind: 'namespace', definition: undefined, signature, heading: undefined });
  return scope;
}
