import type { Node } from '../../syntax/syntax-node';
import type { Language } from '../language';
import { present } from '../node-helpers';

function nameInField(field: string): (node: Node) => readonly Node[] {
  return (node) => present(node.childForFieldName(field)?.childForFieldName('name'));
}

export const erlang: Language = {
  id: 'erlang',
  name: 'Erlang',
  extensions: ['.erl', '.hrl', '.escript', '.xrl', '.yrl'],
  filenames: ['rebar.config', 'rebar.lock', 'Emakefile'],
  interpreters: ['escript'],
  grammar: 'erlang',
  comment: ['%% ', ''],
  structure: {
    definitions: {
      fun_decl: { kind: 'function', names: nameInField('clause') },
      pp_define: { kind: 'macro', names: nameInField('lhs') },
      record_decl: { kind: 'struct' },
      type_alias: { kind: 'type', names: nameInField('name') },
      opaque: { kind: 'type', names: nameInField('name') },
      callback: { kind: 'interface', names: (node) => node.childrenForFieldName('fun').slice(0, 1) },
    },
    bodies: ['clause_body'],
    comments: ['comment'],
    // A spec is the sibling before its function.
    attributes: ['spec'],
  },
};
