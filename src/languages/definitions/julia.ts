import type { Node } from '../../syntax/syntax-node';
import { everyName, lastOfPath, partNames, usedTexts, wholeModule } from '../import-parts';
import type { DefinitionKind, IdentifierRole, ImportedNames, ImportLink, Language } from '../language';
import { childOfType, firstChildRole, isFirstChild, leaves, present } from '../node-helpers';
import { each } from '../word-lists';

/** `using A`, `import A.B`, `using A: b, @c`, `import A: b as c`, `import A as B`. */
function readImport(node: Node): ImportedNames {
  const keyword = node.type === 'using_statement' ? 'using' : 'import';
  const selected = childOfType(node, 'selected_import');
  const [module, ...items] = (selected ?? node).namedChildren;
  const parts = (selected ? items : (selected ?? node).namedChildren).map((item) => ({
    text: item.text,
    names: [boundName(item)],
  }));
  const head = selected && module ? `${keyword} ${module.text}: ` : `${keyword} `;
  return {
    names: partNames(parts),
    narrow: (used) => `${head}${usedTexts(parts, used).join(', ')}`,
    links: () => importLinks(node),
  };
}

/** `using A` brings in every name of `A` and `A` itself; `import A.B` only `B`. */
function importLinks(node: Node): readonly ImportLink[] {
  const selected = childOfType(node, 'selected_import');
  const [module, ...items] = (selected ?? node).namedChildren;
  if (selected && module)
    return items.map((item) => {
      const [name] = leaves(item, 'identifier');
      return { local: boundName(item), module: module.text, name: name?.text ?? item.text };
    });
  return node.namedChildren.flatMap((item) => {
    const path = (item.type === 'import_alias' ? item.namedChildren[0] : item)?.text ?? '';
    const local = boundName(item);
    if (node.type === 'using_statement') return [everyName(path), wholeModule(local, path)];
    return [/\w\.\w/.test(path) ? lastOfPath(path, '.', local) : wholeModule(local, path)];
  });
}

/** The last identifier in `A.B`, `@c` and `b as c`. */
function boundName(item: Node): string {
  return leaves(item, 'identifier').at(-1)?.text ?? item.text;
}

function readInclude(node: Node): ImportedNames | undefined {
  if (node.namedChildren[0]?.text !== 'include') return undefined;
  const path = node.namedChildren[1]?.namedChildren[0]?.text ?? '';
  return { names: [], links: () => (/^"[^"$]+"$/.test(path) ? [everyName(path.slice(1, -1))] : []) };
}

/** The call in the head of a function: `f(x)` in `f(x)::Int where T`. */
function headCall(node: Node | undefined): Node | undefined {
  if (node?.type === 'where_expression' || node?.type === 'typed_expression') return headCall(node.namedChildren[0]);
  return node?.type === 'call_expression' ? node : undefined;
}

function signatureOf(node: Node): Node | undefined {
  return node.type === 'assignment' ? node.namedChildren[0] : childOfType(node, 'signature')?.namedChildren[0];
}

/** `f` in `f(x)`, `show` in `Base.show(io)`, `Point` in `Point{T}(x)` and in the callable `(p::Point)(x)`. */
function functionName(node: Node): readonly Node[] {
  const signature = signatureOf(node);
  const call = headCall(signature);
  const called = call ? call.namedChildren[0] : signature?.type === 'identifier' ? signature : undefined;
  if (!called || (node.type === 'assignment' && !call)) return [];
  if (called.type === 'parametrized_type_expression') return called.namedChildren.slice(0, 1);
  return present(leaves(called, 'identifier', 'operator').at(-1));
}

/** The module of a method for another module's function: `Base` in `Base.show`. */
function functionOwner(node: Node): string | undefined {
  const called = headCall(signatureOf(node))?.namedChildren[0];
  return called?.type === 'field_expression' ? called.childForFieldName('value')?.text : undefined;
}

function typeName(node: Node): readonly Node[] {
  const head = childOfType(node, 'type_head');
  return head ? leaves(head, 'identifier').slice(0, 1) : [];
}

/** `@enum Color red green` and `@testset "name" begin … end`. Other macros wrap the code that they change. */
function macroNames(node: Node): readonly Node[] {
  const args = childOfType(node, 'macro_argument_list');
  const name = childOfType(args, 'identifier', 'string_literal', 'typed_expression');
  if (!args || !name) return [];
  const macro = childOfType(node, 'macro_identifier')?.text;
  if (macro === '@enum') return leaves(args, 'identifier');
  return macro === '@testset' ? [name] : [];
}

function macroKind(node: Node): DefinitionKind {
  return childOfType(node, 'macro_identifier')?.text === '@enum' ? 'enum' : 'test';
}

function assignedNames(node: Node): readonly Node[] {
  const assignment = node.type === 'assignment' ? node : childOfType(node, 'assignment');
  const [left] = assignment?.namedChildren ?? [];
  switch (left?.type) {
    case 'identifier':
      return [left];
    case 'typed_expression':
    case 'parametrized_type_expression':
      return leaves(left, 'identifier').slice(0, 1);
    case 'open_tuple':
    case 'tuple_expression':
      return left.namedChildren.filter((child) => child.type === 'identifier');
    default:
      return [];
  }
}

/** True if a call is the head of a function definition. */
function isDefinitionHead(call: Node | null): boolean {
  let at = call;
  while (at && isFirstChild(at) && /^(where|typed)_expression$/.test(at.parent?.type ?? '')) at = at.parent;
  return at?.parent?.type === 'signature' || (at?.parent?.type === 'assignment' && isFirstChild(at));
}

function callRole(node: Node): IdentifierRole {
  if (!isDefinitionHead(node.parent)) return 'reference';
  return node.type === 'argument_list' ? 'bind' : 'bindOuter';
}

function assignmentRole(node: Node): IdentifierRole {
  if (!isFirstChild(node)) return 'reference';
  const around = node.parent?.parent;
  switch (around?.type) {
    // An assignment is a scope itself, for short functions. A name that a parameter or `let` binds belongs to the scope around it.
    case 'argument_list':
      return isDefinitionHead(around.parent) || around.parent?.type === 'signature' ? 'bindOuter' : 'name';
    case 'let_statement':
      return 'bindOuter';
    case 'tuple_expression':
      return 'name';
    case 'global_statement':
      return 'global';
    case 'block':
      return around.parent?.type === 'struct_definition' ? 'name' : 'bindFunction';
    default:
      return 'bindFunction';
  }
}

/** Type parameters: `T` in `where {T<:Real}` and in `struct A{T}`. */
function typeParameterRole(node: Node): IdentifierRole {
  const list = node.parent?.parent;
  if (list?.type === 'where_expression') return 'bind';
  const outer = list?.parent?.type === 'binary_expression' && isFirstChild(list) ? list.parent.parent : list?.parent;
  return outer?.type === 'type_head' ? 'bind' : 'reference';
}

function typeBoundRole(node: Node): IdentifierRole {
  return isFirstChild(node) && node.parent?.parent?.type === 'curly_expression' ? 'pass' : 'reference';
}

/** The fields of a struct. */
function blockRole(node: Node): IdentifierRole {
  return node.parent?.parent?.type === 'struct_definition' ? 'name' : 'reference';
}

export const julia: Language = {
  id: 'julia',
  name: 'Julia',
  extensions: ['.jl'],
  interpreters: ['julia'],
  comment: ['# ', ''],
  elision: ' end',
  structure: {
    definitions: {
      module_definition: { kind: 'module', container: 'namespace' },
      ...each({ kind: 'function', names: functionName, owner: functionOwner }, 'function_definition assignment'),
      macro_definition: { kind: 'macro', names: functionName },
      struct_definition: { kind: 'struct', names: typeName, container: 'type' },
      ...each({ kind: 'type', names: typeName }, 'abstract_definition primitive_definition'),
      macrocall_expression: { kind: 'enum', names: macroNames, kindOf: macroKind },
    },
    values: {
      const_statement: { kind: 'constant', names: assignedNames },
      ...each({ kind: 'variable', names: assignedNames }, 'global_statement assignment'),
    },
    wrappers: ['macrocall_expression', 'macro_argument_list'],
    transparent: ['if_statement', 'elseif_clause', 'else_clause', 'compound_statement', 'block'],
    bodies: ['block'],
    comments: ['line_comment', 'block_comment'],
    // A string before a definition documents it.
    attributes: ['string_literal', 'prefixed_string_literal'],
    imports: { using_statement: readImport, import_statement: readImport, call_expression: readInclude },
  },
  references: {
    roles: {
      call_expression: callRole,
      ...each('pass', 'argument_list splat_expression tuple_expression open_tuple'),
      ...each('bind', 'signature do_clause catch_clause let_statement'),
      assignment: assignmentRole,
      compound_assignment_expression: firstChildRole('bindFunction', 'reference'),
      typed_expression: firstChildRole('pass', 'reference'),
      where_expression: firstChildRole('pass', 'bind'),
      curly_expression: typeParameterRole,
      binary_expression: typeBoundRole,
      ...each(firstChildRole('bind', 'reference'), 'for_binding arrow_function_expression'),
      local_statement: 'bindFunction',
      global_statement: 'global',
      block: blockRole,
      ...each('name', 'quote_expression prefixed_string_literal'),
    },
    scopes: {
      ...each('function', 'function_definition macro_definition arrow_function_expression do_clause'),
      ...each('block', 'struct_definition for_statement while_statement let_statement catch_clause'),
      ...each('block', 'comprehension_expression generator'),
      // For `f(x) = …`. Kind `block`, because a plain assignment is not a scope for `bindFunction`.
      assignment: 'block',
    },
    wordCharacters: '!',
  },
};
