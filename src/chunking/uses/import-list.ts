/**
 * Imports in few words, for chunks whose import statements do not fit the context: where each name comes from, several names of
 * one module together (`java.util: List, Map`).
 */
import type { Import } from './module-names';

interface ImportGroup {
  readonly text: string;
  readonly names: readonly string[];
}

export function listImports(imports: Iterable<readonly [Import, readonly string[]]>): ImportGroup[] {
  const groups = new Map<string, string[]>();
  for (const [entry, names] of imports) {
    for (const name of names) {
      const module = moduleOf(entry.text, name);
      const known = groups.get(module);
      if (known) known.push(name);
      else groups.set(module, [name]);
    }
  }
  const list: ImportGroup[] = [];
  for (const [module, names] of groups) {
    list.push({ text: module === '' ? names.join(', ') : `${module}: ${names.join(', ')}`, names });
  }
  return list;
}

/** The module in an import statement of any language: what is quoted, what `from` names, or the path without its last part. */
function moduleOf(statement: string, name: string): string {
  const quoted = /["'`<]([^"'`<>\n]+)["'`>]/.exec(statement)?.[1];
  if (quoted !== undefined) return quoted;
  const from = /^\s*from\s+(\S+)\s+import\b/.exec(statement)?.[1];
  if (from !== undefined) return from;
  // Of the paths in the statement (Java's `a.b.C`, Rust's `a::b::{C, D}`), the one that ends with the name, else the first.
  const paths = statement.match(/[\w$]+(?:(?:\.|::|\\|\/)[\w$*]+)+/g) ?? [];
  const path = paths.find((candidate) => candidate.endsWith(name)) ?? paths[0] ?? '';
  return path.replace(/(?:\.|::|\\|\/)[\w$*]+$/, '');
}
