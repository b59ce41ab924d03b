/**
 * What `using Some.Namespace;` brings into a C# file: the names listed in dotnet-names.ts. For a namespace that is not listed,
 * its name is the only clue.
 */

import { wordSets } from '../word-lists';
import { dotnetExtensionMethods, dotnetStaticMembers, dotnetTypes } from './dotnet-names';

const typesIn = wordSets(dotnetTypes);
const staticMembersOf = wordSets(dotnetStaticMembers);
const extensionMethodsIn = wordSets(dotnetExtensionMethods);

/**
 * Scores how well a type name matches a namespace: `Acme.Services` holds `OrderService`, `Acme.Orders` holds `IOrderList`. A
 * match at the start of the name scores higher than one at the end.
 */
function matchScore(word: string, { last, stem }: Stem): number {
  if (word.length <= stem.length || word === last) return 0;
  if (word.startsWith(stem, /^I[A-Z]/.test(word) ? 1 : 0)) return 2 * stem.length;
  return word.endsWith(stem) ? stem.length : 0;
}

/** The parts of a namespace's name that are compared: for `Acme.Orders`, `Orders` and its stem `Order`. */
type Stem = { readonly last: string; readonly stem: string };

/** Returns undefined for a stem that is too short to be a clue. */
function stemOf(name: string): Stem | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const stem = last.replace(/ies$/, 'y').replace(/s$/, '');
  return stem.length < 4 ? undefined : { last, stem };
}

/**
 * Tests whether `using <name>;` provides a type. A namespace that is not listed must match the type better than every one of
 * `rivals`: the other namespaces that the file uses, and those it declares.
 */
export function dotnetNamespaceProvides(name: string, rivals: readonly string[]): (word: string) => boolean {
  const known = typesIn(name);
  if (known) return (word) => known.has(word);
  const stem = stemOf(name);
  if (!stem) return () => false;
  const others = rivals.filter((rival) => rival !== name).flatMap((rival) => stemOf(rival) ?? []);
  return (word) => {
    const own = matchScore(word, stem);
    return own > 0 && others.every((rival) => matchScore(word, rival) < own);
  };
}

/** Tests whether `using static <name>;` provides a member. */
export function dotnetStaticProvides(name: string): (word: string) => boolean {
  const known = staticMembersOf(name);
  return (word) => known?.has(word) ?? false;
}

/**
 * Tests whether a word called after a dot is an extension method of the namespace. The table leaves out names that are more
 * often methods of other types (`sb.Append`, `string.Join`, `Math.Max`).
 */
export function dotnetExtensionProvides(name: string): (word: string, isCalled: boolean) => boolean {
  const known = extensionMethodsIn(name);
  return (word, isCalled) => isCalled && (known?.has(word) ?? false);
}
