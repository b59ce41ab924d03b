/**
 * Finds which module-level names the code uses, and where. Compilers build a table of every scope. Here only names that the module
 * binds matter, and a local that hides one of them is spelled the same. So the text is scanned for those words alone, each
 * occurrence is looked up in the tree, and its ancestors decide whether it uses the name, binds it in an inner scope, or is
 * something else (a property, a key, a string). A use counts unless a binding of that name encloses it.
 */

import type { IdentifierRole, Language, LanguageReferences } from '../../languages/language';
import { addToList, remember } from '../../shared/maps';
import type { Grammar } from '../../syntax/grammar';
import type { NodePath, SyntaxTree } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { GlobalDefinition, ImportStatement, ModuleNames } from './module-names';
import { hides, type LocalScope, NameRoles, ReferenceRules, type UsePlace } from './name-roles';
import { type NamedWord, namedWords } from './name-scan';

export interface NameUse {
  readonly name: string;
  readonly offset: number;
  readonly target: ImportStatement | GlobalDefinition;
}

interface Occurrence extends UsePlace {
  readonly name: string;
  /** `internal` for `internal::name`, if the language has qualified names; empty for `::name`. */
  readonly qualifier: string | undefined;
}

interface Binding extends LocalScope {
  readonly occurrence: Occurrence;
}

const rulesOf = new WeakMap<Grammar, ReferenceRules>();

/** The reference rules of a language as tables for its grammar; made once. */
export function referenceRules(references: LanguageReferences, grammar: Grammar): ReferenceRules {
  return remember(rulesOf, grammar, () => new ReferenceRules(references, grammar));
}

/** All uses of module-level names in a tree, in source order. */
export function findUses(
  language: Language,
  grammar: Grammar,
  tree: SyntaxTree,
  source: SourceText,
  names: ModuleNames,
): readonly NameUse[] {
  const whole = { start: 0, end: Number.POSITIVE_INFINITY, parsed: { grammar, tree } };
  return findUsesInTrees(language, [whole], source, names);
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
  const words = namedWords(source, references, names);
  const uses: NameUse[] = [];
  let next = 0;
  for (const { start, end, parsed } of ranges) {
    const rules = referenceRules(references, parsed.grammar);
    const scan = new UseScan(
      rules,
      parsed.tree.path(rules.needsField),
      names,
      source.text,
      references.qualified ?? false,
    );
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

/** All words that spell a module-level name, without a tree: for templates, whose code is in attributes and text. */
export function findUsesBySpelling(language: Language, source: SourceText, names: ModuleNames): readonly NameUse[] {
  const uses: NameUse[] = [];
  if (!language.references) return uses;
  for (const word of namedWords(source, language.references, names)) {
    const target = names.lookup(word.text, word.start);
    if (target) uses.push({ name: word.text, offset: word.start, target });
  }
  return uses;
}

class UseScan {
  private readonly roles: NameRoles;
  private readonly occurrences: Occurrence[] = [];
  private readonly targets = new Map<string, ImportStatement>();
  private readonly bindings = new Map<string, Binding[]>();
  private readonly globalNames = new Set<string>();
  private readonly memberUses: NameUse[] = [];

  constructor(
    rules: ReferenceRules,
    path: NodePath,
    private readonly names: ModuleNames,
    private readonly text: string,
    private readonly qualified: boolean,
  ) {
    this.roles = new NameRoles(rules, path);
  }

  visit(word: NamedWord): void {
    const { roles } = this;
    roles.moveTo(word.start, word.end);
    // Otherwise the word is part of something else, such as the content of a string.
    if (roles.leaf === 0 || (roles.leaf !== 3 && !roles.isWord)) return;
    if (word.isMember && word.provider) {
      this.memberUses.push({ name: word.text, offset: word.start, target: word.provider });
      return;
    }
    if (word.provider) this.targets.set(word.text, word.provider);
    const role = roles.role();
    if (role === 'name') return;
    const { isType, scope, outsideOf } = roles.place();
    const qualifier = this.qualified ? qualifierBefore(this.text, word.start) : undefined;
    const occurrence: Occurrence = { name: word.text, offset: word.start, isType, scope, outsideOf, qualifier };
    if (role === 'reference' || role === 'pass') this.occurrences.push(occurrence);
    else if (role === 'global') this.globalNames.add(`${word.text} ${scope}`);
    else this.bind(role, occurrence);
  }

  private bind(role: IdentifierRole, occurrence: Occurrence): void {
    const local = this.roles.localScope(role);
    if (local) addToList(this.bindings, occurrence.name, { ...local, occurrence });
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
    return this.bindings.get(use.name)?.some((binding) => hides(binding, use)) ?? false;
  }
}

/** `a::b` for `a::b::name`, without type arguments; undefined if there is no `::` before the name. */
function qualifierBefore(text: string, start: number): string | undefined {
  if (text.charCodeAt(start - 1) !== 58 || text.charCodeAt(start - 2) !== 58) return undefined;
  const before = text.slice(Math.max(0, start - 200), start);
  const path = /(?:\w+(?:<[^<>]*>)?::)+$/.exec(before)?.[0] ?? '';
  return path.replace(/<[^<>]*>/g, '').slice(0, -2);
}
