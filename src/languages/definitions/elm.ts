import type { Language } from '../language';
import { nodesAt } from '../node-helpers';

export const elm: Language = {
  id: 'elm',
  name: 'Elm',
  extensions: ['.elm'],
  comment: ['-- ', ''],
  structure: {
    definitions: {
      value_declaration: { kind: 'function', names: nodesAt(':functionDeclarationLeft lower_case_identifier') },
      type_declaration: { kind: 'type' },
      type_alias_declaration: { kind: 'type' },
      port_annotation: { kind: 'function' },
    },
    bodies: ['case_of_expr', 'let_in_expr', 'if_else_expr', 'record_type'],
    comments: ['line_comment', 'block_comment'],
    // A type annotation is the sibling before its function.
    attributes: ['type_annotation'],
  },
};
