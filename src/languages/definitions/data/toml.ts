import type { Language } from '../../language';
import { nameFromChild } from '../../node-helpers';

const keyName = nameFromChild('bare_key', 'dotted_key', 'quoted_key');

export const toml: Language = {
  id: 'toml',
  name: 'TOML',
  extensions: ['.toml'],
  filenames: ['Cargo.lock', 'poetry.lock', 'uv.lock', 'pdm.lock', 'Pipfile', 'Gopkg.lock'],
  comment: ['# ', ''],
  structure: {
    definitions: {
      table: { kind: 'table', names: keyName, container: 'namespace' },
      table_array_element: { kind: 'table', names: keyName, container: 'namespace' },
      pair: { kind: 'key', names: keyName },
    },
    // The pairs of a table are its direct children.
    bodies: [],
    tailComments: true,
  },
};
