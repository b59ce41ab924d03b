import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { childOfType, childrenOfType, nameFromChild, present } from '../../node-helpers';
import { each } from '../../word-lists';

/** The name is in the specification: `function Count (Slots : Slot_Array) return Natural`. */
function subprogramName(node: Node): readonly Node[] {
  const specification = childOfType(node, 'function_specification', 'procedure_specification');
  return present(specification?.childForFieldName('name'));
}

const subprogram: DefinitionRule = { kind: 'function', names: subprogramName };

/** `task type Worker is …` has its name one node deeper. */
function typeName(node: Node): readonly Node[] {
  const inner = childOfType(node, 'task_type_declaration', 'protected_type_declaration') ?? node;
  return present(childOfType(inner, 'identifier'));
}

function named(kind: DefinitionKind, container?: 'type' | 'namespace'): DefinitionRule {
  const names = (node: Node): readonly Node[] =>
    present(node.childForFieldName('name') ?? childOfType(node, 'identifier', 'selected_component'));
  return container ? { kind, names, container } : { kind, names };
}

/** `A, B : Integer;` declares two. */
const objects: DefinitionRule = {
  kind: 'variable',
  names: (node) => {
    const named = node.childrenForFieldName('name');
    return named.length > 0 ? named : childrenOfType(node, 'identifier').slice(0, 1);
  },
  kindOf: (node) => (/:\s*(?:aliased\s+)?constant\b/i.test(node.text.slice(0, 200)) ? 'constant' : 'variable'),
};

export const ada: Language = {
  id: 'ada',
  name: 'Ada',
  extensions: ['.adb', '.ads', '.ada'],
  comment: ['-- ', ''],
  structure: {
    definitions: {
      ...each(named('module', 'namespace'), 'package_body package_declaration generic_package_declaration'),
      ...each(subprogram, 'subprogram_body subprogram_declaration generic_subprogram_declaration'),
      expression_function_declaration: subprogram,
      ...each(named('object', 'type'), 'protected_body single_protected_declaration single_task_declaration'),
      task_body: named('function'),
      entry_body: named('method'),
      full_type_declaration: { kind: 'type', names: typeName },
      private_type_declaration: { kind: 'type', names: nameFromChild('identifier') },
      subtype_declaration: { kind: 'type', names: nameFromChild('identifier') },
      exception_declaration: named('type'),
    },
    values: { object_declaration: objects, number_declaration: objects },
    transparent: ['compilation_unit', 'non_empty_declarative_part'],
    bodies: ['non_empty_declarative_part', 'handled_sequence_of_statements', 'task_definition'],
  },
};
