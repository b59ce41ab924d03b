import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionRule, Language, LanguageReferences, LanguageStructure } from '../../language';
import { firstChildRole, leaves, typeFromField } from '../../node-helpers';
import { each, words } from '../../word-lists';
import {
  assignmentRule,
  classRule,
  declarationRule,
  defaultExports,
  ecmascriptRoles,
  ecmascriptScopes,
  fieldRule,
  functionRule,
  methodRule,
  pairRule,
} from './ecmascript';
import { ecmascriptImports } from './ecmascript-imports';
import { ecmascriptExports } from './ecmascript-links';
import { ecmascriptNaming } from './ecmascript-naming';
import {
  aliasBases,
  aliasMembers,
  classBases,
  enumConstants,
  parameterProperties,
  typeOrValue,
} from './ecmascript-types';

/** `export type * from`. */
const typeStar = /(?<=\bexport\s+)type(?=\s*\*)/g;
/** `in` and `out` before a type parameter. */
const variance = /\b(?:in\s+out|in|out)(?=\s+(?!(?:as|is|in|of|instanceof|satisfies)\b)[A-Za-z_$])/g;
/**
 * A line that starts with `<` or `in:` looks like a continuation of the line before. If it is a member of a type, the grammar
 * misses the end of the member above.
 */
const memberStarts = /(?<=\n[ \t]*)[ \t](?=<|in\??:)/g;
/** Endings that the code before a new member cannot have. */
const unfinished = /(?:[,(=<[{|&?:;]|=>|^)$/;

/**
 * Rewrites valid TypeScript that the grammar cannot parse into code that it can parse. Every rewrite keeps the length of the text,
 * so the tree's offsets are valid for the original.
 */
function repairTypeScript(text: string): string {
  const blank = (word: string): string => ' '.repeat(word.length);
  return text
    .replace(typeStar, blank)
    .replace(variance, (word, at: number) => (/[<,]$/.test(codeBefore(text, at)) ? blank(word) : word))
    .replace(memberStarts, (space, at: number) => (unfinished.test(codeBefore(text, at)) ? space : ';'));
}

/** The last characters of the code before an offset, without white space and comments. */
function codeBefore(text: string, offset: number): string {
  let end = offset;
  for (;;) {
    while (end > 0 && /\s/.test(text.charAt(end - 1))) end--;
    const line = text.lastIndexOf('\n', end - 1) + 1;
    if (end >= 2 && text.startsWith('*/', end - 2)) end = Math.max(0, text.lastIndexOf('/*', end - 2));
    else if (/^\s*\/\//.test(text.slice(line, end))) end = line;
    else return text.slice(Math.max(0, end - 2), end);
  }
}

/** `namespace A.B {}` defines `A`. `declare module 'x' {}` keeps its quotes, so that no code can match the name. */
function moduleNames(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  if (!name) return [];
  return name.type === 'string' ? [name] : leaves(name, 'identifier').slice(0, 1);
}

/** `declare global {}` has no name node, so the keyword is its name. */
function globalKeyword(node: Node): readonly Node[] {
  return node.children.filter((child) => child.type === 'global');
}

const typedClassRule: DefinitionRule = { ...classRule, members: parameterProperties };

const structure: LanguageStructure = {
  definitions: {
    ...each(functionRule, 'function_declaration generator_function_declaration function_signature'),
    ...each(typedClassRule, 'class_declaration abstract_class_declaration'),
    interface_declaration: { kind: 'interface', container: 'type', bases: classBases },
    type_alias_declaration: { kind: 'type', type: typeFromField('value'), bases: aliasBases, members: aliasMembers },
    enum_declaration: { kind: 'enum', members: enumConstants },
    ...each({ kind: 'namespace', container: 'namespace', names: moduleNames }, 'internal_module module'),
    // With an owner, `global` is not a module-level name. Node's `global` is something else.
    ambient_declaration: {
      kind: 'namespace',
      container: 'namespace',
      names: globalKeyword,
      owner: () => 'declare',
    },
    ...each(methodRule, 'method_definition method_signature abstract_method_signature'),
    pair: pairRule,
    assignment_expression: assignmentRule,
    ...defaultExports,
  },
  values: {
    ...each(declarationRule, 'lexical_declaration variable_declaration'),
    public_field_definition: fieldRule('name'),
    property_signature: { kind: 'property', type: typeOrValue },
  },
  wrappers: ['export_statement', 'ambient_declaration', 'expression_statement'],
  bodies: words('statement_block class_body interface_body enum_body object_type switch_body object array'),
  comments: ['comment', 'html_comment'],
  attributes: ['decorator'],
  imports: ecmascriptImports,
  exports: ecmascriptExports,
};

const references: LanguageReferences = {
  identifiers: words('identifier type_identifier shorthand_property_identifier shorthand_property_identifier_pattern'),
  typeIdentifiers: ['type_identifier'],
  roles: {
    ...ecmascriptRoles,
    ...each('bind', 'required_parameter.pattern optional_parameter.pattern'),
    // Labels of tuple elements.
    ...each('name', 'required_parameter.name optional_parameter.name'),
    ...each('bindOuter', 'function_signature.name interface_declaration.name type_alias_declaration.name'),
    ...each('bindBoth', 'abstract_class_declaration.name enum_declaration.name internal_module.name'),
    ...each('bind', 'type_parameter.name mapped_type_clause.name'),
    // `infer X extends Y` and `import a = b` have no fields: the first child is the new name.
    infer_type: firstChildRole('bindFunction', 'reference'),
    'index_signature.name': 'name',
    import_require_clause: 'bind',
    import_alias: firstChildRole('bind', 'reference'),
    'nested_type_identifier.name': 'name',
  },
  scopes: {
    ...ecmascriptScopes,
    ...each('block', 'abstract_class_declaration interface_declaration type_alias_declaration enum_declaration'),
    ...each('block', 'function_signature method_signature abstract_method_signature call_signature'),
    ...each('block', 'construct_signature function_type constructor_type'),
    ...each('function', 'internal_module module'),
    // Kind `function`, unlike the types inside: names that `infer` binds in a function type are visible outside that type.
    conditional_type: 'function',
    // A mapped type: its key name is visible in the value type.
    index_signature: 'block',
  },
  // `infer X` is visible only in the branch where the condition holds.
  outside: ['conditional_type.left', 'conditional_type.alternative'],
};

export const typescript: Language = {
  id: 'typescript',
  name: 'TypeScript',
  extensions: ['.ts', '.mts', '.cts'],
  interpreters: ['deno', 'ts-node', 'tsx'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  repair: repairTypeScript,
  structure,
  references,
  links: ecmascriptNaming,
};

export const tsx: Language = {
  ...typescript,
  id: 'typescriptreact',
  name: 'TypeScript JSX',
  extensions: ['.tsx'],
  interpreters: [],
  grammar: 'tsx',
};
