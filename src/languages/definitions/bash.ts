import type { Node } from '../../syntax/syntax-node';
import { everyName } from '../import-parts';
import type { DefinitionKind, ImportedNames, ImportLink, Language } from '../language';
import { childOfType, childrenOfType } from '../node-helpers';
import { each, words } from '../word-lists';

/** `source lib.sh` and `. lib.sh`: the names they bring in are unknown here. */
function readSource(node: Node): ImportedNames | undefined {
  const name = node.childForFieldName('name')?.text;
  if (name !== 'source' && name !== '.') return undefined;
  return { names: [], links: () => sourceLinks(node.childForFieldName('argument')?.text ?? '') };
}

/** A variable or command before the path is usually the folder of the script: `"$DIR/lib.sh"`, `"$(dirname "$0")/lib.sh"`. */
function sourceLinks(argument: string): readonly ImportLink[] {
  const text = argument.replace(/^(["'])(.*)\1$/s, '$2');
  const path = text.replace(/^(\$\(.*\)|\$\{[^}]*\}|\$\w+)(?=\/)/s, '.').replaceAll('"', '');
  return path === '' || /[$`*]/.test(path) ? [] : [everyName(path)];
}

function assignedName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return name?.type === 'variable_name' ? [name] : [];
}

/** `export A=1 B`, `declare -r C=2`. With functions (`export -f`) or without names, it defines nothing. */
function declaredNames(node: Node): readonly Node[] {
  if (childOfType(node, 'word')?.text.includes('f')) return [];
  return childrenOfType(node, 'variable_assignment').flatMap((assignment) => assignedName(assignment));
}

function declaredKind(node: Node): DefinitionKind {
  const option = childOfType(node, 'word')?.text ?? '';
  return node.firstChild?.text === 'readonly' || /^-\w*r/.test(option) ? 'constant' : 'variable';
}

export const bash: Language = {
  id: 'shellscript',
  name: 'Shell',
  extensions: ['.sh', '.bash', '.ksh', '.zsh', '.ash', '.dash', '.bats', '.ebuild', '.eclass', '.command'],
  filenames: words(`
    .bashrc .bash_profile .bash_login .bash_logout .bash_aliases .profile .zshrc .zshenv .zprofile .kshrc .envrc
    PKGBUILD APKBUILD`),
  interpreters: ['bash', 'sh', 'dash', 'ash', 'ksh', 'mksh', 'zsh', 'bats'],
  grammar: 'bash',
  comment: ['# ', ''],
  elision: ' { :; }',
  structure: {
    definitions: { function_definition: { kind: 'function' } },
    values: {
      variable_assignment: { kind: 'variable', names: assignedName },
      declaration_command: { kind: 'variable', names: declaredNames, kindOf: declaredKind },
    },
    transparent: words('if_statement elif_clause else_clause case_statement case_item list redirected_statement'),
    bodies: ['compound_statement', 'subshell'],
    imports: { command: readSource },
  },
  references: {
    identifiers: ['word', 'variable_name'],
    // Not types, but a separate namespace like types: a local `$x` does not hide the function `x`.
    typeIdentifiers: ['variable_name'],
    roles: {
      // A word is a function only in command position.
      ...each('name', 'command.argument concatenation array case_item file_redirect for_statement.value'),
      ...each('name', 'function_definition.name variable_assignment.value'),
      'variable_assignment.name': 'pass',
      declaration_command: 'bindFunction',
      'for_statement.variable': 'bind',
    },
    scopes: { function_definition: 'function', for_statement: 'block' },
    bindFrom: 'declaration',
    memberOperators: [],
    wordCharacters: '',
  },
};
