import { remember } from '../../../shared/maps';
import type { Node, Tree } from '../../../syntax/syntax-node';
import { everyName, lastOfPath, wholeModule } from '../../import-parts';
import type { DefinitionKind, DefinitionRule, IdentifierRole, ImportedNames, Language } from '../../language';
import { cppHeaders } from '../../libraries/cpp-headers';
import { basesFromClauses, childOfType, nameFromField, typeFromField } from '../../node-helpers';
import { each, wordLists, words } from '../../word-lists';
import {
  cBodies,
  cRoles,
  cScopes,
  declarators,
  declaredName,
  declaredType,
  declaresFunction,
  macroRule,
  preprocessorBlocks,
  prototypeNames,
  specifierKind,
  specifierRule,
  typedefRule,
  variableKind,
  variableNames,
} from './c-family';
import { cHeaderNames, includeReader, namesInHeader } from './c-includes';
import { cppLinks } from './c-links';

/**
 * `class LIBRARY_EXPORT Name {`: the grammar does not know that the first word is a macro, and reads a function `Name`. Spaces in the
 * place of the macro make it a class.
 */
const macroBeforeName =
  /\b(class|struct|union)([ \t]+)([A-Z][A-Z\d]*_[A-Z\d_]+)(?=[ \t]+[A-Za-z_]\w*(?:[ \t]+final)?\s*[:{])/g;

export function repairCpp(text: string): string {
  return text.replace(
    macroBeforeName,
    (_, keyword: string, space: string, macro: string) => keyword + space + ' '.repeat(macro.length),
  );
}

const cppHeaderNames = wordLists(cppHeaders, namesInHeader);
const stdWordsCache = new WeakMap<Tree, ReadonlySet<string> | 'all'>();

/** The words that a file uses from namespace std; all of them after `using namespace std`. */
function stdWords(tree: Tree): ReadonlySet<string> | 'all' {
  return remember(stdWordsCache, tree, () => {
    const { text } = tree.rootNode;
    return /\busing\s+namespace\s+std\b/.test(text) ? 'all' : new Set(text.match(/(?<=\bstd\s*::\s*)\w+/g));
  });
}

/**
 * `<vector>` provides `vector`, `<algorithm>` provides `find`. Code often uses these names for its own definitions, so they
 * count only if the file has `std::` before them somewhere.
 */
function standardHeaderNames(header: string, tree: Tree): ((word: string) => boolean) | undefined {
  const own = cppHeaderNames(header);
  if (!own) {
    const names = cHeaderNames(/^c\w+$/.test(header) ? `${header.slice(1)}.h` : header);
    // `wchar_t` is a keyword in C++.
    return names && ((word) => word !== 'wchar_t' && names(word));
  }
  const words = stdWords(tree);
  return (word) => (words === 'all' || words.has(word)) && own(word);
}

/** `using std::string;` binds `string`; the names from `using namespace x;` are unknown. */
function readUsing(node: Node): ImportedNames {
  const path = (node.namedChildren.at(-1)?.text ?? '').replace(/\s+|^\s*::/g, '');
  if (/^using\s+(namespace|enum)\b/.test(node.text)) return { names: [], links: () => [everyName(path)] };
  const name = node.namedChildren.at(-1)?.text.replace(/^.*::\s*/s, '');
  if (name === undefined || name === '') return { names: [] };
  return { names: [name], links: () => [lastOfPath(path, '::', name)] };
}

function readNamespaceAlias(node: Node): ImportedNames {
  const name = node.childForFieldName('name')?.text;
  if (name === undefined) return { names: [] };
  const path = node.lastNamedChild?.text.replace(/\s+|^\s*::/g, '') ?? '';
  return { names: [name], links: () => [wholeModule(name, path)] };
}

/** Splits a qualified name: in `Foo::run`, the owner is `Foo` and the name is `run`. */
function splitQualifiedName(name: Node): { readonly name: Node; readonly owner?: string } {
  let at = name;
  let owner: string | undefined;
  while (at.type === 'qualified_identifier') {
    const scope = at.childForFieldName('scope');
    const next = at.childForFieldName('name');
    if (!next) break;
    if (scope) owner = (scope.childForFieldName('name') ?? scope).text;
    at = next;
  }
  return { name: at.childForFieldName('name') ?? at, ...(owner !== undefined && { owner }) };
}

/** The node that names a definition: the name in its declarator, or the whole `operator bool`. */
function nameNode(node: Node): Node | undefined {
  const declarator = node.childForFieldName('declarator');
  if (declarator?.type === 'operator_cast') return declarator;
  return declarator ? declaredName(declarator) : undefined;
}

function ownerOf(node: Node): string | undefined {
  const name = nameNode(node);
  return name && splitQualifiedName(name).owner;
}

const testMacro = /^(TYPED_)?TEST(_[FP])?$|^TEST_CASE|^BENCHMARK/;

/** The name of a test: the last argument of `TEST(Suite, Name) { … }`. */
function testName(node: Node): Node | undefined {
  const declarator = node.childForFieldName('declarator');
  if (declarator?.type !== 'function_declarator' || node.childForFieldName('type')) return undefined;
  if (!testMacro.test(declarator.childForFieldName('declarator')?.text ?? '')) return undefined;
  return declarator.childForFieldName('parameters')?.lastNamedChild ?? undefined;
}

/** `class EXPORT Foo { … }` parses as a function `Foo` whose type is the class `EXPORT`. */
function misreadClass(node: Node): DefinitionKind | undefined {
  const type = node.childForFieldName('type');
  const declarator = node.childForFieldName('declarator');
  const isClass = type?.type === 'class_specifier' || type?.type === 'struct_specifier';
  return isClass && declarator?.type === 'identifier' ? specifierKind(type) : undefined;
}

const functionRule: DefinitionRule = {
  kind: 'function',
  names: (node) => {
    const name = testName(node) ?? nameNode(node);
    return name ? [splitQualifiedName(name).name] : [];
  },
  kindOf: (node) => (testName(node) ? 'test' : (misreadClass(node) ?? 'function')),
  owner: ownerOf,
  type: (node) => (misreadClass(node) ? undefined : declaredType(node)),
};

/** Prototypes, constructors inside their class, and members defined outside it: `int Foo::count = 0;`. */
const declarationRule: DefinitionRule = {
  kind: 'function',
  names: (node) => {
    const names = prototypeNames(node);
    if (names.length > 0) return names.map((name) => splitQualifiedName(name).name);
    const name = nameNode(node);
    return name?.type === 'qualified_identifier' ? [splitQualifiedName(name).name] : [];
  },
  kindOf: (node) => (declarators(node).some(declaresFunction) ? 'function' : variableKind(node)),
  owner: ownerOf,
  type: declaredType,
};

/** A method's prototype. */
const methodPrototypeRule: DefinitionRule = { kind: 'function', names: prototypeNames, type: declaredType };

/** The names of fields. A nested type is not a field: `field_declaration` only wraps it. */
function fieldNames(node: Node): readonly Node[] {
  return declarators(node).length === 0 ? [] : variableNames(node);
}

const classRule: DefinitionRule = {
  ...specifierRule,
  container: 'type',
  owner: (node) => {
    const name = node.childForFieldName('name');
    return name ? splitQualifiedName(name).owner : undefined;
  },
  bases: basesFromClauses('base_class_clause'),
};

/** The name of a method belongs to its class and hides nothing outside it. */
function functionNameRole(declarator: Node): IdentifierRole {
  return declarator.parent?.parent?.type === 'field_declaration_list' ? 'name' : 'bindOuter';
}

export const cpp: Language = {
  id: 'cpp',
  name: 'C++',
  extensions: words('.cpp .cc .cxx .c++ .hpp .hh .hxx .h++ .ipp .inl .tpp .txx .ino .cu .cuh'),
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  repair: repairCpp,
  structure: {
    definitions: {
      function_definition: functionRule,
      ...each(classRule, 'class_specifier struct_specifier union_specifier'),
      enum_specifier: specifierRule,
      // Without a name it is not a definition but transparent: its members are used as if they were outside it.
      namespace_definition: { kind: 'namespace', container: 'namespace', names: nameFromField('name') },
      alias_declaration: { kind: 'type', type: typeFromField('type') },
      concept_definition: { kind: 'type' },
      type_definition: typedefRule,
      ...each(macroRule, 'preproc_def preproc_function_def'),
      declaration: declarationRule,
      field_declaration: methodPrototypeRule,
    },
    values: {
      declaration: {
        kind: 'variable',
        names: (node) => (childOfType(node, 'friend') ? [] : variableNames(node)),
        kindOf: variableKind,
        type: declaredType,
      },
      field_declaration: { kind: 'field', names: fieldNames, type: declaredType },
    },
    wrappers: ['template_declaration', 'field_declaration'],
    transparent: [...preprocessorBlocks, 'namespace_definition'],
    bodies: [...cBodies, 'declaration_list'],
    attributes: ['access_specifier'],
    imports: {
      preproc_include: includeReader(standardHeaderNames),
      using_declaration: readUsing,
      namespace_alias_definition: readNamespaceAlias,
    },
    bareFields: true,
  },
  references: {
    identifiers: [
      ...['identifier', 'type_identifier', 'namespace_identifier', 'field_identifier', 'primitive_type', 'preproc_arg'],
    ],
    texts: ['preproc_arg'],
    // A parameter does not hide a field that the constructor initialises: `Point(int x) : x(x) {}`.
    typeIdentifiers: ['type_identifier', 'namespace_identifier', 'field_identifier', 'primitive_type'],
    roles: {
      ...cRoles,
      ...each('name', 'field_declaration.declarator destructor_name nested_namespace_specifier'),
      'namespace_definition.name': 'name',
      'function_definition.declarator': functionNameRole,
      ...each('pass', 'qualified_identifier.name reference_declarator structured_binding_declarator'),
      variadic_declarator: 'pass',
      ...each('bind', 'optional_parameter_declaration.declarator variadic_parameter_declaration.declarator'),
      ...each('bind', 'for_range_loop.declarator type_parameter_declaration variadic_type_parameter_declaration'),
      ...each('bind', 'optional_type_parameter_declaration.name lambda_capture_initializer.left'),
      ...each('bind', 'alias_declaration.name concept_definition.name namespace_alias_definition.name'),
    },
    scopes: {
      ...cScopes,
      ...each('block', 'template_declaration for_range_loop if_statement while_statement switch_statement'),
      ...each('block', 'catch_clause requires_expression'),
      lambda_expression: 'function',
    },
    // No `::`, because names from standard headers and members of namespaces in this file follow it.
    memberOperators: ['.', '->'],
    qualified: true,
    wordCharacters: '',
  },
  links: cppLinks,
};
