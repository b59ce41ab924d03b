/**
 * Walks over all names of a file and notes, for each, whether it stands alone or is a member of the name before it. Locals and their
 * scopes are noted too, so that `NamedPlaces` can say afterwards what each name means. The text is scanned for words, and each word is
 * looked up in the tree; objects for nodes are made only where the text alone does not say what a member belongs to.
 */
import type { LanguageReferences } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Node } from '../../syntax/syntax-node';
import type { SourceText } from '../source-text';
import type { ModuleNames } from '../uses/module-names';
import { NameRoles, scopeCodes } from '../uses/name-roles';
import { visitWords } from '../uses/name-scan';
import { referenceRules } from '../uses/references';
import {
  afterSpaces,
  isAbsolute,
  memberOperator,
  type NodeTests,
  namingNode,
  nodeTests,
  wordCodes,
} from './link-words';
import {
  type LinkedTree,
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

export function walkNames(
  { language, grammar, tree }: LinkedTree,
  references: LanguageReferences,
  links: LanguageLinks,
  source: SourceText,
  module: Pick<ModuleNames, 'has'>,
): WalkedNames {
  const rules = referenceRules(references, grammar);
  const roles = new NameRoles(rules, tree.path(rules.needsField));
  const walk = new NameWalk(roles, links, nodeTests(links, grammar, language), source, module);
  visitWords(source, references, (start, end) => {
    walk.visit(start, end);
    return end;
  });
  return walk;
}

interface KnownWord {
  readonly text: string;
  /** Of `wordCodes`. */
  readonly code: number;
}

class NameWalk implements WalkedNames {
  readonly names: PlacedName[] = [];
  readonly locals = new Map<string, LocalName[]>();
  readonly innerImports: Node[] = [];
  readonly results = new Map<number, number[]>();
  /** One string for all occurrences of a word: the others are garbage at once. */
  private readonly known = new Map<string, KnownWord>();

  constructor(
    private readonly roles: NameRoles,
    private readonly links: LanguageLinks,
    private readonly tests: NodeTests,
    private readonly source: SourceText,
    private readonly module: Pick<ModuleNames, 'has'>,
  ) {}

  visit(start: number, end: number): void {
    const { roles } = this;
    const { text: all } = this.source;
    const operator = this.operatorBefore(start);
    roles.moveTo(start, end);
    // Otherwise the word is part of something else, such as the content of a string.
    if (!roles.isWord && roles.leaf !== 3) {
      if (this.links.atFields && all[start - 1] === '@' && all[start - 2] !== '@') this.addField(start, end);
      return;
    }
    if (this.tests.isSilent(roles)) return;
    const { text, code } = this.wordOf(all.slice(start, end));
    if (isAbsolute(all, start)) {
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
      const isStatic = all[start] === '$' && all[start - 1] === ':';
      this.add(start, end, isStatic ? text.slice(1) : text, standing.member, receiver, false, -1, -1);
    } else if (roles.leaf !== 0) {
      this.visitAlone(start, end, text);
    } else if (all[end] === ':' && this.tests.isPatternKey(roles, start)) {
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
      ...local,
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
    const { text: all } = this.source;
    const next = afterSpaces(all, end);
    const isCalled =
      all[next] === '(' ||
      (all[next] === '{' && this.links.blockCalls === true) ||
      (stands === standing.member && (all[end] === '<' || this.isMethodReference(offset)));
    const isAssigned =
      (all[next] === '=' && all[next + 1] !== '=' && all[next + 1] !== '>') ||
      (all[next] === ':' && stands === standing.member && this.tests.isAnnotated(this.roles));
    this.names.push({ offset, end, text, standing: stands, receiver, isCalled, isAssigned, isType, scope, outsideOf });
  }

  /** The number of the name before a member operator, which starts at `operator`. */
  private receiver(operator: number): number {
    const { text } = this.source;
    let end = operator;
    while (end > 0 && (text.charAt(end - 1) <= ' ' || text[end - 1] === '?' || text[end - 1] === '!')) end--;
    const last = this.names.length - 1;
    if (this.names[last]?.end === end) return last;
    const closer = text.charAt(end - 1);
    if (closer === '"' || closer === "'") return literalReceiver;
    // What an expression or a type may end with.
    return /[)\]}>]/.test(closer) ? this.receiverInTree(operator) : noReceiver;
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
    const { text } = this.source;
    const length = memberOperator(text, start);
    return length === 2 && text[start - 1] === ':' && (text[start - 3] ?? ' ') <= '(' ? 0 : length;
  }

  private isMethodReference(offset: number): boolean {
    return this.links.methodReferences === true && this.source.text[offset - 1] === ':';
  }

  private wordOf(text: string): KnownWord {
    let known = this.known.get(text);
    if (!known) {
      const code = this.tests.words.get(text) ?? wordCodes.plain;
      known = { text, code: code === wordCodes.builtin && this.module.has(text) ? wordCodes.plain : code };
      this.known.set(text, known);
    }
    return known;
  }

  private isInImport(): boolean {
    const { path } = this.roles;
    const at = this.tests.importAround(this.roles);
    if (at > 0 && this.innerImports.at(-1)?.startIndex !== path.startAt(at)) this.innerImports.push(path.nodeAt(at));
    return at > 0;
  }
}
