/**
 * Walks over all names of a file and notes, for each, whether it stands alone or is a member of the name before it. Locals and their
 * scopes are noted too, so that `NamedPlaces` can say afterwards what each name means. The text is scanned for words, and each word is
 * looked up in the tree; objects for nodes are made only where the text alone does not say what a member belongs to.
 */
import type { Language, LanguageReferences } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Grammar } from '../../syntax/grammar';
import type { Node, SyntaxTree } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { ModuleNames } from '../uses/module-names';
import { NameRoles, scopeCodes } from '../uses/name-roles';
import { visitWords } from '../uses/name-scan';
import { referenceRules } from '../uses/references';
import { afterSpaces, isAbsolute, memberOperator, NodeTests, namingNode, unit, wordCodes, wordsOf } from './link-words';
import {
  type LocalName,
  literalReceiver,
  noReceiver,
  numberAt,
  ownReceiver,
  type PlacedName,
  patternReceiver,
  standing,
  type WalkedNames,
} from './placed-names';

/** Names that more locals have are treated as locals everywhere: only generated code has them. */
const manyLocals = 400;

/** The results of a function that say what it returns. */
const manyResults = 4;

/** What an expression or a type may end with. */
const closers: ReadonlySet<number> = new Set([unit.closeParenthesis, unit.closeBracket, unit.closeBrace, unit.greater]);

export function walkNames(
  language: Language,
  references: LanguageReferences,
  links: LanguageLinks,
  grammar: Grammar,
  tree: SyntaxTree,
  source: SourceText,
  module: Pick<ModuleNames, 'has'>,
): WalkedNames {
  const rules = referenceRules(references, grammar);
  const walk = new NameWalk(
    new NameRoles(rules, tree.path(rules.needsField)),
    links,
    language,
    grammar,
    source,
    module,
  );
  visitWords(source, references, (start, end) => {
    walk.visit(start, end);
    return end;
  });
  return walk;
}

class NameWalk implements WalkedNames {
  readonly names: PlacedName[] = [];
  readonly locals = new Map<string, LocalName[]>();
  readonly innerImports: Node[] = [];
  readonly results = new Map<number, number[]>();
  private readonly words: ReadonlyMap<string, number>;
  private readonly tests: NodeTests;

  constructor(
    private readonly roles: NameRoles,
    private readonly links: LanguageLinks,
    language: Language,
    grammar: Grammar,
    private readonly source: SourceText,
    private readonly module: Pick<ModuleNames, 'has'>,
  ) {
    this.words = wordsOf(links);
    this.tests = new NodeTests(links, grammar, language);
  }

  visit(start: number, end: number): void {
    const { roles } = this;
    const { units } = this.source;
    const operator = this.operatorBefore(start);
    roles.moveTo(start, end);
    // Otherwise the word is part of something else, such as the content of a string.
    if (!roles.isWord && roles.leaf !== 3) {
      if (this.links.atFields && units[start - 1] === unit.at && units[start - 2] !== unit.at)
        this.addField(start, end);
      return;
    }
    if (this.tests.isSilent(roles)) return;
    const text = this.source.text.slice(start, end);
    const code = this.codeOf(text);
    if (isAbsolute(units, start)) {
      this.add(start, end, `\\${text}`, standing.alone, noReceiver, false, -1, -1);
      return;
    }
    const receiver = operator > 0 ? this.receiver(start - operator) : noReceiver;
    if (code === wordCodes.result && operator === 0) {
      this.addResult(start);
    } else if (code === wordCodes.builtin && operator === 0) {
      this.add(start, end, text, standing.keyword, receiver, false, -1, -1);
    } else if (code === wordCodes.root && operator === 0) {
      this.add(start, end, text, standing.alone, receiver, true, -1, -1);
    } else if (code > wordCodes.plain && code < wordCodes.builtin) {
      this.add(start, end, text, code, receiver, false, -1, -1);
    } else if (operator > 0) {
      // PHP's `Foo::$bar`.
      const isStatic = units[start] === unit.dollar && units[start - 1] === unit.colon;
      this.add(start, end, isStatic ? text.slice(1) : text, standing.member, receiver, false, -1, -1);
    } else if (roles.leaf !== 0) {
      this.visitAlone(start, end, text);
    } else if (units[end] === unit.colon && this.tests.isPatternKey(roles, start)) {
      this.add(start, end, text, standing.member, patternReceiver, false, -1, -1);
    }
  }

  private addResult(start: number): void {
    const { path, depth, rules } = this.roles;
    let at = depth - 1;
    while (at > 0 && rules.scopes[path.typeAt(at)] !== scopeCodes.function) at--;
    const known = this.results.get(path.startAt(at));
    if (!known) this.results.set(path.startAt(at), [start]);
    else if (known.length < manyResults) known.push(start);
  }

  private addField(start: number, end: number): void {
    const text = this.source.text.slice(start, end);
    this.add(start - 1, end, text, standing.member, ownReceiver, false, -1, -1);
  }

  private visitAlone(start: number, end: number, text: string): void {
    const { roles } = this;
    if (!roles.isWord) {
      this.add(start, end, text, standing.alone, noReceiver, false, -1, -1);
      return;
    }
    const isMethod = this.links.separateMethods === true && roles.isTypeEdge;
    if (isMethod && roles.path.startAt(roles.depth - 1) < start) {
      // `a.<T>method()`
      this.add(start, end, text, standing.member, this.receiverInTree(start), false, -1, -1);
      return;
    }
    if (isMethod) roles.isType = true;
    const role = isMethod ? 'reference' : roles.role();
    if (role === 'name' || role === 'global') return;
    if (role === 'reference' || role === 'pass') {
      const { isType, scope, outsideOf } = roles.place();
      const isTypeName = isType || this.tests.isTypeName(roles);
      this.add(start, end, text, standing.alone, noReceiver, isTypeName, scope, outsideOf);
      return;
    }
    const local = roles.localScope(role);
    if (!local) return;
    const known = this.locals.get(text);
    const entry: LocalName = {
      scopeStart: local.scopeStart,
      scopeEnd: local.scopeEnd,
      from: local.from,
      inClass: local.inClass,
      isType: local.isType,
      offset: start,
      end,
      isImport: this.isInImport(),
      isTypeParameter: this.tests.isTypeParameter(roles),
    };
    if (!known) this.locals.set(text, [entry]);
    else if (known.length < manyLocals) known.push(entry);
  }

  private add(
    offset: number,
    end: number,
    text: string,
    stands: number,
    receiver: number,
    isType: boolean,
    scope: number,
    outsideOf: number,
  ): void {
    const { units } = this.source;
    const next = afterSpaces(units, end);
    const isCalled =
      units[next] === unit.openParenthesis ||
      (units[next] === unit.openBrace && this.links.blockCalls === true) ||
      (stands === standing.member && (units[end] === unit.less || this.isMethodReference(offset)));
    const isAssigned =
      (units[next] === unit.equals && units[next + 1] !== unit.equals && units[next + 1] !== unit.greater) ||
      (units[next] === unit.colon && stands === standing.member && this.tests.isAnnotated(this.roles));
    this.names.push({ offset, end, text, standing: stands, receiver, isCalled, isAssigned, isType, scope, outsideOf });
  }

  /** The number of the name before a member operator, which starts at `operator`. */
  private receiver(operator: number): number {
    const { units } = this.source;
    let end = operator;
    for (
      let code = units[end - 1] ?? 0;
      end > 0 && (code <= unit.space || code === unit.question || code === unit.exclamation);
    ) {
      end--;
      code = units[end - 1] ?? 0;
    }
    const last = this.names.length - 1;
    if (this.names[last]?.end === end) return last;
    const closer = units[end - 1];
    if (closer === unit.doubleQuote || closer === unit.singleQuote) return literalReceiver;
    return closer && closers.has(closer) ? this.receiverInTree(operator) : noReceiver;
  }

  /** `make(a, b).run()`, `all[i].run()`: the tree knows where the expression begins. */
  private receiverInTree(end: number): number {
    const { path, depth } = this.roles;
    if (this.links.receiver) {
      const name = this.links.receiver(path.nodeAt(depth));
      return name ? numberAt(this.names, name.startIndex) : noReceiver;
    }
    // The name may be wrapped: `make().run<T>()`, `make()?.run()` in C#.
    for (let at = depth - 1; at >= 0 && at >= depth - 3; at--) {
      const object = path.nodeAt(at).firstNamedChild;
      if (!object || object.startIndex >= end) continue;
      const naming = object.endIndex <= end ? namingNode(object, this.links) : undefined;
      return naming ? numberAt(this.names, naming.startIndex) : noReceiver;
    }
    return noReceiver;
  }

  /** The length of the member operator before a word; 0 if there is none. `::x` at the start of an expression is a plain name. */
  private operatorBefore(start: number): number {
    const { units } = this.source;
    const length = memberOperator(units, start);
    const before = units[start - 3] ?? unit.space;
    return length === 2 && units[start - 1] === unit.colon && before <= unit.openParenthesis ? 0 : length;
  }

  private isMethodReference(offset: number): boolean {
    return this.links.methodReferences === true && this.source.units[offset - 1] === unit.colon;
  }

  private codeOf(text: string): number {
    const code = this.words.get(text) ?? wordCodes.plain;
    return code === wordCodes.builtin && this.module.has(text) ? wordCodes.plain : code;
  }

  private isInImport(): boolean {
    const { path } = this.roles;
    const at = this.tests.importAround(this.roles);
    if (at > 0 && this.innerImports.at(-1)?.startIndex !== path.startAt(at)) this.innerImports.push(path.nodeAt(at));
    return at > 0;
  }
}
