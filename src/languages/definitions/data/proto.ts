import type { Language } from '../../language';
import { firstOfType } from '../../node-helpers';

export const proto: Language = {
  id: 'proto',
  name: 'Protocol Buffers',
  extensions: ['.proto'],
  grammar: 'proto',
  comment: ['// ', ''],
  elision: ' { }',
  structure: {
    definitions: {
      message: { kind: 'message', names: firstOfType('message_name'), container: 'type' },
      enum: { kind: 'enum', names: firstOfType('enum_name') },
      service: { kind: 'service', names: firstOfType('service_name'), container: 'type' },
      rpc: { kind: 'method', names: firstOfType('rpc_name') },
      extend: { kind: 'extension', names: firstOfType('full_ident'), container: 'type' },
      oneof: { kind: 'field', names: firstOfType('identifier') },
      field: { kind: 'field', names: firstOfType('identifier') },
      map_field: { kind: 'field', names: firstOfType('identifier') },
    },
    bodies: ['message_body', 'enum_body'],
    comments: ['comment'],
  },
};
