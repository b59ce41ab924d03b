import type { Language } from '../../language';
import { nameFromChild } from '../../node-helpers';

export const proto: Language = {
  id: 'proto',
  name: 'Protocol Buffers',
  extensions: ['.proto'],
  comment: ['// ', ''],
  elision: ' { }',
  structure: {
    definitions: {
      message: { kind: 'message', names: nameFromChild('message_name'), container: 'type' },
      enum: { kind: 'enum', names: nameFromChild('enum_name') },
      service: { kind: 'service', names: nameFromChild('service_name'), container: 'type' },
      rpc: { kind: 'method', names: nameFromChild('rpc_name') },
      extend: { kind: 'extension', names: nameFromChild('full_ident'), container: 'type' },
      oneof: { kind: 'field', names: nameFromChild('identifier') },
      field: { kind: 'field', names: nameFromChild('identifier') },
      map_field: { kind: 'field', names: nameFromChild('identifier') },
    },
    bodies: ['message_body', 'enum_body'],
  },
};
