import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language, LocatedName } from '../language';
import type { LanguageLinks } from '../language-links';
import { rubyLibraries } from '../libraries/module-exports';
import { childOfType, childrenOfType } from '../node-helpers';
import { each, words } from '../word-lists';

const requireMethods: ReadonlySet<string> = new Set(['require', 'require_relative', 'load', 'autoload']);
const accessorMethods: ReadonlySet<string> = new Set(['attr', 'attr_reader', 'attr_writer', 'attr_accessor']);
const testMethods: ReadonlySet<string> = new Set(
  words(`
  context describe example feature it scenario shared_examples specify test`),
);
const classMakers = /^(::)?(Struct|Class|Data|Module)\.(new|define)$/;

/** The method and arguments of a call without a receiver, such as `require 'x'` and `attr_reader :y`. */
function bareCall(node: Node): { readonly method: string; readonly args: readonly Node[] } | undefined {
  if (node.type !== 'call' || node.childForFieldName('receiver')) return undefined;
  const method = node.childForFieldName('method')?.text ?? '';
  return { method, args: node.childForFieldName('arguments')?.namedChildren ?? [] };
}

/** A file usually defines the constant that its name spells (`active_record` → `ActiveRecord`), in any capitalisation. */
function readRequire(node: Node): ImportedNames | undefined {
  const call = bareCall(node);
  if (!call || !requireMethods.has(call.method)) return undefined;
  const [first, second] = call.args;
  if (call.method === 'autoload' && second) {
    const name = first?.text.replace(/^:/, '');
    const file = plainString(second);
    if (name === undefined) return { names: [] };
    return { names: [name], links: () => (file === undefined ? [] : [{ local: name, module: file, name }]) };
  }
  const path = first?.type === 'string' ? childOfType(first, 'string_content')?.text : undefined;
  if (path === undefined) return { names: [] };
  const links = (): readonly ImportLink[] => requireLinks(call.method, plainString(first));
  const known = rubyLibraries(path);
  if (known) return { names: known, links };
  // Core extensions add methods to existing classes.
  if (/\/core_ext(\/|$)/.test(path)) return { names: [], links };
  // A guess goes into `provides`, not `names`, so that a definition in this file takes precedence.
  const last = path.slice(path.lastIndexOf('/') + 1).replace(/\.rb$/, '');
  const spelled = last.replace(/[_-]/g, '').toLowerCase();
  return {
    names: [],
    provides: (word) => /^[A-Z]/.test(word) && word.replaceAll('_', '').toLowerCase() === spelled,
    links,
  };
}

function requireLinks(method: string, path: string | undefined): readonly ImportLink[] {
  if (path === undefined) return [];
  return [everyName(method === 'require_relative' && !path.startsWith('.') ? `./${path}` : path)];
}

/** The content of a string without interpolation. */
function plainString(node: Node | undefined): string | undefined {
  if (node?.type !== 'string' || node.namedChildCount !== 1) return undefined;
  return childOfType(node, 'string_content')?.text;
}

/** `require 'x' if y`: the whole line is the import. */
function readConditionalRequire(node: Node): ImportedNames | undefined {
  const body = node.childForFieldName('body');
  return body ? readRequire(body) : undefined;
}

/**
 * The names that a call defines: `private def x`, `define_method(:x) do` and named blocks (`it 'works' do`, `task :build do`).
 * Names of blocks keep their quotes and colons, so that no code can match them.
 */
function definingCallNames(node: Node): readonly LocatedName[] {
  const inner = wrappedMethodName(node);
  if (inner) return inner;
  if (!node.childForFieldName('block')) return [];
  const [first] = node.childForFieldName('arguments')?.namedChildren ?? [];
  const name = first?.type === 'pair' ? first.childForFieldName('key') : first;
  if (
    name &&
    /^(constant|scope_resolution)$/.test(name.type) &&
    testMethods.has(node.childForFieldName('method')?.text ?? '')
  ) {
    return [{ text: `describe ${name.text}`, startIndex: node.startIndex }];
  }
  return name && ['string', 'simple_symbol', 'hash_key_symbol'].includes(name.type) ? [name] : [];
}

function wrappedMethodName(node: Node): readonly Node[] | undefined {
  const method = bareCall(node)?.args.find((arg) => arg.type === 'method' || arg.type === 'singleton_method');
  const name = method?.childForFieldName('name');
  return name ? [name] : undefined;
}

function definingCallKind(node: Node): DefinitionKind {
  if (wrappedMethodName(node)) return 'function';
  const method = node.childForFieldName('method')?.text ?? '';
  if (testMethods.has(method)) return 'test';
  if (method === 'define_method') return 'method';
  return method === 'task' ? 'target' : 'block';
}

function accessorNames(node: Node): readonly LocatedName[] {
  const call = bareCall(node);
  if (!call || !accessorMethods.has(call.method)) return [];
  const symbols = call.args.filter((arg) => arg.type === 'simple_symbol');
  return symbols.map((symbol) => ({ text: symbol.text.slice(1), startIndex: symbol.startIndex + 1 }));
}

/** The names that a module-level assignment defines; `a.b = 1` and `@a = 1` define none. */
function assignedNames(node: Node): readonly Node[] {
  const left = node.childForFieldName('left');
  if (!left) return [];
  const types = ['constant', 'global_variable', 'identifier'];
  return left.type === 'left_assignment_list'
    ? childrenOfType(left, ...types)
    : types.includes(left.type)
      ? [left]
      : [];
}

function assignedKind(node: Node): DefinitionKind {
  const maker = node.childForFieldName('right');
  const made = maker?.type === 'call' && maker.childForFieldName('receiver');
  if (made && classMakers.test(`${made.text}.${maker.childForFieldName('method')?.text}`)) return 'class';
  return assignedNames(node)[0]?.type === 'constant' ? 'constant' : 'variable';
}

/** `X = Foo.new`, `X = Foo`. */
function assignedValue(node: Node): Node | undefined {
  const right =
    node.childForFieldName('left')?.type === 'left_assignment_list' ? null : node.childForFieldName('right');
  return right && /^(call|constant|scope_resolution)$/.test(right.type) ? right : undefined;
}

/** The superclass and the modules that the body includes. */
function baseTypes(node: Node): readonly Node[] {
  const bases = [...(node.childForFieldName('superclass')?.namedChildren ?? [])];
  for (const statement of node.childForFieldName('body')?.namedChildren ?? []) {
    const call = statement.type === 'call' ? bareCall(statement) : undefined;
    if (call && /^(include|extend|prepend)$/.test(call.method)) bases.push(...call.args);
  }
  return bases.filter((base) => /^(constant|scope_resolution|call)$/.test(base.type));
}

/** `LIMIT = 5 unless defined?(LIMIT)`. */
function conditionallyAssignedNames(node: Node): readonly Node[] {
  const body = node.childForFieldName('body');
  return body?.type === 'assignment' ? assignedNames(body) : [];
}

/** Patterns and assignments bind local variables. A constant or global in them refers to the module-level one. */
function localRole(role: IdentifierRole): (node: Node) => IdentifierRole {
  return (node) => (node.type === 'constant' || node.type === 'global_variable' ? 'reference' : role);
}

/** `{ name: }` uses `name`, or binds it in a pattern. With a value, `name` is only a key. `{ NAME => 1 }` uses `NAME`. */
function keyRole(short: IdentifierRole): (key: Node) => IdentifierRole {
  return (key) => {
    if (key.type !== 'hash_key_symbol') return 'reference';
    return key.parent?.childForFieldName('value') ? 'name' : short;
  };
}

function methodKind(node: Node): DefinitionKind {
  return node.childForFieldName('name')?.text === 'initialize' ? 'constructor' : 'function';
}

/** `Foo` in `Foo.new`; otherwise the method. */
function calledName(node: Node): Node | null {
  const method = node.childForFieldName('method');
  return method?.text === 'new' ? node.childForFieldName('receiver') : method;
}

/** What the graph of the workspace reads in Ruby: what names an expression, and the values of locals. */
const rubyLinks: LanguageLinks = {
  naming: {
    call: calledName,
    scope_resolution: 'name',
    parenthesized_statements: '',
  },
  bound: { assignment: ['right'], operator_assignment: ['right'] },
  own: ['self'],
  isOpen: true,
  bareMembers: true,
  blockCalls: true,
  sameMembers: ['new'],
  atFields: true,
  // Methods of every object.
  builtins: words(`
    require require_relative load autoload include extend prepend attr_reader attr_writer attr_accessor private
    protected public module_function raise puts print p format lambda proc loop catch throw block_given? binding
    freeze`),
};

export const ruby: Language = {
  id: 'ruby',
  name: 'Ruby',
  extensions: words('.rb .rbw .rake .gemspec .ru .podspec .jbuilder .thor .rabl .builder .rbi'),
  filenames: words(`
    Gemfile Rakefile Guardfile Capfile Podfile Fastfile Appfile Vagrantfile Berksfile Brewfile Dangerfile Thorfile
    Appraisals .irbrc .pryrc`),
  interpreters: ['ruby', 'jruby', 'rake', 'macruby'],
  comment: ['# ', ''],
  elision: '; end',
  structure: {
    definitions: {
      method: { kind: 'function', kindOf: methodKind },
      singleton_method: { kind: 'method' },
      class: { kind: 'class', container: 'type', bases: baseTypes },
      singleton_class: { kind: 'class', container: 'type' },
      module: { kind: 'module', container: 'namespace', bases: baseTypes },
      call: { kind: 'block', names: definingCallNames, kindOf: definingCallKind },
      alias: { kind: 'function' },
    },
    values: {
      assignment: { kind: 'constant', names: assignedNames, kindOf: assignedKind, type: assignedValue },
      operator_assignment: { kind: 'constant', names: assignedNames, kindOf: assignedKind, type: assignedValue },
      ...each({ kind: 'constant', names: conditionallyAssignedNames }, 'unless_modifier if_modifier'),
      call: { kind: 'property', names: accessorNames },
    },
    transparent: ['if', 'unless', 'then', 'else', 'elsif', 'begin', 'rescue', 'ensure'],
    bodies: ['body_statement', 'block_body'],
    imports: { call: readRequire, if_modifier: readConditionalRequire, unless_modifier: readConditionalRequire },
    // Code uses the constants of its class without a qualifier.
    bareFields: true,
  },
  references: {
    identifiers: ['identifier', 'constant', 'global_variable', 'hash_key_symbol'],
    // With arguments it is a call, even if a local has the same name: `name ||= name(1)`.
    typeIdentifiers: ['call.method'],
    roles: {
      ...each('bindBoth', 'method.name singleton_method.name'),
      ...each('name', 'setter alias.name'),
      ...each('bindOuter', 'class.name module.name'),
      ...each('bind', 'method_parameters lambda_parameters block_parameters for.pattern as_pattern.name'),
      ...each('pass', 'optional_parameter.name keyword_parameter.name splat_parameter.name'),
      ...each('pass', 'hash_splat_parameter.name block_parameter.name destructured_parameter'),
      parenthesized_pattern: 'pass',
      ...each(localRole('bindFunction'), 'assignment.left operator_assignment.left match_pattern.pattern'),
      'test_pattern.pattern': localRole('bindFunction'),
      ...each(localRole('pass'), 'left_assignment_list destructured_left_assignment rest_assignment'),
      ...each(localRole('pass'), 'as_pattern.value array_pattern find_pattern hash_pattern'),
      'keyword_pattern.value': localRole('pass'),
      exception_variable: 'bindFunction',
      'in_clause.pattern': localRole('bind'),
      ...each('reference', 'array_pattern.class find_pattern.class hash_pattern.class'),
      'pair.key': keyRole('reference'),
      'keyword_pattern.key': keyRole('bind'),
    },
    scopes: {
      ...each('function', 'method singleton_method'),
      ...each('block', 'module block do_block for in_clause lambda'),
      // Kind `block`, not `class`: a method's name is visible in the other methods of its class.
      ...each('block', 'class singleton_class'),
    },
    // Before its assignment, a name is a call to the method of that name.
    bindFrom: 'declaration',
    qualified: true,
    wordCharacters: '$?!',
  },
  links: rubyLinks,
};
