import type { Language } from '../../language';
import { firstOfType } from '../../node-helpers';
import { elementName, embeddedPart } from '../data/html';

/** `{#snippet row(item)}` is named by its snippet; the other blocks by their keyword. */
const snippetName = firstOfType('snippet_start_expr');

export const svelte: Language = {
  id: 'svelte',
  name: 'Svelte',
  extensions: ['.svelte'],
  grammar: 'svelte',
  comment: ['<!-- ', ' -->'],
  embeds: embeddedPart,
  structure: {
    definitions: {
      element: { kind: 'element', names: elementName },
      script_element: { kind: 'element', names: elementName },
      style_element: { kind: 'element', names: elementName },
      snippet_statement: { kind: 'function', names: (node) => snippetName(node).flatMap(firstOfType('snippet_name')) },
    },
    bodies: [],
    comments: ['comment'],
  },
};
