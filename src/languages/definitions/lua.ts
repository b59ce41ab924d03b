import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language } from '../language';
import { childOfType, childrenOfType, present } from '../node-helpers';
import { each } from '../word-lists';

/** The two sides of `a, b = 1, 2`, with or without `local`. */
function assignmentParts(node: Node): { readonly targets: readonly Node[]; readonly values: readonly Node[] } {
  const inner = childOfType(node, 'assignment_statement') ?? node;
  return {
    targets: childOfType(inner, 'variable_list')?.childrenForFieldName('name') ?? [],
    values: childOfType(inner, 'expression_list')?.namedChildren ?? [],
  };
}

/** Tests whether an expression loads a module: `require 'x'`, `require('x').y`, `require 'x' (…)`, `pcall(require, 'x')`. */
function loadsModule(value: Node | undefined): boolean {
  if (value?.type === 'dot_index_expression') return loadsModule(value.childForFieldName('table') ?? undefined);
  if (value?.type !== 'function_call') return false;
  const called = value.childForFieldName('name');
  if (called?.type === 'function_call') return loadsModule(called);
  if (called?.text === 'require') return true;
  return called?.text === 'pcall' && value.childForFieldName('arguments')?.namedChildren[0]?.text === 'require';
}

/** `local a, b = require 'a', require 'b'`: an import if at least one value loads a module. */
function readRequireAssignment(node: Node): ImportedNames | undefined {
  const { targets, values } = assignmentParts(node);
  if (!values.some(loadsModule) || targets.some((target) => target.type !== 'identifier')) return undefined;
  const names = targets.map((target) => target.text);
  const links = (): readonly ImportLink[] => assignmentLinks(names, values);
  if (values.length !== names.length || values.length === 1) return { names, links };
  const parts = names.map((name, i) => ({ name, value: values[i]?.text ?? 'nil' }));
  const keyword = node.type === 'variable_declaration' ? 'local ' : '';
  return {
    names,
    narrow: (used) => {
      const usedParts = parts.filter((part) => used.has(part.name));
      return `${keyword}${usedParts.map((part) => part.name).join(', ')} = ${usedParts.map((part) => part.value).join(', ')}`;
    },
    links,
  };
}

/** In `local ok, x = pcall(require, 'x')`, the module is the second value. */
function assignmentLinks(names: readonly string[], values: readonly Node[]): readonly ImportLink[] {
  return values.flatMap((value, i) => {
    const target = targetOf(value);
    const isProtected = value.childForFieldName('name')?.text === 'pcall';
    const local = names[isProtected ? i + 1 : i];
    return target && target.module !== '' && local !== undefined ? [{ local, ...target }] : [];
  });
}

/** What an expression refers to: `require('x').y` is `y` of `x`, `a.b` is `a.b` of this file. */
function targetOf(value: Node | null | undefined): { readonly module: string; readonly name: string } | undefined {
  if (value?.type === 'identifier') return { module: '', name: value.text };
  if (value?.type === 'dot_index_expression') {
    const table = targetOf(value.childForFieldName('table'));
    const field = value.childForFieldName('field')?.text ?? '';
    return table && { module: table.module, name: table.name === '' ? field : `${table.name}.${field}` };
  }
  if (value?.type !== 'function_call' || !loadsModule(value)) return undefined;
  const called = value.childForFieldName('name');
  if (called?.type === 'function_call') return targetOf(called);
  const file = value.childForFieldName('arguments')?.namedChildren.at(-1);
  const module = file?.type === 'string' ? childOfType(file, 'string_content')?.text : undefined;
  return module === undefined ? undefined : { module, name: '' };
}

/** `return M` at the end of a file is the value of the module, `return { a = b }` its names. */
function returnLinks(node: Node): readonly ImportLink[] {
  const value = childOfType(node, 'expression_list')?.namedChildren[0];
  if (value?.type !== 'table_constructor') {
    const target = targetOf(value);
    return target ? [{ local: '*', module: target.module, name: target.name || '*' }] : [];
  }
  return childrenOfType(value, 'field').flatMap((field) => {
    const key = field.childForFieldName('name');
    const local = key?.type === 'string' ? childOfType(key, 'string_content')?.text : key?.text;
    const target = targetOf(field.childForFieldName('value'));
    return local !== undefined && target ? [{ local, ...target }] : [];
  });
}

function readRequireCall(node: Node): ImportedNames | undefined {
  if (!loadsModule(node)) return undefined;
  // Inside an expression, the value matters and not the globals that the module sets.
  const isStatement = /^(chunk|block)$/.test(node.parent?.type ?? '');
  const module = isStatement ? targetOf(node)?.module : undefined;
  return { names: [], links: () => (module === undefined ? [] : [everyName(module)]) };
}

/** `function M.f()` and `function M:f()` define `f`. */
function functionName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return present(name?.childForFieldName('field') ?? name?.childForFieldName('method') ?? name);
}

function functionOwner(node: Node): string | undefined {
  return node.childForFieldName('name')?.childForFieldName('table')?.text;
}

/** `M.f = function() … end`; other assignments to a member are plain statements. */
function memberFunction(node: Node): readonly Node[] {
  return present(memberTarget(node)?.childForFieldName('field'));
}

function memberOwner(node: Node): string | undefined {
  return memberTarget(node)?.childForFieldName('table')?.text;
}

function memberTarget(node: Node): Node | undefined {
  const { targets, values } = assignmentParts(node);
  const [target] = targets;
  return values[0]?.type === 'function_definition' && target?.type === 'dot_index_expression' ? target : undefined;
}

function assignedNames(node: Node): readonly Node[] {
  return assignmentParts(node).targets.filter((target) => target.type === 'identifier');
}

function assignedKind(node: Node): DefinitionKind {
  return assignmentParts(node).values[0]?.type === 'function_definition' ? 'function' : 'variable';
}

/** In `{ x = 1 }`, `x` is a name; in `{ [x] = 1 }`, it is used. */
function keyRole(node: Node): IdentifierRole {
  return node.previousSibling?.type === '[' ? 'reference' : 'name';
}

export const lua: Language = {
  id: 'lua',
  name: 'Lua',
  extensions: ['.lua', '.rockspec', '.nse', '.wlua', '.luau'],
  filenames: ['.luacheckrc', '.busted'],
  interpreters: ['lua', 'luajit', 'luvit', 'texlua'],
  comment: ['-- ', ''],
  elision: ' --[[ … ]] end',
  structure: {
    definitions: {
      function_declaration: { kind: 'function', names: functionName, owner: functionOwner },
      assignment_statement: { kind: 'function', names: memberFunction, owner: memberOwner },
    },
    values: {
      variable_declaration: { kind: 'variable', names: assignedNames, kindOf: assignedKind },
      assignment_statement: { kind: 'variable', names: assignedNames, kindOf: assignedKind },
    },
    transparent: ['if_statement', 'elseif_statement', 'else_statement', 'do_statement', 'block'],
    bodies: ['block'],
    imports: {
      variable_declaration: readRequireAssignment,
      assignment_statement: readRequireAssignment,
      function_call: readRequireCall,
    },
    exports: { return_statement: returnLinks },
  },
  references: {
    roles: {
      ...each('pass', 'variable_list assignment_statement'),
      ...each('bind', 'variable_declaration parameters for_numeric_clause.name for_generic_clause'),
      'function_declaration.name': 'bindOuter',
      ...each('name', 'dot_index_expression.field method_index_expression.method attribute goto_statement'),
      label_statement: 'name',
      'field.name': keyRole,
    },
    scopes: {
      ...each('function', 'function_declaration function_definition'),
      ...each('block', 'for_statement repeat_statement block'),
    },
    bindFrom: 'declaration',
    memberOperators: ['.', ':'],
    wordCharacters: '',
  },
};
