/** The scopes inside a definition and after a namespace statement. */
import type { LocatedName } from '../../languages/language';
import type { Scope } from '../cut/atom';
import type { Definition } from './outline';

export function scopeInside(scope: readonly Scope[], definition: Definition): Scope[] {
  const { owner, kind, name } = definition;
  const outer: Scope[] =
    owner === undefined ? [] : [{ name: owner, kind: 'type', definition: undefined, signature: undefined }];
  return [...scope, ...outer, { name: name ?? '', kind, definition, signature: undefined }];
}

/** The scope after the statement that names a file's namespace or package. */
export function scopeAfter(
  outer: readonly Scope[],
  names: readonly LocatedName[],
  statement: string,
): readonly Scope[] {
  const signature = statement.replace(/\s+/g, ' ').replace(/[;{\s]+$/, '');
  const scope = [...outer];
  for (const name of names) scope.push({ name: name.text, kind: 'namespace', definition: undefined, signature });
  return scope;
}
