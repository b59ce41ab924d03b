import type { Language } from '../../language';
import { embeddedPart, htmlElementName } from '../data/html';

export const vue: Language = {
  id: 'vue',
  name: 'Vue',
  extensions: ['.vue'],
  grammar: 'vue',
  comment: ['<!-- ', ' -->'],
  embeds: embeddedPart,
  structure: {
    definitions: {
      element: { kind: 'element', names: htmlElementName },
      template_element: { kind: 'element', names: htmlElementName },
      script_element: { kind: 'element', names: htmlElementName },
      style_element: { kind: 'element', names: htmlElementName },
    },
    bodies: [],
    comments: ['comment'],
  },
};
