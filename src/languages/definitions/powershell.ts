import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { ImportedNames, ImportLink, Language } from '../language';
import { childOfType, leaves, nameFromChild } from '../node-helpers';
import { each, words } from '../word-lists';

/** `using module x`, `Import-Module x` and `. ./x.ps1`: the names they bring in are unknown here. */
function readImport(node: Node): ImportedNames | undefined {
  const command = childOfType(childOfType(node, 'pipeline_chain'), 'command');
  if (!command) return undefined;
  const name = command.childForFieldName('command_name');
  const isImport = /^(using|Import-Module|ipmo)$/i.test(name?.text ?? '');
  if (!isImport && childOfType(command, 'command_invokation_operator')?.text !== '.') return undefined;
  return { names: [], links: () => commandLinks(command.text) };
}

const importCommand = /^(?:using\s+module|Import-Module(?:\s+-Name)?|ipmo|\.)\s+(["']?)([^"'\s;]+)\1/i;

/** Paths get `/`: `.\x.ps1` and `$PSScriptRoot\x.ps1` are `./x.ps1`. */
function commandLinks(command: string): readonly ImportLink[] {
  const path = importCommand
    .exec(command)?.[2]
    ?.replaceAll('\\', '/')
    .replace(/^\$\w+(?=\/)/, '.');
  return path === undefined || /[$(]/.test(path) ? [] : [everyName(path)];
}

/** `$a = 1`, `[int]$b = 2`, `$c, $d = 3, 4`; `$e.f = 5` and `$g[0] = 6` define nothing. */
function assignedNames(node: Node): readonly Node[] {
  const assignment = childOfType(node, 'assignment_expression');
  const left = childOfType(assignment, 'left_assignment_expression');
  if (!left || leaves(left, 'member_access', 'element_access', 'invokation_expression').length > 0) return [];
  return leaves(left, 'variable');
}

export const powershell: Language = {
  id: 'powershell',
  name: 'PowerShell',
  extensions: ['.ps1', '.psm1', '.psd1', '.ps1xml', '.pssc', '.psrc'],
  interpreters: ['pwsh', 'powershell'],
  comment: ['# ', ''],
  elision: ' { … }',
  structure: {
    definitions: {
      function_statement: { kind: 'function', names: nameFromChild('function_name') },
      class_statement: { kind: 'class', names: nameFromChild('simple_name'), container: 'type' },
      class_method_definition: { kind: 'method', names: nameFromChild('simple_name') },
      enum_statement: { kind: 'enum', names: nameFromChild('simple_name') },
    },
    values: {
      pipeline: { kind: 'variable', names: assignedNames },
      class_property_definition: { kind: 'property', names: nameFromChild('variable') },
    },
    transparent: words('statement_list if_statement elseif_clauses elseif_clause else_clause statement_block'),
    bodies: ['script_block'],
    imports: { pipeline: readImport },
  },
  references: {
    identifiers: ['command_name', 'path_command_name_token', 'variable', 'type_identifier'],
    typeIdentifiers: ['type_identifier'],
    roles: {
      ...each('bind', 'script_parameter class_method_parameter foreach_statement'),
      script_parameter_default: 'reference',
      class_property_definition: 'name',
      // The assigned variable is nested in a chain of expressions with one child each.
      left_assignment_expression: 'bindFunction',
      ...each('pass', 'logical_expression bitwise_expression comparison_expression additive_expression'),
      ...each('pass', 'multiplicative_expression format_expression range_expression array_literal_expression'),
      ...each('pass', 'unary_expression expression_with_unary_operator cast_expression'),
    },
    scopes: {
      ...each('function', 'function_statement class_method_definition'),
      ...each('block', 'script_block_expression foreach_statement'),
    },
    bindFrom: 'declaration',
    memberOperators: ['.', '::'],
    // Words are whole names: `Get-Item`, `$script:count`.
    wordCharacters: '$-:',
    ignoreCase: true,
  },
};
