/**
 * What the imports and exports of JavaScript and TypeScript refer to. For exports that are also definitions (`export const a`,
 * `exports.a = function () {}`), the definition is enough and there is no link.
 *
 * CommonJS gives a module one value: `module.exports = a` (and TypeScript's `export = a`). Such a file has two links:
 * `default` is `a`, because that is what `import x from` gets; `*` is `a`, because the members of `a` are the names that the file
 * shows. A function or class without a definition of its own (`module.exports = class {}`) is the definition `exports`.
 *
 * The names that an object takes from the file (`const utils = { isArray }`) are links too, with the object before a dot.
 */

import type { Node } from '../../../syntax/syntax-node';
import type { ImportLink } from '../../language';
import { childOfType, childrenOfType } from '../../node-helpers';

/** What an expression refers to. */
type Target = { readonly module: string; readonly name: string };

export function stringContent(node: Node | null | undefined): string {
  return node?.text.slice(1, -1) ?? '';
}

/** The name in a specifier or the key of an object: `a`, `"a"`; undefined for a computed key. */
function keyText(node: Node | null | undefined): string | undefined {
  if (!node || node.type === 'computed_property_name') return undefined;
  return node.type === 'string' ? stringContent(node) : node.text;
}

function joinNames(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** `a` or `b as c` in the braces of an import or export. */
export function specifierLink(specifier: Node, module: string): readonly ImportLink[] {
  const name = keyText(specifier.childForFieldName('name'));
  const local = keyText(specifier.childForFieldName('alias')) ?? name;
  return local === undefined || name === undefined ? [] : [{ local, module, name }];
}

function exportedNames(clause: Node, module: string): readonly ImportLink[] {
  return childrenOfType(clause, 'export_specifier').flatMap((specifier) => specifierLink(specifier, module));
}

/** `import a = b.c`. */
export function aliasLinks(statement: Node): readonly ImportLink[] {
  const [local, path] = statement.namedChildren;
  return local && path ? [{ local: local.text, module: '', name: path.text }] : [];
}

/** `export { a as b } from 'x'`, `export * from 'x'`, `export * as n from 'x'`. */
export function reexportLinks(statement: Node): readonly ImportLink[] {
  const module = stringContent(statement.childForFieldName('source'));
  const clause = childOfType(statement, 'export_clause');
  if (clause) return exportedNames(clause, module);
  const namespace = childOfType(statement, 'namespace_export');
  const name = keyText(namespace?.namedChildren[0]);
  return [namespace ? { local: name ?? '', module, name: '' } : { local: '*', module, name: '*' }];
}

/** `const a = require('a'), { b: c } = require('d').e`. */
export function requireLinks(statement: Node): readonly ImportLink[] {
  const links: ImportLink[] = [];
  for (const declarator of childrenOfType(statement, 'variable_declarator')) {
    const target = targetOf(declarator.childForFieldName('value'));
    if (target) addPatternLinks(declarator.childForFieldName('name'), target.module, target.name, links);
  }
  return links;
}

function addPatternLinks(pattern: Node | null, module: string, name: string, links: ImportLink[]): void {
  switch (pattern?.type) {
    case 'identifier':
      links.push({ local: pattern.text, module, name });
      break;
    case 'shorthand_property_identifier_pattern':
      links.push({ local: pattern.text, module, name: joinNames(name, pattern.text) });
      break;
    case 'pair_pattern': {
      const key = keyText(pattern.childForFieldName('key'));
      addPatternLinks(
        pattern.childForFieldName('value'),
        module,
        key === undefined ? name : joinNames(name, key),
        links,
      );
      break;
    }
    case 'object_pattern':
    case 'array_pattern':
    case 'rest_pattern':
      // The rest of an object and the elements of an array have no names: they lead to the whole.
      for (const child of pattern.namedChildren) addPatternLinks(child, module, name, links);
  }
}

/** What an expression refers to: `require('x').y` is `y` of `x`, `a.b` is `a.b` of this file. Undefined for other code. */
function targetOf(expression: Node | null | undefined): Target | undefined {
  switch (expression?.type) {
    case 'identifier':
    case 'shorthand_property_identifier':
      return { module: '', name: expression.text };
    case 'await_expression':
    case 'parenthesized_expression':
    case 'non_null_expression':
    case 'as_expression':
    case 'satisfies_expression':
      return targetOf(expression.namedChildren[0]);
    case 'member_expression': {
      const of = targetOf(expression.childForFieldName('object'));
      const member = expression.childForFieldName('property')?.text;
      return of && member !== undefined ? { module: of.module, name: joinNames(of.name, member) } : undefined;
    }
    case 'call_expression':
      return loadedModule(expression);
    default:
      return undefined;
  }
}

/** `require('x')`, `import('x')`, `require('debug')('name')`, `__importStar(require('x'))`. */
function loadedModule(call: Node): Target | undefined {
  const callee = call.childForFieldName('function');
  const [argument] = call.childForFieldName('arguments')?.namedChildren ?? [];
  if (callee?.type === 'import' || (callee?.type === 'identifier' && callee.text === 'require'))
    return argument?.type === 'string' ? { module: stringContent(argument), name: '' } : undefined;
  // Only helpers of compiled code take a module as their argument.
  const inner = targetOf(callee?.type === 'identifier' ? argument : callee);
  return inner && inner.module !== '' ? inner : undefined;
}

/** `export { a as b }`, `export default a`, `export = a`. */
function exportLinks(statement: Node): readonly ImportLink[] {
  const clause = childOfType(statement, 'export_clause');
  if (clause) return statement.childForFieldName('source') ? [] : exportedNames(clause, '');
  const declaration = statement.childForFieldName('declaration');
  if (declaration && /_declaration$/.test(declaration.type) && declaration.childForFieldName('name') === null)
    return declarationLinks(declaration);
  const keyword = statement.child(1)?.type;
  if (keyword === '=') return moduleValueLinks(statement.namedChildren[0]);
  if (keyword !== 'default') return [];
  const declared = statement.childForFieldName('declaration')?.childForFieldName('name')?.text;
  const value = statement.childForFieldName('value');
  if (value?.type === 'object') return objectLinks(value, 'default.');
  const target = declared === undefined ? targetOf(value) : { module: '', name: declared };
  return target ? [{ local: 'default', ...target }] : [];
}

/** The value of a whole module: see the top of this file. */
function moduleValueLinks(value: Node | null | undefined): readonly ImportLink[] {
  if (value?.type === 'object') return objectLinks(value);
  const target =
    targetOf(value) ?? (value && definesExports.test(value.type) ? { module: '', name: 'exports' } : undefined);
  if (!target) return [];
  const { module, name } = target;
  return [
    { local: 'default', module, name },
    { local: '*', module, name: name === '' ? '*' : name },
  ];
}

const definesExports = /^(class|(generator_)?function(_expression)?|arrow_function)$/;

/** `{ a, b: c, ...require('d') }`. @param prefix the object and a dot; empty for the object of the module. */
function objectLinks(object: Node, prefix = ''): readonly ImportLink[] {
  const links: ImportLink[] = [];
  for (const child of object.namedChildren) {
    const isPair = child.type === 'pair';
    const isSpread = child.type === 'spread_element';
    const local = isSpread ? '*' : keyText(isPair ? child.childForFieldName('key') : child);
    const value = isPair ? child.childForFieldName('value') : isSpread ? child.namedChildren[0] : child;
    const target = targetOf(value);
    if (local === undefined || !target) continue;
    const { module, name } = target;
    links.push({ local: prefix + local, module, name: isSpread && name === '' ? '*' : name });
  }
  return links;
}

const moduleObject = /^(module\.)?exports$/;

/** `module.exports = a`, `exports.a = b`, `exports = module.exports = { a, b: c }`. */
function assignmentLinks(statement: Node): readonly ImportLink[] {
  const assignment = statement.namedChildren[0];
  if (assignment?.type !== 'assignment_expression') return [];
  const { isModule, locals, value } = assignedExports(assignment);
  const target = locals.length > 0 ? targetOf(value) : undefined;
  const links = target ? locals.map((local) => ({ local, ...target })) : [];
  return isModule ? [...links, ...moduleValueLinks(value)] : links;
}

const wrapsValue = /^(parenthesized|as|satisfies)_expression$/;

/** `const app = module.exports = {}`: the value of the module is `app`, which later statements add members to. */
function declarationLinks(declaration: Node): readonly ImportLink[] {
  const links: ImportLink[] = [];
  for (const declarator of childrenOfType(declaration, 'variable_declarator')) {
    let value = declarator.childForFieldName('value');
    while (value && wrapsValue.test(value.type)) value = value.namedChildren[0] ?? null;
    const name = declarator.childForFieldName('name');
    if (!value || name?.type !== 'identifier') continue;
    // A declared type says what the members are.
    if (value.type === 'object' && !declarator.childForFieldName('type'))
      links.push(...objectLinks(value, `${name.text}.`));
    if (value.type !== 'assignment_expression') continue;
    const { isModule, locals } = assignedExports(value);
    for (const local of locals) links.push({ local, module: '', name: name.text });
    if (isModule) links.push(...moduleValueLinks(name));
  }
  return links;
}

/** The exports on the left sides of `exports.a = module.exports = value`. */
function assignedExports(assignment: Node): {
  /** The whole module is assigned. */
  readonly isModule: boolean;
  readonly locals: readonly string[];
  readonly value: Node | null;
} {
  let isModule = false;
  const locals: string[] = [];
  let value: Node | null = assignment;
  while (value?.type === 'assignment_expression') {
    const left: Node | null = value.childForFieldName('left');
    const object = left?.type === 'member_expression' ? left.childForFieldName('object')?.text : undefined;
    if (left && (left.type === 'identifier' || object === 'module') && moduleObject.test(left.text)) isModule = true;
    else if (object !== undefined && moduleObject.test(object))
      locals.push(left?.childForFieldName('property')?.text ?? '');
    value = value.childForFieldName('right');
  }
  return { isModule, locals, value };
}

/** The default of `declare module 'x' { … }`, with the name of the module before a dot. */
function declaredModuleLinks(ambient: Node): readonly ImportLink[] {
  const module = childOfType(ambient, 'module');
  const name = module?.childForFieldName('name');
  if (!module || name?.type !== 'string') return [];
  const links = childrenOfType(module.childForFieldName('body') ?? module, 'export_statement').flatMap(exportLinks);
  return links
    .filter(({ local, module: from }) => local === 'default' && from === '')
    .map((link) => ({ ...link, local: `${name.text}.default` }));
}

export const ecmascriptExports: Readonly<Record<string, (node: Node) => readonly ImportLink[]>> = {
  export_statement: exportLinks,
  expression_statement: assignmentLinks,
  ambient_declaration: declaredModuleLinks,
  lexical_declaration: declarationLinks,
  variable_declaration: declarationLinks,
};
