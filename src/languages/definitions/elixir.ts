import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath, listedImport } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language } from '../language';
import { elixirExports } from '../libraries/module-exports';
import { childOfType, childrenOfType, present } from '../node-helpers';
import { each } from '../word-lists';

/** Everything in Elixir is a call. These calls define the name in their first argument. */
const definingCalls: Readonly<Record<string, DefinitionKind>> = {
  ...each('function', 'def defp defn defnp defdelegate defguard defguardp'),
  ...each('macro', 'defmacro defmacrop'),
  defmodule: 'module',
  defprotocol: 'protocol',
  defimpl: 'impl',
  ...each('test', 'describe test property'),
};

/** Module attributes that describe the definition after them. */
const definitionAttributes = /^@(doc|spec|impl|typedoc|deprecated|since|tag|describetag|dialyzer|compile)\b/;

function calledName(node: Node): string {
  return node.type === 'call' ? (node.childForFieldName('target')?.text ?? '') : '';
}

function args(call: Node): readonly Node[] {
  return childOfType(call, 'arguments')?.namedChildren ?? [];
}

/** `get` in `get(id) when is_integer(id)`, `++` in `a ++ b`, `now` in `now`. */
function headName(head: Node | undefined): Node | undefined {
  if (head?.type === 'binary_operator') {
    const operator = head.childForFieldName('operator');
    return operator?.text === 'when' ? headName(head.childForFieldName('left') ?? undefined) : (operator ?? undefined);
  }
  return (head?.type === 'call' ? head.childForFieldName('target') : head) ?? undefined;
}

function definedNames(node: Node): readonly Node[] {
  return present(definingCalls[calledName(node)] ? headName(args(node)[0]) : undefined);
}

function definedKind(node: Node): DefinitionKind {
  return definingCalls[calledName(node)] ?? 'function';
}

/** `@timeout 5`, `@type t :: …`, `@callback init(term) :: t`. */
function attributeNames(node: Node): readonly Node[] {
  const operand = node.childForFieldName('operand');
  const attribute = operand?.type === 'call' ? operand.childForFieldName('target') : undefined;
  if (!operand || !attribute || node.childForFieldName('operator')?.text !== '@') return [];
  if (attributeKind(node) === 'constant') return /^(moduledoc|behaviour)$/.test(attribute.text) ? [] : [attribute];
  let [spec] = args(operand);
  // `init(term) :: t when t: term`
  while (spec?.type === 'binary_operator') spec = spec.childForFieldName('left') ?? undefined;
  return present(headName(spec));
}

function attributeKind(node: Node): DefinitionKind {
  const name = calledName(node.childForFieldName('operand') ?? node);
  if (/^(type|typep|opaque)$/.test(name)) return 'type';
  return /^(macro)?callback$/.test(name) ? 'function' : 'constant';
}

function isDefinitionAttribute(node: Node): boolean {
  return node.type === 'unary_operator' && definitionAttributes.test(node.text.slice(0, 16));
}

/** The value of `as: X` or `only: [...]`. */
function optionValue(call: Node, name: string): Node | undefined {
  const pairs = args(call)
    .filter((arg) => arg.type === 'keywords')
    .flatMap((keywords) => childrenOfType(keywords, 'pair'));
  return pairs.find((pair) => pairKey(pair) === name)?.childForFieldName('value') ?? undefined;
}

function pairKey(pair: Node): string {
  return (pair.childForFieldName('key')?.text ?? '').replace(/:\s*$/, '');
}

function lastPart(module: string): string {
  return module.slice(module.lastIndexOf('.') + 1);
}

function readImport(node: Node): ImportedNames | undefined {
  const [first] = args(node);
  switch (first ? calledName(node) : '') {
    case 'alias':
    case 'require':
      return readAlias(node, first);
    case 'import':
      return readFunctionImport(node, first);
    case 'use':
      return { names: [], links: () => [everyName(first?.text ?? '')] };
    default:
      return undefined;
  }
}

/** `alias A.B` binds `B`, `alias A.{B, C.D}` binds `B` and `D`, `alias A.B, as: C` binds `C`. */
function readAlias(node: Node, first: Node | undefined): ImportedNames {
  const list = first?.type === 'dot' ? first.childForFieldName('right') : undefined;
  if (list?.type !== 'tuple') {
    const module = first?.text ?? '';
    const name = optionValue(node, 'as')?.text ?? lastPart(module);
    return { names: [name], links: () => [lastOfPath(module, '.', name)] };
  }
  const left = `${first?.childForFieldName('left')?.text}.`;
  const head = `${calledName(node)} ${left}`;
  const items = childrenOfType(list, 'alias').map(({ text }) => ({ text, links: [lastOfPath(left + text, '.')] }));
  return listedImport(items, (texts) => head + (texts.length === 1 ? texts[0] : `{${texts.join(', ')}}`));
}

/** `import A, only: [b: 1]` binds `b`; without `only:`, it binds everything in `A`. */
function readFunctionImport(node: Node, first: Node | undefined): ImportedNames {
  const module = first?.text ?? '';
  const list = optionValue(node, 'only');
  if (list?.type !== 'list') {
    const except = optionValue(node, 'except')?.text ?? '';
    return {
      names: (elixirExports(module) ?? []).filter((name) => !except.includes(`${name}: `)),
      links: () => [everyName(module)],
    };
  }
  const items = list.descendantsOfType('pair').map((pair) => {
    const name = pairKey(pair);
    return { text: pair.text, links: [{ local: name, module, name }] };
  });
  return listedImport(items, (texts) => `import ${module}, only: [${texts.join(', ')}]`);
}

/** A bare identifier is a variable: functions are called with arguments or parentheses. Modules can be used anywhere. */
function variableRole(node: Node): IdentifierRole {
  return node.type === 'identifier' ? 'name' : 'reference';
}

/** In `&f/1`, `f` is a function. */
function leftRole(node: Node): IdentifierRole {
  const around = node.parent?.parent;
  return around?.type === 'unary_operator' && around.childForFieldName('operator')?.text === '&'
    ? 'reference'
    : variableRole(node);
}

/** `@x` and `&x` refer to an attribute or function; `-x`, `!x` and `^x` refer to a variable. */
function operandRole(node: Node): IdentifierRole {
  return /^[@&]$/.test(node.parent?.childForFieldName('operator')?.text ?? '') ? 'reference' : variableRole(node);
}

export const elixir: Language = {
  id: 'elixir',
  name: 'Elixir',
  extensions: ['.ex', '.exs'],
  filenames: ['mix.lock'],
  interpreters: ['elixir', 'iex'],
  comment: ['# ', ''],
  elision: ' do … end',
  structure: {
    definitions: {
      // All definitions are namespaces: modules really are, and in a function it makes an `alias` visible to the rest of the body.
      call: { kind: 'function', names: definedNames, kindOf: definedKind, container: 'namespace' },
    },
    values: { unary_operator: { kind: 'constant', names: attributeNames, kindOf: attributeKind } },
    bodies: ['do_block'],
    isAttribute: isDefinitionAttribute,
    imports: { call: readImport },
  },
  references: {
    identifiers: ['alias', 'identifier'],
    paths: ['alias'],
    roles: {
      ...each(variableRole, 'access_call after_block arguments block catch_block else_block rescue_block source'),
      ...each(variableRole, 'stab_clause binary_operator.right bitstring body do_block dot interpolation list'),
      ...each(variableRole, 'map_content pair struct tuple'),
      'binary_operator.left': leftRole,
      'unary_operator.operand': operandRole,
    },
    scopes: {},
    wordCharacters: '?!',
  },
};
