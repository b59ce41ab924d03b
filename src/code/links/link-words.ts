/** Words and node types that a language gives a meaning for the links, as tables for the walk over its names. */

import type { Language } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import { remember } from '../../shared/maps';
import type { Grammar } from '../../syntax/grammar';
import type { Node } from '../../syntax/syntax-node';
import type { NameRoles } from '../uses/name-roles';

/** What stands before and after a name, read from the UTF-16 units of the text. */
export const unit = {
  space: 0x20,
  dot: 0x2e,
  colon: 0x3a,
  question: 0x3f,
  exclamation: 0x21,
  equals: 0x3d,
  openParenthesis: 0x28,
  closeParenthesis: 0x29,
  closeBracket: 0x5d,
  openBrace: 0x7b,
  closeBrace: 0x7d,
  dollar: 0x24,
  doubleQuote: 0x22,
  singleQuote: 0x27,
  dash: 0x2d,
  greater: 0x3e,
  backslash: 0x5c,
  less: 0x3c,
  at: 0x40,
} as const;

/** The length of the member operator (`.`, `::`, `->`, `\`) before an offset; 0 if there is none. */
export function memberOperator(units: Uint16Array, start: number): number {
  const last = units[start - 1] ?? 0;
  const before = units[start - 2] ?? 0;
  // `...rest` and ranges `..end` are not member access.
  if (last === unit.dot) return before === unit.dot ? 0 : 1;
  if (last === unit.colon) return before === unit.colon ? 2 : 0;
  // PHP's `->$name` is no member of that name.
  if (last === unit.greater) return before === unit.dash && units[start] !== unit.dollar ? 2 : 0;
  return last === unit.backslash ? 1 : 0;
}

/** The name begins with the `\\` of PHP's global namespace. */
export function isAbsolute(units: Uint16Array, start: number): boolean {
  return units[start - 1] === unit.backslash && !isWordUnit(units[start - 2] ?? 0);
}

/** A letter, a digit or `_`. */
function isWordUnit(code: number): boolean {
  const isLetter = (code >= 0x41 && code <= 0x5a) || (code >= 0x61 && code <= 0x7a) || code > 0x7f;
  return isLetter || (code >= 0x30 && code <= 0x39) || code === 0x5f;
}

export function afterSpaces(units: Uint16Array, from: number): number {
  let at = from;
  while (units[at] === unit.space) at++;
  return at;
}

/** Words with a meaning have the same codes here as in `standing` of placed-names.ts. */
export const wordCodes = { plain: 1, own: 2, base: 3, keyword: 4, builtin: 5, root: 6, result: 7 } as const;

const noTypes: ReadonlySet<number> = new Set();

const knownIds = new WeakMap<Grammar, Map<readonly string[], ReadonlySet<number>>>();

/** The ids of node types in a grammar. Pass the same list again: its ids are kept. */
function typeIds(grammar: Grammar, types: readonly string[] | undefined): ReadonlySet<number> {
  if (!types) return noTypes;
  return idsBy(grammar, types, (type) => types.includes(type));
}

const typeParameter: readonly string[] = ['type_parameter'];

/** The ids of the nodes around the names of type parameters. */
function typeParameterIds(grammar: Grammar): ReadonlySet<number> {
  return idsBy(grammar, typeParameter, (type) => type.includes('type_parameter'));
}

function idsBy(grammar: Grammar, key: readonly string[], fits: (type: string) => boolean): ReadonlySet<number> {
  const known = remember(knownIds, grammar, () => new Map<readonly string[], ReadonlySet<number>>());
  return remember(known, key, () => new Set(grammar.types.flatMap((type, id) => (fits(type) ? [id] : []))));
}

/** The ids of edges, as `edgeId` makes them. The fields of their node types must be known to the walk. */
function edgeIds(grammar: Grammar, edges: readonly string[] | undefined): ReadonlySet<number> {
  if (!edges) return noTypes;
  const ids = new Set<number>();
  for (const edge of edges) {
    const [type = '', field] = edge.split('.');
    for (const id of typeIds(grammar, [type])) {
      if (field !== undefined) ids.add(edgeId(id, grammar.fields.indexOf(field)));
      else for (let i = 0; i <= grammar.fields.length; i++) ids.add(edgeId(id, i));
    }
  }
  return ids;
}

function edgeId(type: number, field: number): number {
  return type * 256 + field;
}

const knownWords = new WeakMap<LanguageLinks, ReadonlyMap<string, number>>();

/** The codes of the words that a language gives a meaning. */
export function wordsOf(links: LanguageLinks): ReadonlyMap<string, number> {
  return remember(knownWords, links, () => {
    const { own = [], base = [], keywords = [], builtins = [], pathRoots = [], results = [] } = links;
    const all: [string, number][] = [];
    for (const word of builtins) all.push([word, wordCodes.builtin]);
    for (const word of pathRoots) all.push([word, wordCodes.root]);
    for (const word of results) all.push([word, wordCodes.result]);
    for (const word of keywords) all.push([word, wordCodes.keyword]);
    for (const word of base) all.push([word, wordCodes.base]);
    for (const word of own) all.push([word, wordCodes.own]);
    return new Map(all);
  });
}

const importTypesOf = new WeakMap<Language, readonly string[]>();

/** The nodes of import statements. Declarations that may be an import (`const x = require('x')`) are not among them. */
function importTypes(language: Language, grammar: Grammar): ReadonlySet<number> {
  const types = remember(importTypesOf, language, () =>
    Object.keys(language.structure.imports ?? {}).filter((type) => /import|use|include/.test(type)),
  );
  return typeIds(grammar, types);
}

/** What the nodes around a word say about it, by the ids of their types. */

const maxDepth = 12;

/** The identifier that names an expression or a type: `save` for `repo.save(x)`, `Map` for `new Map<string, X>()`. */
export function namingNode(node: Node, { naming, choices }: LanguageLinks): Node | undefined {
  let at: Node | null = node;
  for (let depth = 0; at && depth < maxDepth; depth++) {
    const { type }: Node = at;
    const rule: string | ((node: Node) => Node | null) | undefined = naming[type];
    const chosen: readonly Node[] | undefined = rule === undefined ? choices?.[type]?.(at) : undefined;
    if (rule === undefined && !chosen) return at.namedChildCount === 0 ? at : undefined;
    if (rule === '.') return at;
    if (chosen) at = chosen[0] ?? null;
    else if (typeof rule === 'function') at = rule(at);
    else at = rule ? at.childForFieldName(rule) : at.firstNamedChild;
  }
  return undefined;
}

/** The same for each of the values that an expression chooses from: `a` and `b` for `c ? a : b`. */
export function namingNodes(node: Node, links: LanguageLinks): readonly Node[] {
  const choose = links.choices?.[node.type];
  if (choose) return choose(node).flatMap((choice) => namingNodes(choice, links));
  const naming = namingNode(node, links);
  return naming ? [naming] : [];
}

/** The path to the current word. */
type WordPath = Pick<NameRoles, 'path' | 'depth'>;

export class NodeTests {
  private readonly silent: ReadonlySet<number>;
  private readonly typeEdges: ReadonlySet<number>;
  private readonly annotated: ReadonlySet<number>;
  private readonly patternKeys: ReadonlySet<number>;
  private readonly typeParameters: ReadonlySet<number>;
  private readonly imports: ReadonlySet<number>;

  constructor(links: LanguageLinks, grammar: Grammar, language: Language) {
    this.silent = typeIds(grammar, links.silent);
    this.typeEdges = edgeIds(grammar, links.typeEdges);
    this.annotated = typeIds(grammar, links.annotated);
    this.patternKeys = typeIds(grammar, links.patternKeys);
    this.typeParameters = typeParameterIds(grammar);
    this.imports = importTypes(language, grammar);
  }

  /** The word is in an import at module level, in `#if` or directly in a namespace, whose body is a node of its own. */
  isSilent({ path, depth }: WordPath): boolean {
    if (this.silent.size === 0) return false;
    for (let at = 1; at < depth && at < 4; at++) if (this.silent.has(path.typeAt(at))) return true;
    return false;
  }

  isTypeName({ path, depth }: WordPath): boolean {
    return (
      this.typeEdges.size > 0 && depth > 0 && this.typeEdges.has(edgeId(path.typeAt(depth - 1), path.fieldAt(depth)))
    );
  }

  /** `self.x: Foo = …`: the assignment begins with the member. */
  isAnnotated({ path, depth }: WordPath): boolean {
    if (this.annotated.size === 0 || depth < 2) return false;
    return path.startAt(depth - 1) === path.startAt(depth - 2) && this.annotated.has(path.typeAt(depth - 2));
  }

  /** The word begins a part of a pattern: `a` in `{ a: b }`. */
  isPatternKey({ path, depth }: WordPath, start: number): boolean {
    if (this.patternKeys.size === 0 || depth === 0) return false;
    return path.startAt(depth - 1) === start && this.patternKeys.has(path.typeAt(depth - 1));
  }

  isTypeParameter({ path, depth }: WordPath): boolean {
    return depth > 0 && this.typeParameters.has(path.typeAt(depth - 1));
  }

  /** The depth of the import that the word is in; 0 if it is in none. */
  importAround({ path, depth }: WordPath): number {
    if (this.imports.size === 0) return 0;
    for (let at = depth - 1; at > 0 && at >= depth - 4; at--) if (this.imports.has(path.typeAt(at))) return at;
    return 0;
  }
}
