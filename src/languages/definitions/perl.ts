import type { Node } from '../../syntax/syntax-node';
import { everyName, listedImport, wholeModule } from '../import-parts';
import type { ImportedNames, ImportLink, Language } from '../language';
import { perlExports } from '../libraries/module-exports';
import { childOfType, childrenOfType } from '../node-helpers';
import { each } from '../word-lists';

/** Modules that change how the file is compiled and export no names. */
const pragma =
  /^(strict|warnings|utf8|feature|experimental|lib|vars|parent|base|overload|integer|bytes|bigint|bignum|locale|mro|fields|subs|open|autodie|re|sort|threads|version|if|namespace::\w+)(::|$)/;

/** `use List::Util qw(first sum);`: the names without their sigils, and the module for `List::Util::max(…)`. */
function readUse(node: Node): ImportedNames | undefined {
  const module = node.childForFieldName('module')?.text;
  if (module === undefined || module === 'constant') return undefined;
  if (node.firstChild?.text === 'no') return { names: [] };
  if (pragma.test(module)) return { names: [], links: () => baseLinks(node, module) };
  const version = node.childForFieldName('version')?.text;
  const head = version === undefined ? `use ${module}` : `use ${module} ${version}`;
  const lists = node.descendantsOfType(['quoted_word_list', 'string_literal', 'interpolated_string_literal']);
  const items = lists
    .flatMap((list) => childOfType(list, 'string_content')?.text.trim().split(/\s+/) ?? [])
    .filter((text) => /^[$@%&*]?\w+$/.test(text))
    .map((text) => {
      const name = text.replace(/^\W/, '');
      return { text, links: [{ local: name, module, name }] };
    });
  const exported = lists.length === 0 && !childOfType(node, 'stub_expression') ? (perlExports(module) ?? []) : [];
  const provides = (word: string): boolean => word.startsWith(`${module}::`);
  const whole = wholeModule(module, module);
  if (items.length === 0) return { names: [module, ...exported], provides, links: () => [whole, everyName(module)] };
  const { names, narrow, links } = listedImport(items, (texts) =>
    texts.length > 0 ? `${head} qw(${texts.join(' ')});` : `${head};`,
  );
  return { names: [module, ...names], narrow, provides, links: () => [whole, ...links()] };
}

/** `use parent qw(A B::C);` loads the modules. */
function baseLinks(node: Node, pragmaName: string): readonly ImportLink[] {
  if (pragmaName !== 'parent' && pragmaName !== 'base') return [];
  const lists = node.descendantsOfType(['quoted_word_list', 'string_literal', 'interpolated_string_literal']);
  const modules = lists.flatMap((list) => childOfType(list, 'string_content')?.text.trim().split(/\s+/) ?? []);
  return modules.filter((module) => /^\w/.test(module)).map((module) => wholeModule(module, module));
}

/** `require Foo::Bar;`. The names that `require "file.pl"` brings in are unknown here. */
function readRequire(node: Node): ImportedNames | undefined {
  const expression = node.namedChildren[0];
  if (expression?.type !== 'require_expression') return undefined;
  const module = childOfType(expression, 'bareword')?.text;
  if (module === undefined) {
    const file = expression.namedChildren[0];
    const path = childOfType(file, 'string_content')?.text;
    return { names: [], links: () => (path === undefined || file?.namedChildCount !== 1 ? [] : [everyName(path)]) };
  }
  return {
    names: [module],
    provides: (word) => word.startsWith(`${module}::`),
    links: () => [wholeModule(module, module)],
  };
}

/** `my $x = 1;`, `our ($a, @b);`: the names without their sigils. */
function declaredNames(node: Node): readonly Node[] {
  const expression = node.namedChildren[0];
  const declaration = expression?.type === 'assignment_expression' ? expression.childForFieldName('left') : expression;
  return declaration?.type === 'variable_declaration' ? declaration.descendantsOfType('varname') : [];
}

/** `use constant PI => 3;`, `use constant { A => 1, B => 2 };` */
function constantNames(node: Node): readonly Node[] {
  if (node.childForFieldName('module')?.text !== 'constant') return [];
  const hash = childOfType(node, 'anonymous_hash_expression');
  if (hash) return hashKeys(hash);
  const list = childOfType(node, 'list_expression');
  return list ? childrenOfType(list, 'autoquoted_bareword').slice(0, 1) : [];
}

/** The keys of a hash. The grammar nests the rest of a list in the list. */
function hashKeys(node: Node): readonly Node[] {
  return node.namedChildren.flatMap((child) =>
    child.type === 'list_expression' ? hashKeys(child) : child.type === 'autoquoted_bareword' ? [child] : [],
  );
}

/** `package A { … }` wraps its code; `package A;` comes before it (`fileScopes`). */
function packageBlockName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return name && childOfType(node, 'block') ? [name] : [];
}

function packageStatementName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return name && !childOfType(node, 'block') ? [name] : [];
}

export const perl: Language = {
  id: 'perl',
  name: 'Perl',
  extensions: ['.pl', '.pm', '.t', '.psgi', '.plx', '.cgi', '.al', '.perl', '.ph'],
  filenames: ['cpanfile', 'Rexfile', 'latexmkrc', '.latexmkrc', '.perltidyrc'],
  interpreters: ['perl'],
  comment: ['# ', ''],
  elision: ' { ... }',
  structure: {
    definitions: {
      subroutine_declaration_statement: { kind: 'function' },
      method_declaration_statement: { kind: 'method' },
      package_statement: { kind: 'namespace', container: 'namespace', names: packageBlockName },
      class_statement: { kind: 'class', container: 'type', names: packageBlockName },
    },
    values: {
      expression_statement: { kind: 'variable', names: declaredNames },
      use_statement: { kind: 'constant', names: constantNames },
    },
    transparent: ['conditional_statement', 'else', 'elsif', 'block', 'block_statement', 'phaser_statement'],
    bodies: ['block'],
    // A blank line separates POD from the code that it documents.
    attributes: ['pod'],
    imports: {
      use_statement: readUse,
      expression_statement: readRequire,
      use_version_statement: () => ({ names: [] }),
    },
    bareFields: true,
    fileScopes: { package_statement: packageStatementName, class_statement: packageStatementName },
  },
  references: {
    identifiers: ['varname', 'bareword', 'function', 'package'],
    // Not types, but a separate namespace like types: `$x` hides `@x` here, but never the function `x`.
    typeIdentifiers: ['varname'],
    roles: {
      ...each('pass', 'scalar array hash'),
      ...each('bind', 'variable_declaration.variable variable_declaration.variables for_statement.variable'),
      ...each('bind', 'try_statement.catch_expr mandatory_parameter optional_parameter slurpy_parameter'),
      named_parameter: 'bind',
      'optional_parameter.default': 'reference',
      ...each('name', 'subroutine_declaration_statement.name method_declaration_statement.name'),
      ...each('name', 'package_statement.name class_statement.name'),
    },
    scopes: {
      ...each('function', 'subroutine_declaration_statement method_declaration_statement'),
      anonymous_subroutine_expression: 'function',
      ...each('block', 'block for_statement cstyle_for_statement conditional_statement loop_statement'),
      try_statement: 'block',
    },
    bindFrom: 'declaration',
    memberOperators: ['->'],
    // Words are whole names, such as `Foo::bar`, without their sigils.
    wordCharacters: ':',
  },
};
