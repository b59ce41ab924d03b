import type { Language } from '../../language';

export const matlab: Language = {
  id: 'matlab',
  name: 'MATLAB',
  extensions: ['.m'],
  interpreters: ['octave', 'octave-cli'],
  comment: ['% ', ''],
  structure: {
    definitions: {
      function_definition: { kind: 'function' },
      class_definition: { kind: 'class', container: 'type' },
    },
    values: {
      property: { kind: 'property' },
    },
    transparent: ['methods', 'properties'],
  },
};
