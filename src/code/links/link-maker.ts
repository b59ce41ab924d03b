/** Makes the links of a file: its definitions with their types, and what its names refer to (`name-values.ts`). */
import type { ImportLink } from '../../languages/language';
import type { LanguageLinks } from '../../languages/language-links';
import type { Node } from '../../syntax/syntax-node';
import type { Definition, Outline } from '../identify/outline';
import type { SourceText } from '../source-text';
import type { ModuleNames } from '../uses/module-names';
import { DefinitionList, type ListedDefinition } from './definition-list';
import type { FileLinks, LinkedDefinition, LinkUse } from './file-links';
import { LocalTypes } from './local-types';
import { NameValues, none } from './name-values';
import { walkNames } from './name-walk';
import {
  isAssignedField,
  type LinkedTree,
  type LinkInput,
  type PlacedName,
  ReferenceList,
  type WalkedNames,
} from './placed-names';

/** @param trees one, or the scripts of a page. */
export function makeLinks(
  trees: readonly LinkedTree[],
  outline: Outline,
  source: SourceText,
  module: ModuleNames,
): FileLinks {
  const roots = trees.map(({ tree }) => tree.rootNode);
  const list = new DefinitionList(outline, source, roots);
  const references = new ReferenceList();
  const imports = readImportLinks(outline, roots, module);
  const file: LinkInput = { outline, source, module, list, references, imports };
  const uses: LinkUse[] = [];
  const definitions: LinkedDefinition[] = [];
  for (const tree of trees) new TreeLinks(tree, file).read(uses, definitions);
  return { namespace: namespaceOf(outline, roots), imports, definitions, references: references.all, uses };
}

/** For languages without rules of their own: names that no import brings in may be those of any file. */
const byNameAlone: LanguageLinks = { naming: {}, isOpen: true };

class TreeLinks {
  private readonly links: LanguageLinks | undefined;
  private readonly walked: WalkedNames;
  /** By the number of a definition: the node of its declared type or of its value. */
  private readonly typeNodes: readonly (Node | undefined)[];
  private readonly types: LocalTypes | undefined;
  private readonly values: NameValues;

  private readonly source: SourceText;
  private readonly list: DefinitionList;

  constructor(
    private readonly linked: LinkedTree,
    file: LinkInput,
  ) {
    const { source, list, outline, imports, module } = file;
    const { language, tree } = linked;
    const { references: rules } = language;
    const links = language.links ?? (rules && byNameAlone);
    this.source = source;
    this.list = list;
    this.links = links;
    this.walked =
      rules && links
        ? walkNames(linked, rules, links, source, module)
        : { names: [], locals: new Map(), innerImports: [], results: new Map() };
    for (const node of this.walked.innerImports) imports.push(...importLinksIn(outline, node));
    this.typeNodes = list.all.map(({ definition: { rule, inner }, member }) =>
      member ? member.type : rule.type?.(inner),
    );
    this.types = links && new LocalTypes(tree, links, this.walked, this.functionsWithoutType());
    this.values = new NameValues(links, this.walked, this.types, file);
  }

  read(uses: LinkUse[], definitions: LinkedDefinition[]): void {
    const { names } = this.walked;
    for (let number = 0; number < names.length; number++) {
      const name = names[number];
      if (!name || !this.values.isUse(name)) continue;
      const reference = this.values.valueOf(number);
      if (reference >= 0) uses.push({ offset: name.offset, reference });
    }
    const { rootNode } = this.linked.tree;
    for (const [number, listed] of this.list.all.entries()) {
      if (listed.nameStart >= rootNode.startIndex && listed.nameStart < rootNode.endIndex)
        definitions.push(this.definition(listed, this.typeNodes[number]));
    }
    for (const field of this.assignedFields()) definitions.push(field);
  }

  private functionsWithoutType(): ReadonlySet<number> {
    const starts = new Set<number>();
    for (const [number, { definition, member }] of this.list.all.entries())
      if (!member && !this.typeNodes[number]) starts.add(functionStart(definition));
    return starts;
  }

  private definition(listed: ListedDefinition, node: Node | undefined): LinkedDefinition {
    const { definition, member, kind, name, nameStart, container, start, end, signatureEnd } = listed;
    const { members } = definition.rule;
    const first = definition.names[0]?.start ?? nameStart;
    // `typedef struct tag { … } Name;`: the members are those of the first name.
    const isAlias = !member && members !== undefined && first !== nameStart && !node;
    const numbers: number[] = [];
    const definitions = member ? [] : [definition, ...this.list.extensionsOf(listed)];
    for (const base of definitions.flatMap((extension) => extension.rule.bases?.(extension.inner) ?? [])) {
      const value = this.values.valueOfNode(base);
      if (value >= 0) numbers.push(value);
    }
    return {
      name,
      kind,
      container,
      owner: member ? '' : this.ownerOf(definition, container),
      line: this.source.lineAt(nameStart),
      endLine: this.source.lineAt(Math.max(nameStart, end - 1)),
      start,
      signatureEnd,
      type: isAlias ? this.values.ownReference(this.list.named(first)) : this.typeOf(listed, node),
      bases: numbers,
    };
  }

  private typeOf({ definition, member }: ListedDefinition, node: Node | undefined): number {
    if (node) return this.values.valueOfNode(node);
    const result = member ? undefined : this.types?.resultOf(functionStart(definition));
    return result ? Math.max(none, this.values.valueOfBound(result)) : none;
  }

  private ownerOf({ inner, owner }: Definition, container: number): string {
    const isInType = this.list.all[container]?.isType;
    return (isInType ? this.links?.extended?.[inner.type]?.(inner) : owner) ?? '';
  }

  /** Fields that exist because a method assigns them, with the first type that is known: `self.repo = Repo()`. */
  private assignedFields(): Iterable<LinkedDefinition> {
    const { names } = this.walked;
    const fields = new Map<string, LinkedDefinition>();
    for (const name of names) {
      if (!isAssignedField(name, names)) continue;
      const container = this.list.typeAround(name.offset);
      if (!this.list.all[container]?.isType || this.list.member(container, name.text, false) >= 0) continue;
      const key = `${container} ${name.text}`;
      const known = fields.get(key);
      if (known && known.type >= 0) continue;
      const value = this.types?.valueOf(name);
      const type = value ? Math.max(none, this.values.valueOfBound(value)) : none;
      fields.set(key, known ? { ...known, type } : this.assignedField(name, container, type));
    }
    return fields.values();
  }

  private assignedField(name: PlacedName, container: number, type: number): LinkedDefinition {
    const line = this.source.lineAt(name.offset);
    const start = (this.walked.names[name.receiver] ?? name).offset;
    return {
      name: name.text,
      kind: 'field',
      container,
      owner: '',
      line,
      endLine: line,
      start,
      signatureEnd: this.source.trimEnd(start, this.source.lineStart(line + 1)),
      type,
      bases: [],
    };
  }
}

/** Where the function of a definition begins: that of `const a = () => 1` is its value. */
function functionStart({ rule, inner }: Definition): number {
  return (rule.callable?.(inner) ?? inner).startIndex;
}

/** What the imports of a file bring in, also those inside functions, and what it exports other than by defining it. */
function readImportLinks(outline: Outline, roots: readonly Node[], module: ModuleNames): ImportLink[] {
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
function importLinksIn(outline: Outline, node: Node): readonly ImportLink[] {
  return outline.tables.imports.get(node.type)?.(node)?.links?.() ?? [];
}

/** The names of `package a.b;` or `namespace A\B;`, as written; of the first one, if a file has several. */
function namespaceOf(outline: Outline, roots: readonly Node[]): string {
  if (outline.tables.fileScopes.size === 0) return '';
  for (const root of roots) {
    for (const node of root.namedChildren) {
      const scope = outline.fileScope(outline.item(node, 'module'));
      if (scope?.[0]) return scope.map(({ text }) => text).join('.');
    }
  }
  return '';
}
