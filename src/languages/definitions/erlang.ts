import type { Language } from '../language';
import { nodesAt } from '../node-helpers';

export const erlang: Language = {
  id: 'erlang',
  name: 'Erlang',
  extensions: ['.erl', '.hrl', '.escript', '.xrl', '.yrl'],
  filenames: ['rebar.config', 'rebar.lock', 'Emakefile'],
  interpreters: ['escript'],
  comment: ['%% ', ''],
  structure: {
    definitions: {
      fun_decl: { kind: 'function', names: nodesAt(':clause :name') },
      pp_define: { kind: 'macro', names: nodesAt(':lhs :name') },
      record_decl: { kind: 'struct' },
      type_alias: { kind: 'type', names: nodesAt(':name :name') },
      opaque: { kind: 'type', names: nodesAt(':name :name') },
      callback: { kind: 'interface', names: (node) => node.childrenForFieldName('fun').slice(0, 1) },
    },
    bodies: ['clause_body'],
    // A spec is the sibling before its function.
    attributes: ['spec'],
  },
};
