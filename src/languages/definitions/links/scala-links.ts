/** What the graph of the workspace reads in Scala: what names an expression or a type, the types of locals, parameters of classes. */
import type { Node } from '../../../syntax/syntax-node';
import type { TypeMember } from '../../language';
import type { LanguageLinks } from '../../language-links';
import { childrenOfType } from '../../node-helpers';
import { each } from '../../word-lists';

/** The parameters in `class A(b: B)`, which are members of the class. */
export function classParameters(node: Node): readonly TypeMember[] {
  return node
    .childrenForFieldName('class_parameters')
    .flatMap((list) => childrenOfType(list, 'class_parameter'))
    .flatMap((declaration) => {
      const name = declaration.childForFieldName('name');
      const type = declaration.childForFieldName('type') ?? undefined;
      return name ? [{ kind: 'field', name, declaration, type }] : [];
    });
}

export const scalaLinks: LanguageLinks = {
  naming: {
    ...each('function', 'call_expression generic_function'),
    field_expression: 'field',
    ...each('', 'instance_expression parenthesized_expression'),
    ascription_expression: (node) => node.lastNamedChild,
    generic_type: 'type',
    stable_type_identifier: (node) => node.lastNamedChild,
    ...each('', 'compound_type annotated_type singleton_type'),
  },
  bound: {
    ...each(['type'], 'parameter class_parameter binding typed_pattern'),
    ...each(['type', 'value'], 'val_definition var_definition'),
  },
  own: ['this'],
  base: ['super'],
  isOpen: true,
  bareMembers: true,
  blockCalls: true,
  silent: ['import_declaration', 'package_identifier'],
  keywords: ['_'],
};
