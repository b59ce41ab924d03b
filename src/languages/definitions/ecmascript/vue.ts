import type { Language } from '../../language';
import { elementName, embeddedPart } from '../data/html';

export const vue: Language = {
  id: 'vue',
  name: 'Vue',
  extensions: ['.vue'],
  grammar: 'vue',
  comment: ['<!-- ', ' -->'],
  embeds: embeddedPart,
  structure: {
    definitions: {
      element: { kind: 'element', names: elementName },
      template_element: { kind: 'element', names: elementName },
      script_element: { kind: 'element', names: elementName },
      style_element: { kind: 'element', names: elementName },
    },
    bodies: [],
    comments: ['comment'],
  },
};
