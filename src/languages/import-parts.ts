/** What readers of imports share: the parts of a statement that code uses, and what names mean. */
import type { ImportedNames, ImportLink } from './language';

/** One item of an import statement, as written, and the names it binds. */
export type ImportPart = { readonly text: string; readonly names: readonly string[] };

/** The texts of the parts that bind at least one used name. */
export function usedTexts(parts: readonly ImportPart[], used: ReadonlySet<string>): string[] {
  const texts: string[] = [];
  for (const part of parts) if (part.names.some((name) => used.has(name))) texts.push(part.text);
  return texts;
}

/** All names that the parts bind. */
export function partNames(parts: readonly ImportPart[]): string[] {
  return parts.flatMap((part) => part.names);
}

/** One item of an import statement, as written, and what it brings in. */
export type ImportItem = { readonly text: string; readonly links: readonly ImportLink[] };

/**
 * An import that lists what it brings in.
 * @param write the statement with only the items of these texts
 */
export function listedImport(items: readonly ImportItem[], write: (texts: readonly string[]) => string) {
  const links = items.flatMap((item) => item.links);
  return {
    names: links.map(({ local }) => local),
    narrow: (used) => {
      const needed = items.filter((item) => item.links.some(({ local }) => used.has(local)));
      return write(needed.map(({ text }) => text));
    },
    links: () => links,
  } satisfies ImportedNames;
}

/** Every name of a module. */
export function everyName(module: string): ImportLink {
  return { local: '*', module, name: '*' };
}

/** A module under a name of its own. */
export function wholeModule(local: string, module: string): ImportLink {
  return { local, module, name: '' };
}

/** The last part of a path in the rest of it: `a.b.C` is `C` of `a.b`. A path with one part is a module. */
export function lastOfPath(path: string, separator: string, local?: string): ImportLink {
  const at = path.lastIndexOf(separator);
  if (at <= 0) return wholeModule(local ?? path, path);
  const name = path.slice(at + separator.length);
  return { local: local ?? name, module: path.slice(0, at), name };
}
