import type { Node } from '../../../syntax/syntax-node';
import { everyName, lastOfPath } from '../../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, Language, TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { jvmWildcardProvides } from '../../libraries/jvm-packages';
import { childOfType, childrenOfType, firstChildRole, nameFromChild, present } from '../../node-helpers';
import { each } from '../../word-lists';

/** `import java.util.*` does not replace Kotlin's own types with these names. */
const builtInTypes: ReadonlySet<string> = new Set(['Collection', 'Iterator', 'List', 'ListIterator', 'Map', 'Set']);

/** `import a.b.C`, `import a.b.C as D`, `import a.b.*`. */
function readImport(node: Node): ImportedNames {
  const path = childOfType(node, 'qualified_identifier', 'identifier')?.text ?? '';
  if (node.text.trimEnd().endsWith('*')) {
    const provides = jvmWildcardProvides(path);
    return {
      names: [],
      provides: (word) => !builtInTypes.has(word) && provides(word),
      links: () => [everyName(unquoted(path))],
    };
  }
  const alias = node.namedChildren.length > 1 ? node.namedChildren.at(-1) : undefined;
  const name = unquoted(alias?.type === 'identifier' ? alias.text : path.slice(path.lastIndexOf('.') + 1));
  // The import may be an extension function, which is called after a dot.
  return {
    names: [name],
    members: (word) => word === name && /^[a-z]/.test(word),
    links: () => [lastOfPath(unquoted(path), '.', name)],
  };
}

function unquoted(name: string): string {
  return name.replace(/`/g, '');
}

/** The names of `val a = …` and `val (a, b) = …`. */
function propertyNames(node: Node): readonly Node[] {
  return childrenOfType(node, 'variable_declaration', 'multi_variable_declaration')
    .flatMap((child) =>
      child.type === 'variable_declaration' ? [child] : childrenOfType(child, 'variable_declaration'),
    )
    .flatMap((child) => childOfType(child, 'identifier') ?? []);
}

function propertyKind(node: Node): DefinitionKind {
  if (/\bconst\b/.test(childOfType(node, 'modifiers')?.text ?? '')) return 'constant';
  return node.parent?.type === 'source_file' ? 'variable' : 'property';
}

function classKind(node: Node): DefinitionKind {
  if (node.children.some((child) => child.type === 'interface')) return 'interface';
  return /\benum\b/.test(childOfType(node, 'modifiers')?.text ?? '') ? 'enum' : 'class';
}

/** A constructor has the name of its class. */
function constructorName(node: Node): readonly Node[] {
  return present(node.parent?.parent?.childForFieldName('name'));
}

/** The type that an extension extends: `List` in `fun <T> List<T>.second()`. */
function receiverType(node: Node): string | undefined {
  for (const child of node.namedChildren) {
    if (child.type === 'identifier' || child.type.endsWith('variable_declaration')) return undefined;
    if (child.type === 'user_type' || child.type === 'nullable_type')
      return child.text.replace(/<.*$/s, '').replace(/\?$/, '').trim();
  }
  return undefined;
}

/** The first type among the children. */
function typeIn(node: Node): Node | undefined {
  return node.namedChildren.find((child) =>
    /^(user|nullable|function|parenthesized|non_nullable)_type$/.test(child.type),
  );
}

const namingValues = ['call_expression', 'navigation_expression', 'identifier'];

/** The declared result, or the value of `fun f() = Foo()`. */
function resultType(node: Node): Node | undefined {
  const children = node.namedChildren;
  const parameters = children.findIndex((child) => child.type === 'function_value_parameters');
  const declared = children.slice(parameters + 1).find((child) => child.type.endsWith('_type'));
  const body = childOfType(node, 'function_body');
  return declared ?? (body?.firstChild?.type === '=' ? childOfType(body, ...namingValues) : undefined);
}

function propertyType(node: Node): Node | undefined {
  const variable = childOfType(node, 'variable_declaration');
  return variable && (typeIn(variable) ?? childOfType(node, ...namingValues));
}

/** `class A : B(), C, D by d`. */
function superTypes(node: Node): readonly Node[] {
  const list = childOfType(node, 'delegation_specifiers');
  return childrenOfType(list, 'delegation_specifier').flatMap((specifier) => {
    const [child] = specifier.namedChildren;
    return (child && (/^(constructor_invocation|explicit_delegation)$/.test(child.type) ? typeIn(child) : child)) ?? [];
  });
}

/** In `val x: Int = DEFAULT`, the name comes before the type. */
function parameterRole(child: Node): IdentifierRole {
  return child.nextNamedSibling?.type.endsWith('_type') ? 'bind' : 'reference';
}

/** In `f(name = value)`, `name` is a label. */
function argumentLabelRole(child: Node): IdentifierRole {
  return child.nextSibling?.type === '=' ? 'name' : 'reference';
}

/** Functions and properties have separate namespaces; only local functions hide other names. */
function functionNameRole(child: Node): IdentifierRole {
  return child.parent?.parent?.type === 'block' ? 'bindOuter' : 'name';
}

function namedTypeIn(node: Node): Node | undefined {
  return childOfType(node, 'user_type', 'nullable_type', 'non_nullable_type', 'parenthesized_type');
}

/** The declared type of a variable, or the value of `val x = Foo()`. */
function variableType(variable: Node): Node | undefined {
  const { parent } = variable;
  const declared = namedTypeIn(variable);
  if (declared || parent?.type !== 'property_declaration') return declared;
  const value = variable.nextNamedSibling;
  return value?.previousSibling?.type === '=' ? value : undefined;
}

/** The properties in `class A(val b: B, c: C)`: only `b`. */
function constructorProperties(node: Node): readonly TypeMember[] {
  const list = childOfType(childOfType(node, 'primary_constructor'), 'class_parameters');
  return childrenOfType(list, 'class_parameter').flatMap((declaration) => {
    const name = childOfType(declaration, 'identifier');
    const isProperty = declaration.children.some(({ type }) => type === 'val' || type === 'var');
    return name && isProperty ? [{ kind: 'property', name, declaration, type: namedTypeIn(declaration) }] : [];
  });
}

/** What the graph of the workspace reads in Kotlin: what names an expression or a type, the types of locals, properties in heads. */
const kotlinLinks: LanguageLinks = {
  naming: {
    call_expression: '',
    navigation_expression: (node) => node.lastNamedChild,
    ...each('', 'parenthesized_expression unary_expression'),
    as_expression: 'right',
    user_type: (node) => childrenOfType(node, 'identifier').at(-1) ?? null,
    ...each('', 'nullable_type non_nullable_type parenthesized_type'),
  },
  bound: {
    variable_declaration: variableType,
    ...each(namedTypeIn, 'parameter class_parameter catch_block type_parameter'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  methodReferences: true,
  blockCalls: true,
  silent: ['import', 'package_header'],
  // The parameter of a lambda, and the value of a property in its accessors.
  builtins: ['it', 'field'],
};

export const kotlin: Language = {
  id: 'kotlin',
  name: 'Kotlin',
  extensions: ['.kt', '.kts', '.ktm'],
  interpreters: ['kotlin', 'kotlinc', 'kscript'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      class_declaration: {
        kind: 'class',
        container: 'type',
        kindOf: classKind,
        bases: superTypes,
        members: constructorProperties,
      },
      object_declaration: { kind: 'object', container: 'type', bases: superTypes },
      function_declaration: { kind: 'function', owner: receiverType, type: resultType },
      secondary_constructor: {
        kind: 'constructor',
        names: constructorName,
      },
      type_alias: { kind: 'type', names: nameFromChild('identifier'), type: typeIn },
    },
    values: {
      property_declaration: {
        kind: 'property',
        names: propertyNames,
        kindOf: propertyKind,
        owner: receiverType,
        type: propertyType,
      },
      enum_entry: { kind: 'constant', names: nameFromChild('identifier') },
    },
    // Code in the class uses the members of its companion without a qualifier.
    transparent: ['companion_object', 'class_body'],
    bodies: ['class_body', 'enum_class_body', 'function_body', 'block', 'getter', 'setter'],
    comments: ['line_comment', 'block_comment'],
    // The grammar parses an annotation with arguments as a separate statement.
    attributes: ['annotated_expression', 'annotation'],
    imports: { import: readImport },
    bareFields: true,
    fileScopes: { package_header: (node) => node.namedChildren.slice(0, 1) },
  },
  references: {
    roles: {
      ...each('bindOuter', 'class_declaration.name object_declaration.name'),
      'companion_object.name': 'name',
      // Functions and properties have separate namespaces.
      'function_declaration.name': functionNameRole,
      'type_alias.type': 'bindOuter',
      ...each('bind', 'type_parameter parameter variable_declaration enum_entry catch_block setter'),
      class_parameter: parameterRole,
      value_argument: argumentLabelRole,
      // In `String::length`, everything after the first part is a member.
      navigation_expression: firstChildRole('reference', 'name'),
      ...each('name', 'return_expression.label this_expression qualified_identifier'),
    },
    scopes: {
      ...each('block', 'class_declaration object_declaration companion_object class_body type_alias'),
      ...each('function', 'function_declaration secondary_constructor anonymous_initializer anonymous_function'),
      ...each('function', 'lambda_literal getter setter'),
      ...each('block', 'block for_statement when_expression catch_block'),
      // Parameter names in a function type are documentation only.
      function_type: 'block',
    },
    bindFrom: 'declaration',
    wordCharacters: '',
  },
  links: kotlinLinks,
};
