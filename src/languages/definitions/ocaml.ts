import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { DefinitionKind, ImportedNames, Language, LanguageReferences, LanguageStructure } from '../language';
import { childrenOfType, leaves, nameFromChild, nodesAt } from '../node-helpers';
import { each, words } from '../word-lists';

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

const constructorName = nodesAt('constructor_name*');

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
    exception_definition: { kind: 'type', names: nodesAt('constructor_declaration* constructor_name*') },
    module_definition: { kind: 'module', names: bindingNames('module_name'), container: 'namespace' },
    module_type_definition: { kind: 'interface', names: nameFromChild('module_type_name'), container: 'namespace' },
    class_definition: { kind: 'class', names: bindingNames('class_name') },
    class_type_definition: { kind: 'interface', names: bindingNames('class_type_name') },
    method_definition: { kind: 'method', names: nameFromChild('method_name') },
  },
  transparent: ['include_module', 'include_module_type'],
  bodies: ['structure', 'signature', 'object_expression', 'class_body_type'],
  imports: { open_module: readOpen, open_module_signature: readOpen },
};

const references: LanguageReferences = {
  identifiers: words(`
    value_name value_pattern field_name constructor_name type_constructor module_name module_type_name class_name`),
  typeIdentifiers: ['constructor_name', 'type_constructor', 'module_name', 'module_type_name', 'class_name'],
  roles: {
    ...each('bindOuter', 'let_binding.pattern module_binding'),
    ...each('bind', 'parameter match_case.pattern for_expression.name object_expression inheritance_definition'),
    ...each('bind', 'module_parameter abstract_type'),
    ...each('pass', 'package_pattern alias_pattern array_pattern cons_pattern constructor_pattern'),
    ...each('pass', 'exception_pattern lazy_pattern list_pattern or_pattern parenthesized_pattern'),
    ...each('pass', 'record_pattern tag_pattern tuple_pattern typed_pattern'),
    // `{ name }` binds `name` in a pattern; in an expression, a field is only a name.
    ...each('pass', 'field_path field_pattern'),
    ...each('name', 'field_expression field_get_expression field_declaration set_expression type_binding.name'),
    ...each('name', 'constructor_declaration module_type_definition class_binding value_specification external'),
  },
  scopes: {
    ...each('function', 'let_binding fun_expression method_definition class_binding'),
    ...each('block', 'object_expression let_expression let_module_expression module_binding match_case'),
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
  comment: ['(* ', ' *)'],
  structure,
  references,
};

/** Interfaces have a separate grammar with the same node types. */
export const ocamlInterface: Language = {
  ...ocaml,
  id: 'ocaml.interface',
  name: 'OCaml interface',
  extensions: ['.mli', '.eliomi'],
  interpreters: [],
  grammar: 'ocaml_interface',
};
