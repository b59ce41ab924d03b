import type { Node } from '../../syntax/syntax-node';
import { everyName, listedImport, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language } from '../language';
import type { LanguageLinks } from '../language-links';
import { childOfType, leaves, typeFromField } from '../node-helpers';
import { each, words } from '../word-lists';

/** `import a.b` binds `a`, and through it gives access to `a.b`; `import a.b as c` binds `c`. */
function readImport(node: Node): ImportedNames {
  const items = node.childrenForFieldName('name').map((item) => {
    const alias = item.childForFieldName('alias')?.text;
    const local = alias ?? item.text.split('.')[0] ?? item.text;
    return { text: item.text, links: [wholeModule(local, alias === undefined ? local : importedName(item))] };
  });
  return listedImport(items, (texts) => `import ${texts.join(', ')}`);
}

function readFromImport(node: Node): ImportedNames {
  const written = node.childForFieldName('module_name')?.text;
  const module = written?.replace(/\s+/g, '') ?? '';
  if (childOfType(node, 'wildcard_import')) return { names: [], links: () => [everyName(module)] };
  const items = node.childrenForFieldName('name').map((item) => {
    const local = item.childForFieldName('alias')?.text ?? item.text;
    return { text: item.text, links: [{ local, module, name: importedName(item) }] };
  });
  return listedImport(items, (texts) => `from ${written ?? '__future__'} import ${texts.join(', ')}`);
}

/** `a` in `a as b`. */
function importedName(item: Node): string {
  return (item.type === 'aliased_import' ? item.childForFieldName('name') : item)?.text ?? '';
}

/** The names that a module-level assignment defines: three in `a = b, c = 1, 2`, none in `a.b = 1` and `a[0] = 1`. */
function assignedNames(statement: Node): readonly Node[] {
  const names: Node[] = [];
  let assignment = statement.namedChildren[0] ?? null;
  while (assignment?.type === 'assignment') {
    names.push(...targetNames(assignment.childForFieldName('left')));
    assignment = assignment.childForFieldName('right');
  }
  return names;
}

/** A field in a class; elsewhere a constant if its name is in capitals. */
function assignedKind(statement: Node): DefinitionKind {
  if (statement.parent?.parent?.type === 'class_definition') return 'field';
  return assignedNames(statement).every((name) => /^_*[A-Z][A-Z0-9_]*$/.test(name.text)) ? 'constant' : 'variable';
}

const patternTypes: readonly string[] = ['pattern_list', 'tuple_pattern', 'list_pattern', 'list_splat_pattern'];

function targetNames(target: Node | null): readonly Node[] {
  if (target?.type === 'identifier') return [target];
  return target && patternTypes.includes(target.type) ? target.namedChildren.flatMap(targetNames) : [];
}

const namingValues = /^(call|identifier|attribute|await|subscript)$/;

/** Of `a = b = c`: each name asks for the value, so a longer chain would take quadratic time. */
const maxChain = 20;

/** `a: Foo = 1`, `a = b = Foo()`. Several names in a pattern have no single type. */
function assignedType(statement: Node): Node | undefined {
  let assignment = statement.namedChildren[0];
  if (assignment?.childForFieldName('left')?.type !== 'identifier') return undefined;
  const declared = assignment.childForFieldName('type');
  if (declared) return declared;
  for (let i = 0; i < maxChain && assignment?.type === 'assignment'; i++)
    assignment = assignment.childForFieldName('right') ?? undefined;
  return assignment && namingValues.test(assignment.type) ? assignment : undefined;
}

/** `class A(B, metaclass=C)` has the base `B`. */
function superclasses(node: Node): readonly Node[] {
  const list = node.childForFieldName('superclasses')?.namedChildren ?? [];
  return list.filter((item) => !/^(keyword_argument|comment|.*splat)$/.test(item.type));
}

function captureRole(name: Node): IdentifierRole {
  return name.type === 'dotted_name' && name.namedChildCount === 1 ? 'bindFunction' : 'reference';
}

/** Types that stand for their first argument. A collection stands for its elements. */
const firstArgument =
  'Optional Union Annotated Awaitable Final ClassVar Type type list List set Set frozenset FrozenSet tuple Tuple deque Deque ' +
  'Sequence MutableSequence Iterable Iterator Collection AbstractSet MutableSet Generator AsyncIterable AsyncIterator AsyncGenerator ' +
  'AbstractContextManager AbstractAsyncContextManager ContextManager AsyncContextManager';
/** Types that stand for their last one: what a dictionary maps to and what a function returns. */
const lastArgument =
  'dict Dict Mapping MutableMapping defaultdict DefaultDict OrderedDict ChainMap Callable Coroutine WeakValueDictionary';
const transparentFirst = new Set(firstArgument.split(' '));
const transparentLast = new Set(lastArgument.split(' '));

function genericName(node: Node): Node | null {
  const name = node.firstNamedChild;
  const list = node.namedChildren[1];
  if (!name || !list) return name;
  if (transparentFirst.has(name.text)) return list.firstNamedChild ?? name;
  return transparentLast.has(name.text) ? (list.lastNamedChild ?? name) : name;
}

/** Functions that return what they get, or a collection or an element of it. */
const passing = new Set(words('list tuple set frozenset sorted reversed iter next copy deepcopy'));

function calledName(call: Node): Node | null {
  const called = call.childForFieldName('function');
  if (called?.type !== 'identifier') return called;
  const { text } = called;
  const isPassing = text === 'cast' || passing.has(text);
  return isPassing ? (call.childForFieldName('arguments')?.firstNamedChild ?? called) : called;
}

const isNone = (node: Node): boolean => node.type === 'none';

/** `X` in `None | X`. */
function unionMembers(node: Node): readonly Node[] {
  return node.namedChildren.filter((child) => child.text !== 'None');
}

/** Both sides of `a | b`, `a / b` and `a or b`; `b` in `a and b`. */
function operands(node: Node): readonly Node[] {
  const sides = [node.childForFieldName('left'), node.childForFieldName('right')].filter((side) => side !== null);
  return node.childForFieldName('operator')?.type === 'and' ? sides.slice(1) : sides.filter((side) => !isNone(side));
}

/** `a` and `c` in `a if b else c`. */
function branches(node: Node): readonly Node[] {
  return node.namedChildren.filter((child, index) => index !== 1 && !isNone(child));
}

const inner = (node: Node): readonly Node[] => node.namedChildren.slice(0, 1);

/** `items` for the `item` in `for item in items`. */
function loopedOver(loop: Node, name: Node): Node | null {
  const right = loop.childForFieldName('right');
  return right && name.startIndex < right.startIndex ? right : null;
}

/** What names an expression or a type in Python, and what is known about the values of locals. */
const pythonLinks: LanguageLinks = {
  naming: {
    call: calledName,
    attribute: 'attribute',
    subscript: 'value',
    assignment: 'right',
    list: '',
    ...each('body', 'list_comprehension generator_expression'),
    generic_type: genericName,
    member_type: (node) => node.lastNamedChild,
  },
  choices: {
    ...each(inner, 'await parenthesized_expression type'),
    ...each(operands, 'boolean_operator binary_operator'),
    conditional_expression: branches,
    union_type: unionMembers,
  },
  results: ['return', 'yield'],
  bound: {
    typed_parameter: ['type'],
    typed_default_parameter: ['type', 'value'],
    ...each(['value'], 'default_parameter named_expression'),
    assignment: ['type', 'right'],
    as_pattern: [''],
    ...each(loopedOver, 'for_statement for_in_clause'),
  },
  annotated: ['assignment'],
  own: ['self', 'cls'],
  base: ['super'],
};

export const python: Language = {
  id: 'python',
  name: 'Python',
  extensions: ['.py', '.pyi', '.pyw', '.bzl', '.bazel', '.star', '.gyp', '.gypi', '.wsgi'],
  filenames: ['SConstruct', 'SConscript', 'BUILD', 'WORKSPACE', 'wscript'],
  interpreters: ['python', 'pypy', 'uv'],
  comment: ['# ', ''],
  elision: ' ...',
  structure: {
    definitions: {
      function_definition: { kind: 'function', type: typeFromField('return_type') },
      class_definition: { kind: 'class', container: 'type', bases: superclasses },
      type_alias_statement: {
        kind: 'type',
        names: (node) => leaves(node, 'identifier').slice(0, 1),
        type: (node) => node.lastNamedChild ?? undefined,
      },
    },
    values: {
      expression_statement: { kind: 'variable', names: assignedNames, kindOf: assignedKind, type: assignedType },
    },
    wrappers: ['decorated_definition'],
    transparent: words(`
      if_statement elif_clause else_clause try_statement except_clause except_group_clause finally_clause
      with_statement for_statement while_statement block`),
    bodies: ['block'],
    imports: {
      import_statement: readImport,
      import_from_statement: readFromImport,
      future_import_statement: () => undefined,
    },
  },
  references: {
    roles: {
      ...each('name', 'attribute.attribute keyword_argument.name'),
      ...each('bindOuter', 'function_definition.name class_definition.name'),
      ...each('bind', 'parameters lambda_parameters for_in_clause.left'),
      ...each('pass', 'default_parameter.name typed_parameter typed_default_parameter.name list_splat_pattern'),
      ...each('pass', 'dictionary_splat_pattern tuple_pattern list_pattern tuple list expression_list'),
      pattern_list: 'pass',
      'typed_parameter.type': 'reference',
      ...each('bindFunction', 'assignment.left augmented_assignment.left named_expression.name'),
      ...each('bindFunction', 'for_statement.left as_pattern_target delete_statement'),
      // In `match`, a bare name is bound and `Color.RED` is used.
      splat_pattern: 'bindFunction',
      ...each(captureRole, 'case_pattern union_pattern'),
      keyword_pattern: (node) => (node.type === 'identifier' ? 'name' : captureRole(node)),
      as_pattern: (node) => (node.parent?.parent?.type === 'case_pattern' ? 'bindFunction' : 'reference'),
      // Imports inside functions.
      dotted_name: 'pass',
      ...each('name', 'aliased_import.name import_from_statement.module_name relative_import'),
      ...each('bindFunction', 'aliased_import.alias import_statement.name import_from_statement.name'),
      // `def f[T](…)`. In `list[T]`, the same nodes are below a `generic_type` and use the name.
      ...each('pass', 'type type_parameter'),
      constrained_type: (node) => (node.startIndex === node.parent?.startIndex ? 'pass' : 'reference'),
      ...each('bind', 'function_definition.type_parameters class_definition.type_parameters'),
      global_statement: 'global',
      nonlocal_statement: 'name',
    },
    scopes: {
      ...each('function', 'function_definition lambda'),
      class_definition: 'class',
      ...each('block', 'list_comprehension set_comprehension dictionary_comprehension generator_expression'),
    },
    outside: words(`
      default_parameter.value typed_default_parameter.value typed_default_parameter.type typed_parameter.type
      function_definition.return_type class_definition.superclasses`),
  },
  links: pythonLinks,
};
