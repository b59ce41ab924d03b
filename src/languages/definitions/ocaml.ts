import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-links';
import type { DefinitionKind, ImportedNames, Language, LanguageReferences, LanguageStructure } from '../language';
import { childrenOfType, leaves, nameFromChild } from '../node-helpers';

/** The names of `let x = …`, `let (a, b) = …`, `let f … and g …`; `let () = …` has none. */
function valueNames(node: Node): readonly Node[] {
  return childrenOfType(node, 'let_binding').flatMap((binding) => {
    const pattern = binding.childForFieldName('pattern');
    if (pattern?.type === 'parenthesized_operator') return [pattern];
    return pattern ? leaves(pattern, 'value_name').filter((name) => name.text !== '_') : [];
  });
}

function valueKind(node: Node): DefinitionKind {
  const [binding] = childrenOfType(node, 'let_binding');
  const body = binding?.childForFieldName('body')?.type ?? '';
  const isFunction =
    /^fun(ction)?_expression$/.test(body) || binding?.namedChildren.some((child) => child.type === 'parameter');
  return isFunction ? 'function' : 'variable';
}

/** Types and their constructors, which are module-level names too. */
function typeNames(node: Node): readonly Node[] {
  return childrenOfType(node, 'type_binding').flatMap((binding) => {
    const name = binding.childForFieldName('name');
    return [...(name ? [name] : []), ...binding.descendantsOfType('constructor_declaration').flatMap(constructorName)];
  });
}

function constructorName(declaration: Node): readonly Node[] {
  return childrenOfType(declaration, 'constructor_name');
}

/** The names of `module A = … and B = …`, `class a = … and b = …`. */
function bindingNames(type: string): (node: Node) => readonly Node[] {
  return (node) =>
    node.namedChildren
      .filter((child) => child.type.endsWith('_binding'))
      .flatMap((binding) => childrenOfType(binding, type).slice(0, 1));
}

/** `open A.B`; the names in an opened module are unknown here. */
function readOpen(node: Node): ImportedNames {
  const path = node.namedChildren[0];
  const isPath = path !== undefined && /^(extended_)?module_path$/.test(path.type);
  return { names: [], links: () => (isPath ? [everyName(path.text)] : []) };
}

const structure: LanguageStructure = {
  definitions: {
    value_definition: { kind: 'variable', names: valueNames, kindOf: valueKind },
    value_specification: { kind: 'function', names: nameFromChild('value_name', 'parenthesized_operator') },
    external: { kind: 'function', names: nameFromChild('value_name', 'parenthesized_operator') },
    type_definition: { kind: 'type', names: typeNames },
    exception_definition: {
      kind: 'type',
      names: (node) => childrenOfType(node, 'constructor_declaration').flatMap(constructorName),
    },
    module_definition: { kind: 'module', names: bindingNames('module_name'), container: 'namespace' },
    module_type_definition: { kind: 'interface', names: nameFromChild('module_type_name'), container: 'namespace' },
    class_definition: { kind: 'class', names: bindingNames('class_name') },
    class_type_definition: { kind: 'interface', names: bindingNames('class_type_name') },
    method_definition: { kind: 'method', names: nameFromChild('method_name') },
  },
  transparent: ['include_module', 'include_module_type'],
  bodies: ['structure', 'signature', 'object_expression', 'class_body_type'],
  comments: ['comment'],
  imports: { open_module: readOpen, open_module_signature: readOpen },
};

const references: LanguageReferences = {
  identifiers: [
    'value_name',
    'value_pattern',
    'field_name',
    'constructor_name',
    'type_constructor',
    'module_name',
    'module_type_name',
    'class_name',
  ],
  typeIdentifiers: ['constructor_name', 'type_constructor', 'module_name', 'module_type_name', 'class_name'],
  roles: {
    'let_binding.pattern': 'bindOuter',
    parameter: 'bind',
    'match_case.pattern': 'bind',
    'for_expression.name': 'bind',
    object_expression: 'bind',
    inheritance_definition: 'bind',
    module_binding: 'bindOuter',
    module_parameter: 'bind',
    abstract_type: 'bind',
    package_pattern: 'pass',
    alias_pattern: 'pass',
    array_pattern: 'pass',
    cons_pattern: 'pass',
    constructor_pattern: 'pass',
    exception_pattern: 'pass',
    lazy_pattern: 'pass',
    list_pattern: 'pass',
    or_pattern: 'pass',
    parenthesized_pattern: 'pass',
    record_pattern: 'pass',
    tag_pattern: 'pass',
    tuple_pattern: 'pass',
    typed_pattern: 'pass',
    // `{ name }` binds `name` in a pattern; in an expression, a field is only a name.
    field_path: 'pass',
    field_pattern: 'pass',
    field_expression: 'name',
    field_get_expression: 'name',
    field_declaration: 'name',
    set_expression: 'name',
    'type_binding.name': 'name',
    constructor_declaration: 'name',
    module_type_definition: 'name',
    class_binding: 'name',
    value_specification: 'name',
    external: 'name',
  },
  scopes: {
    let_binding: 'function',
    fun_expression: 'function',
    method_definition: 'function',
    class_binding: 'function',
    object_expression: 'block',
    let_expression: 'block',
    let_module_expression: 'block',
    module_binding: 'block',
    match_case: 'block',
    for_expression: 'block',
  },
  // `let x = x + 1 in` uses the outer `x`.
  bindFrom: 'declaration',
  memberOperators: ['.', '#'],
  wordCharacters: "'",
};

export const ocaml: Language = {
  id: 'ocaml',
  name: 'OCaml',
  extensions: ['.ml', '.eliom'],
  interpreters: ['ocaml', 'ocamlrun', 'utop'],
  grammar: 'ocaml',
  comment: ['(* ', ' *)'],
  structure,
  references,
};

/** Interfaces have a separate grammar with the same node types. */
export const ocamlInterface: Language = {
  id: 'ocaml.interface',
  name: 'OCaml interface',
  extensions: ['.mli', '.eliomi'],
  grammar: 'ocaml_interface',
  comment: ['(* ', ' *)'],
  structure,
  references,
};
