/**
 * What `using Some.Namespace;` brings into a C# file: what the tables of dotnet-names.ts have. Of a namespace that is not listed
 * nothing is known but its name.
 */
import { dotnetExtensionMethods, dotnetStaticMembers, dotnetTypes, type NameTable } from './dotnet-names';

const sets = new Map<string, ReadonlySet<string>>();

function wordSet(table: NameTable, name: string, kind: string): ReadonlySet<string> | undefined {
  const text = Object.hasOwn(table, name) ? table[name] : undefined;
  if (text === undefined) return undefined;
  const key = `${kind} ${name}`;
  let set = sets.get(key);
  if (!set) {
    set = new Set(text.trim().split(/\s+/));
    sets.set(key, set);
  }
  return set;
}

/**
 * How well a type's name fits a namespace's: `Acme.Services` holds `OrderService`, `Acme.Orders` holds `IOrderList`. What a name
 * begins with tells more than what it ends with.
 */
function likeness(word: string, { last, stem }: Stem): number {
  if (word.length <= stem.length || word === last) return 0;
  if (word.startsWith(stem, /^I[A-Z]/.test(word) ? 1 : 0)) return 2 * stem.length;
  return word.endsWith(stem) ? stem.length : 0;
}

/** What is compared of a namespace's name: `Orders` of `Acme.Orders`, and `Order`. */
interface Stem {
  readonly last: string;
  readonly stem: string;
}

/** Undefined: too short to tell anything. */
function stemOf(name: string): Stem | undefined {
  const last = name.slice(name.lastIndexOf('.') + 1);
  const stem = last.replace(/ies$/, 'y').replace(/s$/, '');
  return stem.length < 4 ? undefined : { last, stem };
}

/**
 * Whether `using <name>;` makes a type usable. Of a namespace that is not listed its name must fit the type's better than those
 * of `rivals`: the other namespaces that the file uses, and its own.
 */
export function dotnetNamespaceProvides(name: string, rivals: readonly string[]): (word: string) => boolean {
  const known = wordSet(dotnetTypes, name, 'types');
  if (known) return (word) => known.has(word);
  const stem = stemOf(name);
  if (!stem) return () => false;
  const others = rivals.filter((rival) => rival !== name).flatMap((rival) => stemOf(rival) ?? []);
  return (word) => {
    const own = likeness(word, stem);
    return own > 0 && others.every((rival) => likeness(word, rival) < own);
  };
}

/** Whether `using static <name>;` makes a member usable. */
export function dotnetStaticProvides(name: string): (word: string) => boolean {
  const known = wordSet(dotnetStaticMembers, name, 'statics');
  return (word) => known?.has(word) ?? false;
}

/**
 * Whether a word called after a dot is an extension method of the namespace. Names that other types have too as methods of
 * their own, and more often (`sb.Append`, `string.Join`, `Math.Max`), are left out above.
 */
export function dotnetExtensionProvides(name: string): (word: string, isCalled: boolean) => boolean {
  const known = wordSet(dotnetExtensionMethods, name, 'extensions');
  return (word, isCalled) => isCalled && (known?.has(word) ?? false);
}
