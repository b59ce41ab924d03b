import type { Node } from 'web-tree-sitter';
import type { ImportedNames, Kind, Language } from './language';
import { childOfType, childrenOfType } from './nodes';

interface Assignment {
  readonly targets: readonly Node[];
  readonly values: readonly Node[];
}

function assignment(node: Node): Assignment {
  return {
    targets: childrenOfType(childOfType(node, 'variable_list') ?? node, 'variable'),
    values: childOfType(node, 'expression_list')?.namedChildren ?? [],
  };
}

/** Whether an expression loads a module: `require 'x'`, `require('x').y`, `require 'x' (…)`, `pcall(require, 'x')`. */
function requires(value: Node | undefined): boolean {
  if (value?.type === 'variable') return requires(value.childForFieldName('table') ?? undefined);
  if (value?.type !== 'call') return false;
  const called = value.childForFieldName('function');
  if (called?.type === 'call') return requires(called);
  return called?.text === 'require' || (called?.text === 'pcall' && /^\(\s*require\b/.test(argumentsText(value)));
}

function argumentsText(call: Node): string {
  return call.childForFieldName('arguments')?.text ?? '';
}

/** `local a, b = require 'a', require 'b'`: an import if its values are. */
function readAssignment(node: Node): ImportedNames | undefined {
  const { targets, values } = assignment(node);
  if (!values.some(requires)) return undefined;
  const names = targets.map((target) => target.childForFieldName('name')?.text ?? '');
  if (names.includes('')) return undefined;
  if (values.length !== names.length || values.length === 1) return { names };
  const parts = names.map((name, i) => ({ name, value: values[i]?.text ?? 'nil' }));
  const keyword = node.type === 'local_variable_declaration' ? 'local ' : '';
  return {
    names,
    narrow: (used) => {
      const kept = parts.filter((part) => used.has(part.name));
      return `${keyword}${kept.map((part) => part.name).join(', ')} = ${kept.map((part) => part.value).join(', ')}`;
    },
  };
}

function readCall(node: Node): ImportedNames | undefined {
  return requires(node) ? { names: [] } : undefined;
}

/** `function M.f()` and `function M:f()` define `f`. */
function functionName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  const last = name?.childForFieldName('field') ?? name?.childForFieldName('method') ?? name;
  return last ? [last] : [];
}

function functionOwner(node: Node): string | undefined {
  return node.childForFieldName('name')?.childForFieldName('table')?.text;
}

/** `M.f = function() … end`; the member of what else is a plain statement. */
function memberFunction(node: Node): readonly Node[] {
  const target = memberTarget(node);
  const name = target?.childForFieldName('field');
  return name?.type === 'identifier' ? [name] : [];
}

function memberOwner(node: Node): string | undefined {
  return memberTarget(node)?.childForFieldName('table')?.text;
}

function memberTarget(node: Node): Node | undefined {
  const { targets, values } = assignment(node);
  const [target] = targets;
  return values[0]?.type === 'function_definition' && target?.childForFieldName('table') ? target : undefined;
}

function assignedNames(node: Node): readonly Node[] {
  return assignment(node).targets.flatMap((target) => target.childForFieldName('name') ?? []);
}

function assignedKind(node: Node): Kind {
  return assignment(node).values[0]?.type === 'function_definition' ? 'function' : 'variable';
}

export const lua: Language = {
  id: 'lua',
  name: 'Lua',
  extensions: ['.lua', '.rockspec', '.nse', '.wlua', '.p8', '.luau'],
  filenames: ['.luacheckrc', '.busted'],
  interpreters: ['lua', 'luajit', 'luvit', 'texlua', 'th'],
  grammar: 'lua',
  comment: ['-- ', ''],
  elision: ' --[[ … ]] end',
  structure: {
    definitions: {
      function_definition_statement: { kind: 'function', names: functionName, owner: functionOwner },
      local_function_definition_statement: { kind: 'function' },
      variable_assignment: { kind: 'function', names: memberFunction, owner: memberOwner },
    },
    values: {
      local_variable_declaration: { kind: 'variable', names: assignedNames, kindOf: assignedKind },
      variable_assignment: { kind: 'variable', names: assignedNames, kindOf: assignedKind },
    },
    transparent: ['if_statement', 'elseif_clause', 'else_clause', 'do_statement', 'block'],
    bodies: ['block'],
    comments: ['comment'],
    imports: {
      local_variable_declaration: readAssignment,
      variable_assignment: readAssignment,
      call: readCall,
    },
  },
  references: {
    identifiers: ['identifier'],
    // `t.x` and `t:x` are told by the text before them, because `t[x]` hangs on the same edge.
    roles: {
      'variable.name': 'pass',
      'variable_list': 'pass',
      'local_variable_declaration': 'bind',
      'local_function_definition_statement.name': 'bindOuter',
      'function_definition_statement.name': 'name',
      'parameter_list': 'bind',
      'for_numeric_statement.name': 'bind',
      'for_generic_statement.left': 'bind',
      'field.key': 'name',
      'attribute': 'name',
      'goto_statement': 'name',
      'label_statement': 'name',
    },
    scopes: {
      function_definition: 'function',
      function_definition_statement: 'function',
      local_function_definition_statement: 'function',
      for_numeric_statement: 'block',
      for_generic_statement: 'block',
      repeat_statement: 'block',
      block: 'block',
    },
    bindFrom: 'declaration',
    memberOperators: ['.', ':'],
    wordCharacters: '',
  },
};
