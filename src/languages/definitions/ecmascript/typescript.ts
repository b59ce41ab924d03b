import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionRule, Language, LanguageReferences, LanguageStructure } from '../../language';
import { leaves, typeFromField } from '../../node-helpers';
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

/** `infer X extends Y` and `import a = b` have no fields: the first child is the new name. */
function isFirst(node: Node): boolean {
  return node.id === node.parent?.namedChildren[0]?.id;
}

const typedClassRule: DefinitionRule = { ...classRule, members: parameterProperties };

const structure: LanguageStructure = {
  definitions: {
    function_declaration: functionRule,
    generator_function_declaration: functionRule,
    function_signature: functionRule,
    class_declaration: typedClassRule,
    abstract_class_declaration: typedClassRule,
    interface_declaration: { kind: 'interface', container: 'type', bases: classBases },
    type_alias_declaration: { kind: 'type', type: typeFromField('value'), bases: aliasBases, members: aliasMembers },
    enum_declaration: { kind: 'enum', members: enumConstants },
    internal_module: { kind: 'namespace', container: 'namespace', names: moduleNames },
    module: { kind: 'namespace', container: 'namespace', names: moduleNames },
    // With an owner, `global` is not a module-level name. Node's `global` is something else.
    ambient_declaration: {
      kind: 'namespace',
      container: 'namespace',
      names: globalKeyword,
      owner: () => 'declare',
    },
    method_definition: methodRule,
    method_signature: methodRule,
    abstract_method_signature: methodRule,
    pair: pairRule,
    assignment_expression: assignmentRule,
    ...defaultExports,
  },
  values: {
    lexical_declaration: declarationRule,
    variable_declaration: declarationRule,
    public_field_definition: fieldRule('name'),
    property_signature: { kind: 'property', type: typeOrValue },
  },
  wrappers: ['export_statement', 'ambient_declaration', 'expression_statement'],
  bodies: [
    'statement_block',
    'class_body',
    'interface_body',
    'enum_body',
    'object_type',
    'switch_body',
    'object',
    'array',
  ],
  comments: ['comment', 'html_comment'],
  attributes: ['decorator'],
  imports: ecmascriptImports,
  exports: ecmascriptExports,
};

const references: LanguageReferences = {
  identifiers: [
    'identifier',
    'type_identifier',
    'shorthand_property_identifier',
    'shorthand_property_identifier_pattern',
  ],
  typeIdentifiers: ['type_identifier'],
  roles: {
    ...ecmascriptRoles,
    'required_parameter.pattern': 'bind',
    'optional_parameter.pattern': 'bind',
    // Labels of tuple elements.
    'required_parameter.name': 'name',
    'optional_parameter.name': 'name',
    'function_signature.name': 'bindOuter',
    'abstract_class_declaration.name': 'bindBoth',
    'enum_declaration.name': 'bindBoth',
    'internal_module.name': 'bindBoth',
    'interface_declaration.name': 'bindOuter',
    'type_alias_declaration.name': 'bindOuter',
    'type_parameter.name': 'bind',
    'mapped_type_clause.name': 'bind',
    infer_type: (node) => (isFirst(node) ? 'bindFunction' : 'reference'),
    'index_signature.name': 'name',
    import_require_clause: 'bind',
    import_alias: (node) => (isFirst(node) ? 'bind' : 'reference'),
    'nested_type_identifier.name': 'name',
  },
  scopes: {
    ...ecmascriptScopes,
    abstract_class_declaration: 'block',
    interface_declaration: 'block',
    type_alias_declaration: 'block',
    enum_declaration: 'block',
    internal_module: 'function',
    module: 'function',
    function_signature: 'block',
    method_signature: 'block',
    abstract_method_signature: 'block',
    call_signature: 'block',
    construct_signature: 'block',
    function_type: 'block',
    constructor_type: 'block',
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
  grammar: 'typescript',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  repair: repairTypeScript,
  structure,
  references,
  links: ecmascriptNaming,
};

export const tsx: Language = {
  id: 'typescriptreact',
  name: 'TypeScript JSX',
  extensions: ['.tsx'],
  grammar: 'tsx',
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  repair: repairTypeScript,
  structure,
  references,
  links: ecmascriptNaming,
};
