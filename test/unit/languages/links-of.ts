/** Helpers for tests of imports and exports: the links of a source, and of every import in it the names it binds. */
import assert from 'node:assert/strict';
import { ParsedSource } from '../../../src/code/identify/parsed-source';
import { languageOf } from '../../../src/engine/workers/chunker';
import type { ImportedNames, ImportLink, Language } from '../../../src/languages/language';
import type { Node } from '../../../src/syntax/syntax-node';

/** The imports at any depth: those inside functions are read by the same readers. */
export function* importsIn(language: Language, node: Node): Generator<ImportedNames> {
  const { imports = {} } = language.structure;
  for (const child of node.namedChildren) {
    const reader = Object.hasOwn(imports, child.type) ? imports[child.type] : undefined;
    const imported = reader?.(child);
    if (imported) yield imported;
    else yield* importsIn(language, child);
  }
}

export function exportsOf(language: Language, root: Node): readonly ImportLink[] {
  const { exports = {} } = language.structure;
  return root.namedChildren.flatMap((child) => exports[child.type]?.(child) ?? []);
}

/** Each link as `local module name`, with `-` for an empty part. */
export async function linksOf(path: string, text: string): Promise<string[]> {
  const language = languageOf({ path, text });
  assert.ok(language, `no language for ${path}`);
  const parsed = await ParsedSource.parse(language, text);
  try {
    const root = parsed.tree.rootNode;
    assert.ok(!root.hasError, `the test source has a syntax error: ${text}`);
    const links = [...importsIn(language, root)].flatMap((imported) => imported.links?.() ?? []);
    return [...links, ...exportsOf(language, root)].map(({ local, module, name }) =>
      [local, module, name].map((part) => part || '-').join(' '),
    );
  } finally {
    parsed.delete();
  }
}
