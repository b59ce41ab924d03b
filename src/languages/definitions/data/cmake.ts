import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { childOfType } from '../../node-helpers';
import { each } from '../../word-lists';

/** Commands whose first argument is the name of what they create or configure. */
const definingCommands: Readonly<Record<string, DefinitionKind>> = {
  project: 'module',
  ...each('target', 'add_library add_executable add_custom_target'),
  add_test: 'test',
  ...each('statement', 'add_subdirectory find_package include set_target_properties target_compile_definitions'),
  ...each('statement', 'target_compile_features target_compile_options target_include_directories'),
  ...each('statement', 'target_link_libraries target_link_options target_sources'),
};

const settingCommands: Readonly<Record<string, DefinitionKind>> = { set: 'variable', option: 'variable' };

/** `add_library(${name} …)` also creates something, but `${name}` is not its name. */
function firstArgument(command: Node | null | undefined): readonly Node[] {
  const first = childOfType(command, 'argument_list')?.firstNamedChild;
  return first && !first.text.includes('${') ? [first] : [];
}

function commandRule(kinds: Readonly<Record<string, DefinitionKind>>): DefinitionRule {
  const kindOf = (node: Node): DefinitionKind | undefined => {
    const name = childOfType(node, 'identifier')?.text.toLowerCase() ?? '';
    return Object.hasOwn(kinds, name) ? kinds[name] : undefined;
  };
  return {
    kind: 'statement',
    kindOf: (node) => kindOf(node) ?? 'statement',
    names: (node) => (kindOf(node) ? firstArgument(node) : []),
  };
}

export const cmake: Language = {
  id: 'cmake',
  name: 'CMake',
  extensions: ['.cmake', '.cmake.in'],
  filenames: ['CMakeLists.txt'],
  comment: ['# ', ''],
  structure: {
    definitions: {
      function_def: { kind: 'function', names: (node) => firstArgument(node.firstNamedChild) },
      macro_def: { kind: 'macro', names: (node) => firstArgument(node.firstNamedChild) },
      normal_command: commandRule(definingCommands),
    },
    values: { normal_command: commandRule(settingCommands) },
    transparent: ['if_condition', 'foreach_loop', 'while_loop', 'block_def', 'body'],
    bodies: ['body'],
    comments: ['line_comment', 'bracket_comment'],
  },
};
