/**
 * Finds the functions of a file and the comments and decorators directly above them. It has its own list of node types and
 * uses nothing from src/languages, so that a mistake there cannot hide itself.
 *
 * A function is a named function or method with a body, at any depth. `const f = () => …`, `x.f = function …` and
 * `{f: function …}` count; anonymous callbacks do not.
 * Its lead is the run of comments, decorators, attributes and annotations above it without a blank line in between,
 * where each comment has its own lines. Decorators inside the function's node (Java, C#, PHP) are part of the function.
 */
import type { Node } from 'web-tree-sitter';
import type { CorpusLanguage } from './corpus-packages';

export interface FunctionFact {
  readonly name: string;
  readonly start: number;
  /** Start of the enclosing statement that contains only this function: at `export`, `const`, `template <…>`. */
  readonly outerStart: number;
  readonly end: number;
  /**
   * End of the first line of its body: a docstring, a comment or a statement. If the body begins with a function, the end of that
   * one, because it must stay whole too, with its comments. Undefined if the body is empty.
   */
  readonly beginEnd: number | undefined;
  /** Start of its lead; equal to `outerStart` if it has none. */
  readonly leadStart: number;
  readonly hasLead: boolean;
}

const script = {
  types: ['function_declaration', 'generator_function_declaration', 'method_definition'],
  // These give their name to a function inside them.
  holders: ['variable_declarator', 'public_field_definition', 'field_definition', 'pair', 'assignment_expression'],
  values: ['arrow_function', 'function_expression', 'generator_function'],
};

const functionTypes: Readonly<Record<CorpusLanguage, readonly string[]>> = {
  typescript: script.types,
  tsx: script.types,
  javascript: script.types,
  python: ['function_definition'],
  go: ['function_declaration', 'method_declaration'],
  rust: ['function_item'],
  java: ['method_declaration', 'constructor_declaration', 'compact_constructor_declaration'],
  c: ['function_definition'],
  cpp: ['function_definition'],
  csharp: [
    'method_declaration',
    'constructor_declaration',
    'destructor_declaration',
    'operator_declaration',
    'local_function_statement',
  ],
  ruby: ['method', 'singleton_method'],
  php: ['function_definition', 'method_declaration'],
};

/** Nodes around a function that start before it and belong to it. */
const wrappers = new Set([
  'export_statement',
  'decorated_definition',
  'template_declaration',
  'lexical_declaration',
  'variable_declaration',
  'expression_statement',
  // Ruby's `private def f`.
  'argument_list',
  'call',
]);
const attributes = new Set(['decorator', 'attribute_item', 'attribute_list', 'annotation', 'marker_annotation']);

export function findFunctions(root: Node, text: string, language: CorpusLanguage): FunctionFact[] {
  const nodes = root.descendantsOfType([...functionTypes[language]]);
  if (functionTypes[language] === script.types) {
    for (const value of root.descendantsOfType(script.values)) {
      const holder = value.parent;
      if (holder && script.holders.includes(holder.type)) nodes.push(holder);
    }
  }
  const facts: FunctionFact[] = [];
  for (const node of nodes) {
    if (isFunction(node, language)) facts.push(factOf(node, text, functionTypes[language]));
  }
  return facts;
}

const typeTypes = [
  'class_declaration',
  'abstract_class_declaration',
  'interface_declaration',
  'enum_declaration',
  'class_definition',
  'type_declaration',
  'struct_item',
  'enum_item',
  'trait_item',
  'impl_item',
  'struct_specifier',
  'class_specifier',
  'struct_declaration',
  'class',
  'module',
];

/** A definition of any size with a lead. */
export interface LeadFact {
  readonly start: number;
  readonly leadStart: number;
  /** Where the last thing before the lead ends that is not around the definition; 0 if there is none. */
  readonly lastEnd: number;
}

/** The functions and types that have comments or decorators above them. */
export function findLeads(
  root: Node,
  text: string,
  language: CorpusLanguage,
  functions: readonly FunctionFact[],
): LeadFact[] {
  const types = root
    .descendantsOfType(typeTypes)
    .filter((node) => node.isNamed && node.namedChildCount > 1)
    .map((node) => factOf(node, text, functionTypes[language]));
  return [...functions, ...types]
    .filter(({ hasLead }) => hasLead)
    .map(({ start, leadStart }) => ({ start, leadStart, lastEnd: lastEnd(root, leadStart) }));
}

function lastEnd(root: Node, offset: number): number {
  let last = 0;
  for (let at: Node | null = root; at; ) {
    let inside: Node | null = null;
    for (const child of at.namedChildren) {
      if (child.endIndex > offset) {
        inside = child;
        break;
      }
      // The name, the parameters and the like of what is around the lead are not something else.
      if ((at === root || bodies.test(at.type)) && !child.type.includes('comment'))
        last = Math.max(last, child.endIndex);
    }
    at = inside && inside.startIndex < offset ? inside : null;
  }
  return last;
}
const bodies = /body|block|list|statements/;

/** Excludes declarations without a body, and code that only looks like a function: `class EXPORT_API X { … }` in C++. */
function isFunction(node: Node, language: CorpusLanguage): boolean {
  if (language === 'ruby' || script.holders.includes(node.type)) return true;
  if (!node.childForFieldName('body')) return false;
  if (language !== 'c' && language !== 'cpp') return true;
  const declarator = node.childForFieldName('declarator');
  return declarator?.type === 'function_declarator' || !!declarator?.descendantsOfType('function_declarator').length;
}

function factOf(node: Node, text: string, types: readonly string[]): FunctionFact {
  let outer = node;
  for (let parent = outer.parent; parent && belongsTo(parent, outer); parent = outer.parent) outer = parent;
  let start = outer.startIndex;
  let hasLead =
    outer.type === 'decorated_definition' || outer.namedChildren.some((child) => child.type === 'decorator');
  for (let at: Node | null = nodeBefore(outer); at; at = nodeBefore(at)) {
    const isComment = at.type.includes('comment');
    if (!isComment && !attributes.has(at.type)) break;
    const end = at.startIndex + text.slice(at.startIndex, at.endIndex).trimEnd().length;
    if (
      lineBreaks(text, end, start) > 1 ||
      (isComment && !beginsItsLine(text, at.startIndex) && !attributes.has(nodeBefore(at)?.type ?? ''))
    )
      break;
    start = at.startIndex;
    hasLead = true;
  }
  const name = node.childForFieldName('name') ?? node.childForFieldName('left') ?? node.childForFieldName('declarator');
  return {
    name: name?.text.split('\n')[0] ?? '',
    start: node.startIndex,
    outerStart: outer.startIndex,
    end: node.endIndex,
    beginEnd: beginEndOf(node, text, types),
    leadStart: start,
    hasLead,
  };
}

function beginEndOf(node: Node, text: string, types: readonly string[]): number | undefined {
  const holder = script.holders.includes(node.type);
  const value = holder ? node.namedChildren.find((child) => script.values.includes(child?.type ?? '')) : node;
  const body = value?.childForFieldName('body');
  if (!body) return undefined;
  const isBlock = /block|body|compound|suite/.test(body.type);
  const first = isBlock ? body.firstNamedChild : body;
  if (!first) return undefined;
  let after: Node | null = first;
  while (after && /comment/.test(after.type)) after = after.nextNamedSibling;
  if (after && (types.includes(after.type) || holdsFunction(after))) return after.endIndex;
  const line = text.indexOf('\n', first.startIndex);
  return line < 0 ? first.endIndex : Math.min(first.endIndex, line);
}

/** True for `const f = () => …`. */
function holdsFunction(statement: Node): boolean {
  return statement.namedChildren.some(
    (holder) =>
      script.holders.includes(holder.type) && holder.namedChildren.some(({ type }) => script.values.includes(type)),
  );
}

/** A wrapper belongs to the function if it contains nothing else: `const a = () => 1, b = 2` does not. */
function belongsTo(parent: Node, node: Node): boolean {
  if (!wrappers.has(parent.type)) return false;
  if (parent.type === 'expression_statement') return parent.namedChildCount === 1;
  if (parent.type === 'argument_list')
    return parent.namedChildCount === 1 && parent.parent?.type === 'call' && !hasParentheses(parent);
  if (parent.type === 'call') return node.type === 'argument_list' && !parent.childForFieldName('receiver');
  if (parent.type === 'lexical_declaration' || parent.type === 'variable_declaration')
    return parent.namedChildCount === 1;
  return true;
}

function hasParentheses(list: Node): boolean {
  return list.firstChild?.type === '(';
}

/** The node before a node, even if it is the first child of its parent: Ruby and Python put the comment outside the body. */
function nodeBefore(node: Node): Node | null {
  let at = node;
  while (!at.previousSibling && at.parent && at.parent.startIndex === at.startIndex) at = at.parent;
  return at.previousSibling;
}

function lineBreaks(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf('\n', from); at !== -1 && at < to; at = text.indexOf('\n', at + 1)) count++;
  return count;
}

function beginsItsLine(text: string, offset: number): boolean {
  return text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset).trim() === '';
}
