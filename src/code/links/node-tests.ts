/** What the nodes around a word say about it, by the ids of their types. */
import type { Language } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Grammar } from '../../syntax/grammar';
import type { Node } from '../../syntax/syntax-node';
import type { NameRoles } from '../uses/name-roles';
import { edgeId, edgeIds, importTypes, typeIds, typeParameterIds } from './link-words';

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
