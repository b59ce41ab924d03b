/**
 * C and C++ name a function in two places: the declaration in a header and the definition in a source file. clangd answers with one
 * of them, and both are right. This adds the other, and the overloads beside it: functions with the same name and the same class.
 */
import { ParsedSource } from '../../src/code/identify/parsed-source';
import type { Language } from '../../src/languages/language';
import type { Node } from '../../src/syntax/syntax-node';
import type { GoldUse, Place } from './gold-use';
import { sourceText } from './source-paths';

interface NamedFunction extends Place {
  /** `Class::name`, or `::name`. */
  readonly key: string;
}

const isHeader = (path: string): boolean => /\.(h|hh|hpp|inc)$/.test(path);
const classes = ['class_specifier', 'struct_specifier', 'union_specifier'];

export async function withPairs(
  root: string,
  language: Language,
  paths: readonly string[],
  gold: readonly GoldUse[],
): Promise<GoldUse[]> {
  const keys = new Map<string, string>();
  const byKey = new Map<string, NamedFunction[]>();
  for (const path of paths) {
    const text = sourceText(root, path);
    if (text === undefined) continue;
    for (const found of await functionsIn(language, path, text)) {
      keys.set(placeKey(found), found.key);
      byKey.set(found.key, [...(byKey.get(found.key) ?? []), found]);
    }
  }
  return gold.map((use) => {
    const targets = new Map(use.targets.map((target) => [placeKey(target), target]));
    for (const target of use.targets) {
      for (const other of byKey.get(keys.get(placeKey(target)) ?? '') ?? []) {
        const isPair = other.path === target.path || isHeader(other.path) !== isHeader(target.path);
        if (isPair) targets.set(placeKey(other), { path: other.path, line: other.line });
      }
    }
    return { ...use, targets: [...targets.values()] };
  });
}

async function functionsIn(language: Language, path: string, text: string): Promise<NamedFunction[]> {
  const parsed = await ParsedSource.parse(language, text);
  try {
    const found: NamedFunction[] = [];
    for (const declarator of parsed.tree.rootNode.descendantsOfType('function_declarator')) {
      const name = declarator.childForFieldName('declarator');
      const owner = name && ownerOf(declarator, path);
      if (!name || owner === undefined) continue;
      const parts = name.text.split('::');
      const key = `${parts.at(-2) ?? owner}::${parts.at(-1)}`;
      const line = name.startPosition.row + 1 + (name.text.match(/\n/g)?.length ?? 0);
      found.push({ path, line, key });
    }
    return found;
  } finally {
    parsed.delete();
  }
}

/** The name of the class around a function, or nothing; undefined for locals, parameters and a source file's own functions. */
function ownerOf(declarator: Node, path: string): string | undefined {
  for (let node = declarator.parent; node; node = node.parent) {
    if (node.type === 'compound_statement' || node.type === 'parameter_list') return undefined;
    const isOwn = node.namedChildren.some(
      (child) => child.type === 'storage_class_specifier' && child.text === 'static',
    );
    if (classes.includes(node.type)) return node.childForFieldName('name')?.text ?? '';
    if (isOwn && !isHeader(path) && node.type === 'function_definition') return undefined;
  }
  return '';
}

function placeKey({ path, line }: Place): string {
  return `${path}:${line}`;
}
