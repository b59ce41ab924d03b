import type { Node } from '../../syntax/syntax-node';
import { everyName, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language } from '../language';
import { childOfType, present } from '../node-helpers';
import { each, words } from '../word-lists';

const packageLoaders: ReadonlySet<string> = new Set(
  words(`
  library require requireNamespace loadNamespace attachNamespace`),
);

/** Calls that define the name in their first argument: S4, reference classes, tests. */
const definingCalls: Readonly<Record<string, DefinitionKind>> = {
  ...each('class', 'setClass setRefClass setClassUnion'),
  setGeneric: 'function',
  ...each('method', 'setMethod setReplaceMethod setValidity'),
  ...each('test', 'test_that describe it'),
};

function firstArgument(call: Node): Node | undefined {
  const args = call.childForFieldName('arguments');
  return childOfType(args, 'argument')?.childForFieldName('value') ?? undefined;
}

/** `library(dplyr)` binds the name before `::`. The other names in the package are unknown here. */
function readLibrary(node: Node): ImportedNames | undefined {
  const called = node.childForFieldName('function')?.text ?? '';
  if (called === 'box::use' || called === 'import::from') return { names: [] };
  const first = firstArgument(node);
  if (called === 'source' || called === 'sys.source') {
    const file = first?.type === 'string' ? childOfType(first, 'string_content')?.text : undefined;
    return { names: [], links: () => (file === undefined ? [] : [everyName(file)]) };
  }
  if (called === 'suppressPackageStartupMessages' || called === 'suppressWarnings' || called === 'invisible')
    return first?.type === 'call' ? readLibrary(first) : undefined;
  if (!packageLoaders.has(called) || !first) return undefined;
  const name = first.type === 'string' ? (childOfType(first, 'string_content')?.text ?? '') : first.text;
  const isAttached = called === 'library' || called === 'require' || called === 'attachNamespace';
  return {
    names: [name],
    links: () => [wholeModule(name, name), ...(isAttached ? [everyName(name)] : [])],
  };
}

/** `x <- 1`, `x = 1`, `x <<- 1` and `1 -> x`. */
function assignmentParts(node: Node): { readonly target: Node; readonly value: Node } | undefined {
  const operator = node.childForFieldName('operator')?.text ?? '';
  const left = node.childForFieldName('lhs');
  const right = node.childForFieldName('rhs');
  if (!left || !right) return undefined;
  if (/^(<<?-|:?=)$/.test(operator)) return { target: left, value: right };
  return /^->>?$/.test(operator) ? { target: right, value: left } : undefined;
}

/** The name that an assignment defines; `names(x) <- 1` and `x[1] <- 2` define none. */
function assignedNames(node: Node): readonly Node[] {
  const target = assignmentParts(node)?.target;
  if (target?.type === 'identifier') return [target];
  return present(target?.type === 'string' ? childOfType(target, 'string_content') : undefined);
}

/** Functions assigned to a name, or to a member of a list or environment. */
function assignedFunction(node: Node): readonly Node[] {
  const found = assignmentParts(node);
  if (found?.value.type !== 'function_definition') return [];
  if (found.target.type !== 'extract_operator') return assignedNames(node);
  return present(found.target.childForFieldName('rhs'));
}

function memberOwner(node: Node): string | undefined {
  const target = assignmentParts(node)?.target;
  return target?.type === 'extract_operator' ? target.childForFieldName('lhs')?.text : undefined;
}

function assignedKind(node: Node): DefinitionKind {
  const value = assignmentParts(node)?.value;
  const maker = value?.type === 'call' ? value.childForFieldName('function')?.text : undefined;
  return maker !== undefined && /^(R6::R6Class|R6Class|setRefClass|setClass|ggproto)$/.test(maker)
    ? 'class'
    : 'variable';
}

function definedNames(node: Node): readonly Node[] {
  if (!definingCalls[node.childForFieldName('function')?.text ?? '']) return [];
  const first = firstArgument(node);
  return present(first?.type === 'string' ? childOfType(first, 'string_content') : undefined);
}

function definedKind(node: Node): DefinitionKind {
  return definingCalls[node.childForFieldName('function')?.text ?? ''] ?? 'function';
}

/** An operand is bound if it is the target of an assignment, otherwise used. `<<-` assigns an outer name. */
function operandRole(node: Node): IdentifierRole {
  const found = node.parent ? assignmentParts(node.parent) : undefined;
  if (found?.target.id !== node.id) return 'reference';
  return node.parent?.childForFieldName('operator')?.text.length === 3 ? 'reference' : 'bindFunction';
}

export const r: Language = {
  id: 'r',
  name: 'R',
  extensions: ['.r', '.rprofile', '.rsx'],
  filenames: ['.Rprofile', 'Rprofile.site'],
  interpreters: ['Rscript', 'R', 'littler', 'r'],
  comment: ['# ', ''],
  elision: ' { }',
  structure: {
    definitions: {
      binary_operator: { kind: 'function', names: assignedFunction, owner: memberOwner },
      call: { kind: 'function', names: definedNames, kindOf: definedKind },
    },
    values: { binary_operator: { kind: 'variable', names: assignedNames, kindOf: assignedKind } },
    transparent: ['if_statement', 'braced_expression'],
    bodies: ['braced_expression'],
    imports: { call: readLibrary },
  },
  references: {
    roles: {
      ...each('bind', 'parameter.name for_statement.variable'),
      ...each('name', 'argument.name extract_operator.rhs namespace_operator.rhs'),
      binary_operator: operandRole,
    },
    // A name assigned in an argument (`test_that('x', { df <- … })`, `local({ … })`) is local to it.
    scopes: { function_definition: 'function', arguments: 'function', for_statement: 'block' },
    bindFrom: 'declaration',
    memberOperators: ['$', '@', '::'],
    wordCharacters: '.',
  },
};
