/**
 * Finds which module-level names the code uses, and where. Compilers build a table of every scope. Here only names that the module
 * binds matter, and a local that hides one of them is spelled the same. So the text is scanned for those words alone, each
 * occurrence is looked up in the tree, and its ancestors decide whether it uses the name, binds it in an inner scope, or is
 * something else (a property, a key, a string). A use counts unless a binding of that name encloses it.
 */

import type { IdentifierRole, Language, LanguageReferences } from '../../languages/language';
import type { Grammar } from '../../syntax/grammar';
import type { Node } from '../../syntax/syntax-node';
import type { NodePath, SyntaxTree } from '../../syntax/syntax-tree';
import type { SourceText } from '../source-text';
import type { GlobalDefinition, ImportStatement, ModuleNames } from './module-names';
import { type NamedWord, namedWords } from './name-scan';
import { firstRoleFunction, noRole, ReferenceRules, roleCodes, scopeCodes } from './reference-rules';

export interface NameUse {
  readonly name: string;
  readonly offset: number;
  readonly target: ImportStatement | GlobalDefinition;
}

interface Occurrence {
  readonly name: string;
  readonly offset: number;
  readonly isType: boolean;
  /** Start of the innermost function or class scope around it, -1 at module level: names of class bodies need it. */
  readonly scope: number;
  /** Start of a scope that contains it but whose names it does not see. */
  readonly outsideOf: number;
  /** `internal` for `internal::name`, if the language has qualified names; empty for `::name`. */
  readonly qualifier: string | undefined;
}

interface Binding {
  readonly scopeStart: number;
  readonly scopeEnd: number;
  readonly from: number;
  readonly inClass: boolean;
  /** Undefined for both types and values. */
  readonly isType: boolean | undefined;
  readonly occurrence: Occurrence;
}

const rulesOf = new WeakMap<Grammar, ReferenceRules>();

/** All uses of module-level names in a tree, in source order. */
export function findUses(
  language: Language,
  grammar: Grammar,
  tree: SyntaxTree,
  source: SourceText,
  names: ModuleNames,
): readonly NameUse[] {
  const { references } = language;
  if (!references || (names.imports.length === 0 && names.globals.length === 0)) return [];
  const scan = useScan(references, grammar, tree, source, names);
  for (const word of namedWords(source.text, source.units, references, names)) scan.visit(word);
  return scan.uses();
}

/** The part of a document that a tree was parsed from. */
interface ParsedRange {
  readonly start: number;
  readonly end: number;
  readonly parsed: { readonly grammar: Grammar; readonly tree: SyntaxTree };
}

/** The same in blocks of code of one document, in order: a block uses its own names and those of blocks before it. */
export function findUsesInTrees(
  language: Language,
  ranges: readonly ParsedRange[],
  source: SourceText,
  names: ModuleNames,
): readonly NameUse[] {
  const { references } = language;
  if (!references || (names.imports.length === 0 && names.globals.length === 0)) return [];
  const words = namedWords(source.text, source.units, references, names);
  const uses: NameUse[] = [];
  let next = 0;
  for (const { start, end, parsed } of ranges) {
    const scan = useScan(references, parsed.grammar, parsed.tree, source, names);
    for (; next < words.length; next++) {
      const word = words[next];
      if (!word || word.start >= end) break;
      if (word.start >= start) scan.visit(word);
    }
    // An import that binds no names of its own (`import *`) provides them from its block on.
    for (const use of scan.uses()) if (use.target.start < end) uses.push(use);
  }
  return uses;
}

function useScan(
  references: LanguageReferences,
  grammar: Grammar,
  tree: SyntaxTree,
  source: SourceText,
  names: ModuleNames,
): UseScan {
  let rules = rulesOf.get(grammar);
  if (!rules) {
    rules = new ReferenceRules(references, grammar);
    rulesOf.set(grammar, rules);
  }
  return new UseScan(rules, tree.path(rules.needsField), names, source.text, references.qualified ?? false);
}

/** All words that spell a module-level name, without a tree: for templates, whose code is in attributes and text. */
export function findUsesBySpelling(language: Language, source: SourceText, names: ModuleNames): readonly NameUse[] {
  const uses: NameUse[] = [];
  if (!language.references) return uses;
  for (const word of namedWords(source.text, source.units, language.references, names)) {
    const target = names.lookup(word.text, word.start);
    if (target) uses.push({ name: word.text, offset: word.start, target });
  }
  return uses;
}

class UseScan {
  private readonly occurrences: Occurrence[] = [];
  private readonly targets = new Map<string, ImportStatement>();
  private readonly bindings = new Map<string, Binding[]>();
  private readonly globalNames = new Set<string>();
  private readonly memberUses: NameUse[] = [];

  constructor(
    private readonly rules: ReferenceRules,
    readonly path: NodePath,
    private readonly names: ModuleNames,
    private readonly text: string,
    private readonly qualified: boolean,
  ) {}

  visit(word: NamedWord): void {
    const { path, rules } = this;
    path.moveTo(word.start);
    let depth = path.depth;
    // PHP's `$foo` is a node around `$` and `foo`: the smallest node with the whole word counts.
    while (depth > 0 && path.startAt(depth) === word.start && path.endAt(depth) < word.end) depth--;
    const leaf = rules.leaves[path.typeAt(depth)] ?? 0;
    const isWord = path.startAt(depth) === word.start && (path.endAt(depth) === word.end || leaf === 4);
    // Otherwise the word is part of something else, such as the content of a string.
    if (leaf === 0 || (leaf !== 3 && !isWord)) return;
    if (word.isMember && word.provider) {
      this.memberUses.push({ name: word.text, offset: word.start, target: word.provider });
      return;
    }
    if (word.provider) this.targets.set(word.text, word.provider);
    const isType = leaf === 2 || (depth > 0 && rules.isTypeEdge(path.typeAt(depth - 1), path.fieldAt(depth)));
    let role = 0;
    let at = depth;
    for (; at > 0; at--) {
      let code = rules.role(path.typeAt(at - 1), path.fieldAt(at));
      if (code === noRole) break;
      const decide = rules.functions[code - firstRoleFunction];
      if (decide) code = roleCodes.indexOf(decide(path.nodeAt(at)));
      role = code;
      if (roleCodes[code] !== 'pass') break;
    }
    const name = roleCodes[role];
    if (name === 'name') return;
    const occurrence = this.occurrence(word, isType, depth);
    if (name === 'reference' || name === 'pass') this.occurrences.push(occurrence);
    else if (name === 'global') this.globalNames.add(`${word.text} ${occurrence.scope}`);
    else if (name) this.bind(name, occurrence, depth, at, isType);
  }

  private occurrence(word: NamedWord, isType: boolean, depth: number): Occurrence {
    const { path, rules } = this;
    let scope = -1;
    let outsideOf = -1;
    let outside = false;
    for (let i = depth; i >= 0; i--) {
      const code = rules.scopes[path.typeAt(i)];
      if (code && i < depth) {
        if (outside && outsideOf < 0) outsideOf = path.startAt(i);
        else if (code >= scopeCodes.function) {
          scope = path.startAt(i);
          break;
        }
      }
      if (i > 0 && outsideOf < 0 && rules.isOutside(path.typeAt(i - 1), path.fieldAt(i))) outside = true;
    }
    const qualifier = this.qualified ? qualifierBefore(this.text, word.start) : undefined;
    return { name: word.text, offset: word.start, isType, scope, outsideOf, qualifier };
  }

  /** @param bindingDepth depth of the node whose edge makes this a binding. */
  private bind(
    role: IdentifierRole,
    occurrence: Occurrence,
    depth: number,
    bindingDepth: number,
    isType: boolean,
  ): void {
    const { path, rules } = this;
    let skip = role === 'bindOuter' || role === 'bindBoth' ? 1 : 0;
    for (let i = depth - 1; i >= 0; i--) {
      const scope = rules.scopes[path.typeAt(i)];
      if (!scope || (role === 'bindFunction' && scope === scopeCodes.block)) continue;
      if (skip-- > 0) continue;
      const list = this.bindings.get(occurrence.name);
      const binding: Binding = {
        scopeStart: path.startAt(i),
        scopeEnd: this.scopeEnd(i),
        from: this.visibleFrom(depth, i, bindingDepth),
        inClass: scope === scopeCodes.class,
        isType: role === 'bindBoth' ? undefined : isType,
        occurrence,
      };
      if (list) list.push(binding);
      else this.bindings.set(occurrence.name, [binding]);
      return;
    }
  }

  /**
   * Where a local declared at `depth` becomes visible: in some languages only after its declaration (`let x = x.y;`).
   * If the declaration is itself the scope (a loop, a match arm), the local is visible right after its name.
   */
  private visibleFrom(depth: number, scopeDepth: number, bindingDepth: number): number {
    const { path, rules } = this;
    if (!rules.fromDeclaration) return path.startAt(scopeDepth);
    return path.endAt(bindingDepth - 1 > scopeDepth ? bindingDepth - 1 : depth);
  }

  private scopeEnd(depth: number): number {
    const { path, rules } = this;
    const end = path.endAt(depth);
    if (!rules.reach) return end;
    let node: Node = path.nodeAt(depth);
    const type = rules.reach[node.type];
    if (type === undefined) return end;
    while (node.parent && rules.reach[node.parent.type] !== undefined) node = node.parent;
    const next = node.nextNamedSibling;
    return next?.type === type ? next.endIndex : node.endIndex;
  }

  uses(): NameUse[] {
    const definitions = new Set<number>();
    for (const global of this.names.globals) definitions.add(global.nameStart);
    const found = this.occurrences;
    for (const [name, list] of this.bindings) {
      const local: Binding[] = [];
      for (const binding of list) {
        const { offset, scope } = binding.occurrence;
        // A field or namespace member is bound in its own scope: this is the definition, not a local that hides it.
        if (definitions.has(offset)) continue;
        if (this.globalNames.size > 0 && this.globalNames.has(`${name} ${scope}`)) found.push(binding.occurrence);
        else local.push(binding);
      }
      this.bindings.set(name, local);
    }
    const uses = this.memberUses;
    for (const occurrence of found) {
      const { name, offset, qualifier } = occurrence;
      if (definitions.has(offset) || (qualifier === undefined && this.isHidden(occurrence))) continue;
      const known = qualifier === undefined ? this.names.lookup(name, offset) : this.names.member(qualifier, name);
      const target = known ?? this.targets.get(name);
      if (target) uses.push({ name, offset, target });
    }
    return uses.sort((a, b) => a.offset - b.offset);
  }

  private isHidden(use: Occurrence): boolean {
    const list = this.bindings.get(use.name);
    if (!list) return false;
    return list.some(
      (binding) =>
        use.offset >= binding.from &&
        use.offset >= binding.scopeStart &&
        use.offset < binding.scopeEnd &&
        binding.scopeStart !== use.outsideOf &&
        (!binding.inClass || binding.scopeStart === use.scope) &&
        (binding.isType === undefined || binding.isType === use.isType),
    );
  }
}

/** `a::b` for `a::b::name`, without type arguments; undefined if there is no `::` before the name. */
function qualifierBefore(text: string, start: number): string | undefined {
  if (text.charCodeAt(start - 1) !== 58 || text.charCodeAt(start - 2) !== 58) return undefined;
  const before = text.slice(Math.max(0, start - 200), start);
  const path = /(?:\w+(?:<[^<>]*>)?::)+$/.exec(before)?.[0] ?? '';
  return path.replace(/<[^<>]*>/g, '').slice(0, -2);
}
