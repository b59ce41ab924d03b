import type { Language } from '../../language';
import { each } from '../../word-lists';
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
      ...each({ kind: 'element', names: htmlElementName }, 'element template_element script_element'),
      style_element: { kind: 'element', names: htmlElementName },
    },
    bodies: [],
    comments: ['comment'],
  },
};
