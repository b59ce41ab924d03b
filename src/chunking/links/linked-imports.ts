import type { ImportLink } from '../../languages/language';
import type { Node } from '../../syntax/syntax-node';
import type { Outline } from '../identify/outline';
import type { ModuleNames } from '../uses/module-names';

/** What the imports of a file bring in, also those inside functions, and what it exports other than by defining it. */
export function readImportLinks(outline: Outline, roots: readonly Node[], module: ModuleNames): ImportLink[] {
  const links: ImportLink[] = [];
  for (const { imported } of module.imports) for (const link of imported.links?.() ?? []) links.push(link);
  const { exports } = outline.tables;
  if (exports.size > 0) {
    for (const root of roots) {
      for (const node of root.namedChildren) for (const link of exports.get(node.type)?.(node) ?? []) links.push(link);
    }
  }
  return links;
}

/** What an import statement inside a function brings in. */
export function importLinksIn(outline: Outline, node: Node): readonly ImportLink[] {
  return outline.tables.imports.get(node.type)?.(node)?.links?.() ?? [];
}

/** The names of `package a.b;` or `namespace A\B;`, as written; of the first one, if a file has several. */
export function namespaceOf(outline: Outline, roots: readonly Node[]): string {
  if (outline.tables.fileScopes.size === 0) return '';
  for (const root of roots) {
    for (const node of root.namedChildren) {
      const scope = outline.fileScope(outline.item(node, 'module'));
      if (scope?.[0]) return scope.map(({ text }) => text).join('.');
    }
  }
  return '';
}
