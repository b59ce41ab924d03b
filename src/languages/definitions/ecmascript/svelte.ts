import type { Language } from '../../language';
import { nameFromChild } from '../../node-helpers';
import { embeddedPart, htmlElementName } from '../data/html';

/** `{#snippet row(item)}` has the name of its snippet. */
const snippetName = nameFromChild('snippet_start_expr');

export const svelte: Language = {
  id: 'svelte',
  name: 'Svelte',
  extensions: ['.svelte'],
  grammar: 'svelte',
  comment: ['<!-- ', ' -->'],
  embeds: embeddedPart,
  structure: {
    definitions: {
      element: { kind: 'element', names: htmlElementName },
      script_element: { kind: 'element', names: htmlElementName },
      style_element: { kind: 'element', names: htmlElementName },
      snippet_statement: {
        kind: 'function',
        names: (node) => snippetName(node).flatMap(nameFromChild('snippet_name')),
      },
    },
    bodies: [],
    comments: ['comment'],
  },
};
