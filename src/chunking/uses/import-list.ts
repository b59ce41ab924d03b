/**
 * A short list of imports, for chunks whose import statements do not fit the context: the names of each module on one line
 * (`java.util: List, Map`).
 */
import type { ImportStatement } from './module-names';

interface ImportGroup {
  readonly text: string;
  readonly names: readonly string[];
}

export function listImports(imports: Iterable<readonly [ImportStatement, readonly string[]]>): ImportGroup[] {
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

/** The module in an import statement of any language: the quoted text, the name after `from`, or the path without its last part. */
function moduleOf(statement: string, name: string): string {
  const quoted = /["'`<]([^"'`<>\n]+)["'`>]/.exec(statement)?.[1];
  if (quoted !== undefined) return quoted;
  const from = /^\s*from\s+(\S+)\s+import\b/.exec(statement)?.[1];
  if (from !== undefined) return from;
  // Of the paths in the statement (Java's `a.b.C`, Rust's `a::b::{C, D}`), the one that ends with the name, otherwise the first.
  const paths = statement.match(/[\w$]+(?:(?:\.|::|\\|\/)[\w$*]+)+/g) ?? [];
  const path = paths.find((candidate) => candidate.endsWith(name)) ?? paths[0] ?? '';
  return path.replace(/(?:\.|::|\\|\/)[\w$*]+$/, '');
}
