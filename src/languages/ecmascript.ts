/** What JavaScript and TypeScript share: how imports, declarations and assignments name things. */
import type { Node } from 'web-tree-sitter';
import type { DefinitionRule, ImportedNames, ImportReader, Kind, References, Role } from './language';
import { childOfType } from './nodes';

/** One thing an import statement binds, as it is written there. */
interface Part {
  readonly text: string;
  readonly names: readonly string[];
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function usedTexts(parts: readonly Part[], used: ReadonlySet<string>): string[] {
  return parts.filter((part) => part.names.some((name) => used.has(name))).map((part) => part.text);
}

/** `import a, { b as c, type D } from 'x'`, `import * as n from 'x'`, `import x = require('x')`, `import 'x'`. */
function readImport(statement: Node): ImportedNames {
  const whole = oneLine(statement.text);
  const clause = childOfType(statement, 'import_clause');
  if (!clause) {
    // `import x = require('x')` has one name; `import 'x'` has none.
    const name = childOfType(statement, 'import_require_clause')?.namedChildren[0];
    return { names: name ? [name.text] : [], narrow: () => whole };
  }
  const plain: Part[] = [];
  const named: Part[] = [];
  for (const child of clause.namedChildren) {
    if (child.type === 'identifier') plain.push({ text: child.text, names: [child.text] });
    else if (child.type === 'namespace_import') {
      const name = childOfType(child, 'identifier')?.text ?? '';
      plain.push({ text: `* as ${name}`, names: [name] });
    } else if (child.type === 'named_imports') {
      for (const specifier of child.namedChildren) {
        if (specifier.type !== 'import_specifier') continue;
        const name = specifier.childForFieldName('alias') ?? specifier.childForFieldName('name');
        if (name) named.push({ text: oneLine(specifier.text), names: [name.text] });
      }
    }
  }
  // `import type` before the clause, the source and its attributes behind it, stay as they are.
  const start = clause.startIndex - statement.startIndex;
  const end = clause.endIndex - statement.startIndex;
  const before = oneLine(statement.text.slice(0, start));
  const after = oneLine(statement.text.slice(end));
  return {
    names: [...plain, ...named].flatMap((part) => part.names),
    narrow: (used) => {
      const braces = usedTexts(named, used);
      const list = usedTexts(plain, used);
      if (braces.length > 0) list.push(`{ ${braces.join(', ')} }`);
      return list.length > 0 ? `${before} ${list.join(', ')} ${after}` : whole;
    },
  };
}

/** `import a = b.c` gives a namespace member a name of its own. */
function readAlias(statement: Node): ImportedNames {
  const text = oneLine(statement.text);
  const name = childOfType(statement, 'identifier');
  return { names: name ? [name.text] : [], narrow: () => text };
}

/** `export … from 'x'` binds nothing here; `export import a = b.c` does. Any other export wraps a definition or is a statement. */
function readExport(statement: Node): ImportedNames | undefined {
  if (statement.childForFieldName('source')) return { names: [] };
  const declaration = statement.childForFieldName('declaration');
  return declaration?.type === 'import_alias' ? readAlias(declaration) : undefined;
}

/**
 * Whether an expression only fetches a module: `require('x')`, `await import('x')`, what is taken from it or made of it without
 * further names (`.y`, `('debug')`), and the helpers of compiled code (`__importStar(require('x'))`).
 */
function fetchesModule(expression: Node | null): boolean {
  switch (expression?.type) {
    case 'await_expression':
    case 'parenthesized_expression':
    case 'non_null_expression':
      return fetchesModule(expression.namedChildren[0] ?? null);
    case 'member_expression':
      return fetchesModule(expression.childForFieldName('object'));
    case 'call_expression': {
      const callee = expression.childForFieldName('function');
      const given = expression.childForFieldName('arguments')?.namedChildren ?? [];
      if (callee?.type === 'identifier' && callee.text !== 'require')
        return given.length === 1 && fetchesModule(given[0] ?? null);
      if (!given.every((argument) => argument.type === 'string' || argument.type === 'number')) return false;
      if (callee?.type === 'import' || callee?.text === 'require') return given.length > 0;
      return callee?.type !== 'member_expression' && fetchesModule(callee);
    }
    default:
      return false;
  }
}

/** `const a = require('a'), { b, c: d } = require('e');`: an import when nothing else is declared there. */
function readRequire(statement: Node): ImportedNames | undefined {
  const declarators = statement.namedChildren.filter((child) => child.type === 'variable_declarator');
  if (declarators.length === 0) return undefined;
  const whole = oneLine(statement.text);
  const keyword = statement.child(0)?.text ?? 'const';
  const declared: { pattern: Part[]; braces: boolean; value: string }[] = [];
  for (const declarator of declarators) {
    const name = declarator.childForFieldName('name');
    const value = declarator.childForFieldName('value');
    if (!name || !value || !fetchesModule(value)) return undefined;
    const braces = name.type === 'object_pattern';
    const elements = braces ? name.namedChildren.filter((child) => child.type !== 'comment') : [name];
    // Default values and computed keys are code of their own.
    if (elements.some((element) => element.descendantsOfType(patternCode).length > 0)) return undefined;
    const pattern = elements.map((element) => ({
      text: oneLine(element.text),
      names: patternNames(element).map((node) => node.text),
    }));
    declared.push({ pattern, braces, value: oneLine(value.text) });
  }
  return {
    names: declared.flatMap(({ pattern }) => pattern.flatMap((part) => part.names)),
    narrow: (used) => {
      const list: string[] = [];
      for (const { pattern, braces, value } of declared) {
        const texts = usedTexts(pattern, used).join(', ');
        if (texts) list.push(`${braces ? `{ ${texts} }` : texts} = ${value}`);
      }
      return list.length > 0 ? `${keyword} ${list.join(', ')};` : whole;
    },
  };
}

const patternCode = ['assignment_pattern', 'object_assignment_pattern', 'computed_property_name'];

/** The names a declaration's pattern binds, without the names its default values and computed keys use. */
export function patternNames(pattern: Node | null): readonly Node[] {
  switch (pattern?.type) {
    case 'identifier':
    case 'shorthand_property_identifier_pattern':
      return [pattern];
    case 'object_pattern':
    case 'array_pattern':
    case 'rest_pattern':
      return pattern.namedChildren.flatMap(patternNames);
    case 'pair_pattern':
      return patternNames(pattern.childForFieldName('value'));
    case 'assignment_pattern':
    case 'object_assignment_pattern':
      return patternNames(pattern.childForFieldName('left'));
    default:
      return [];
  }
}

function declaredNames(declaration: Node): readonly Node[] {
  return declaration.namedChildren
    .filter((child) => child.type === 'variable_declarator')
    .flatMap((declarator) => patternNames(declarator.childForFieldName('name')));
}

const valueKinds: Readonly<Record<string, Kind>> = {
  arrow_function: 'function',
  function_expression: 'function',
  generator_function: 'function',
  class: 'class',
};

function valueKind(value: Node | null | undefined): Kind | undefined {
  if (value?.type === 'assignment_expression') return valueKind(value.childForFieldName('right'));
  return value ? valueKinds[value.type] : undefined;
}

function declarationKind(declaration: Node): Kind {
  const constant = declaration.child(0)?.text === 'const' ? 'constant' : 'variable';
  const declarators = declaration.namedChildren.filter((child) => child.type === 'variable_declarator');
  if (declarators.length !== 1) return constant;
  return valueKind(declarators[0]?.childForFieldName('value')) ?? constant;
}

export const declarationRule: DefinitionRule = { kind: 'constant', names: declaredNames, kindOf: declarationKind };

/** A class field; one that holds a function is a method to its readers. */
export function fieldRule(name: string): DefinitionRule {
  return {
    kind: 'field',
    names: (node) => {
      const child = node.childForFieldName(name);
      return child ? [child] : [];
    },
    kindOf: (node) => (valueKind(node.childForFieldName('value')) ? 'method' : 'field'),
  };
}

export const methodRule: DefinitionRule = {
  kind: 'method',
  kindOf: (node) => (node.childForFieldName('name')?.text === 'constructor' ? 'constructor' : 'method'),
};

/**
 * `exports.a = …` and `Foo.prototype.bar = function …` define members of what stands before the last dot, not names. Of other
 * assignments only those that define code count.
 */
export const assignmentRule: DefinitionRule = {
  kind: 'constant',
  names: (assignment) => {
    const left = assignment.childForFieldName('left');
    const property = left?.type === 'member_expression' ? left.childForFieldName('property') : undefined;
    const isExport = /^(module\.)?exports\b/.test(left?.text ?? '');
    return property && (isExport || valueKind(assignment.childForFieldName('right'))) ? [property] : [];
  },
  kindOf: (assignment) => {
    const right = assignment.childForFieldName('right');
    return valueKind(right) ?? (right?.type === 'object' ? 'object' : 'constant');
  },
  owner: (assignment) =>
    assignment
      .childForFieldName('left')
      ?.childForFieldName('object')
      ?.text.replace(/\.prototype$/, ''),
};

function defaultKeyword(statement: Node | null): readonly Node[] {
  const isExport = statement?.type === 'export_statement';
  return isExport ? statement.children.filter((child) => child.type === 'default') : [];
}

/** `export default function () {}` and the like: their name is `default`. Elsewhere these nodes are expressions. */
function defaultExport(kind: Kind): DefinitionRule {
  return { kind, names: (node) => defaultKeyword(node.parent) };
}

export const defaultExports: Readonly<Record<string, DefinitionRule>> = {
  class: { ...defaultExport('class'), container: 'type' },
  function_expression: defaultExport('function'),
  generator_function: defaultExport('function'),
  arrow_function: defaultExport('function'),
  call_expression: defaultExport('constant'),
  // The statement, not the object in it: a definition's body is looked for inside.
  export_statement: {
    kind: 'object',
    container: 'type',
    names: (node) => (node.childForFieldName('value')?.type === 'object' ? defaultKeyword(node) : []),
  },
};

/** `name: function () {}` in an object; other pairs define no code. */
export const pairRule: DefinitionRule = {
  kind: 'method',
  names: (pair) => {
    const key = pair.childForFieldName('key');
    return key && valueKind(pair.childForFieldName('value')) === 'function' ? [key] : [];
  },
};

export const imports: Readonly<Record<string, ImportReader>> = {
  import_statement: readImport,
  import_alias: readAlias,
  export_statement: readExport,
  lexical_declaration: readRequire,
  variable_declaration: readRequire,
};

/** `for (const x of y)` declares `x`, `for (x of y)` uses it. */
function loopVariable(left: Node): Role {
  const kind = left.parent?.childForFieldName('kind')?.text;
  return kind === undefined ? 'reference' : kind === 'var' ? 'bindFunction' : 'bind';
}

/** `<div>` names no component. */
function elementName(name: Node): Role {
  return name.type === 'identifier' && /^[a-z]/.test(name.text) ? 'name' : 'reference';
}

/** `a` in `import { a as b }` is a name of the other module. */
function importedName(name: Node): Role {
  return name.parent?.childForFieldName('alias') ? 'name' : 'bind';
}

/** Roles that hold in both grammars. */
export const roles: References['roles'] = {
  // Declarations. `var` belongs to the function, `let` and `const` to the block.
  'variable_declarator.name': 'pass',
  lexical_declaration: 'bind',
  variable_declaration: 'bindFunction',
  'for_in_statement.left': loopVariable,
  'catch_clause.parameter': 'bind',
  formal_parameters: 'bind',
  'arrow_function.parameter': 'bind',
  'function_declaration.name': 'bindOuter',
  'generator_function_declaration.name': 'bindOuter',
  'function_expression.name': 'bind',
  'generator_function.name': 'bind',
  'class_declaration.name': 'bindBoth',
  'class.name': 'bindBoth',
  // Patterns. In an assignment or a `for (x of …)` without a keyword they use the names.
  object_pattern: 'pass',
  array_pattern: 'pass',
  rest_pattern: 'pass',
  'pair_pattern.value': 'pass',
  'assignment_pattern.left': 'pass',
  'object_assignment_pattern.left': 'pass',
  // Names of other things.
  'export_specifier.alias': 'name',
  namespace_export: 'name',
  jsx_namespace_name: 'name',
  'jsx_opening_element.name': elementName,
  'jsx_closing_element.name': elementName,
  'jsx_self_closing_element.name': elementName,
  // Imports inside a namespace or an ambient module.
  'import_specifier.name': importedName,
  'import_specifier.alias': 'bind',
  import_clause: 'bind',
  namespace_import: 'bind',
};

export const scopes: Readonly<Record<string, 'function' | 'block'>> = {
  function_declaration: 'function',
  generator_function_declaration: 'function',
  function_expression: 'function',
  generator_function: 'function',
  arrow_function: 'function',
  method_definition: 'function',
  class_static_block: 'function',
  class_declaration: 'block',
  class: 'block',
  statement_block: 'block',
  switch_body: 'block',
  for_statement: 'block',
  for_in_statement: 'block',
  catch_clause: 'block',
};
