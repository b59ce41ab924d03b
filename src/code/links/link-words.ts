/** Words and node types that a language gives a meaning for the links, as tables for the walk over its names. */

import type { Language } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import { remember } from '../../shared/maps';
import type { Grammar } from '../../syntax/grammar';
import type { Node } from '../../syntax/syntax-node';
import type { NameRoles } from '../uses/name-roles';

/** The length of the member operator (`.`, `::`, `->`, `\`) before an offset; 0 if there is none. */
export function memberOperator(text: string, start: number): number {
  const last = text[start - 1];
  const before = text[start - 2];
  // `...rest` and ranges `..end` are not member access.
  if (last === '.') return before === '.' ? 0 : 1;
  if (last === ':') return before === ':' ? 2 : 0;
  // PHP's `->$name` is no member of that name.
  if (last === '>') return before === '-' && text[start] !== '$' ? 2 : 0;
  return last === '\\' ? 1 : 0;
}

/** The name begins with the `\` of PHP's global namespace. */
export function isAbsolute(text: string, start: number): boolean {
  return text[start - 1] === '\\' && !/[\w\u0080-\uffff]/.test(text.charAt(start - 2));
}

export function afterSpaces(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ') at++;
  return at;
}

/** Words with a meaning have the same codes here as in `standing` of placed-names.ts. */
export const wordCodes = { plain: 1, own: 2, base: 3, keyword: 4, builtin: 5, root: 6, result: 7 } as const;

/** The ids of the node types of a grammar that fit. */
function idsOf(grammar: Grammar, fits: (type: string) => boolean): ReadonlySet<number> {
  return new Set(grammar.types.flatMap((type, id) => (fits(type) ? [id] : [])));
}

/** The same for those in a list. */
function typeIds(grammar: Grammar, types: readonly string[] = []): ReadonlySet<number> {
  return idsOf(grammar, (type) => types.includes(type));
}

/** The ids of edges, as `edgeId` makes them. The fields of their node types must be known to the walk. */
function edgeIds(grammar: Grammar, edges: readonly string[] = []): ReadonlySet<number> {
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

/** The codes of the words that a language gives a meaning; of two meanings the later counts. */
function wordsOf(links: LanguageLinks): ReadonlyMap<string, number> {
  const { own = [], base = [], keywords = [], builtins = [], pathRoots = [], results = [] } = links;
  const { builtin, root, result, keyword } = wordCodes;
  const lists = [
    ...([
      [builtins, builtin],
      [pathRoots, root],
      [results, result],
    ] as const),
    ...([
      [keywords, keyword],
      [base, wordCodes.base],
      [own, wordCodes.own],
    ] as const),
  ];
  return new Map(lists.flatMap(([list, code]) => list.map((word) => [word, code] as const)));
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

const knownTests = new WeakMap<Grammar, NodeTests>();

/** The tests for the words of a language; made once for each grammar. */
export function nodeTests(links: LanguageLinks, grammar: Grammar, language: Language): NodeTests {
  return remember(knownTests, grammar, () => new NodeTests(links, grammar, language));
}

export class NodeTests {
  readonly words: ReadonlyMap<string, number>;
  private readonly silent: ReadonlySet<number>;
  private readonly typeEdges: ReadonlySet<number>;
  private readonly annotated: ReadonlySet<number>;
  private readonly patternKeys: ReadonlySet<number>;
  /** The nodes around the names of type parameters. */
  private readonly typeParameters: ReadonlySet<number>;
  /** Import statements. Declarations that may be an import (`const x = require('x')`) are not among them. */
  private readonly imports: ReadonlySet<number>;

  constructor(links: LanguageLinks, grammar: Grammar, language: Language) {
    this.words = wordsOf(links);
    this.silent = typeIds(grammar, links.silent);
    this.typeEdges = edgeIds(grammar, links.typeEdges);
    this.annotated = typeIds(grammar, links.annotated);
    this.patternKeys = typeIds(grammar, links.patternKeys);
    this.typeParameters = idsOf(grammar, (type) => type.includes('type_parameter'));
    const imports = Object.keys(language.structure.imports ?? {});
    this.imports = typeIds(
      grammar,
      imports.filter((type) => /import|use|include/.test(type)),
    );
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
