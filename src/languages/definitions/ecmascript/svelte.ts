import type { Language } from '../../language';
import { nameFromChild } from '../../node-helpers';
import { each } from '../../word-lists';
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
      ...each({ kind: 'element', names: htmlElementName }, 'element script_element style_element'),
      snippet_statement: {
        kind: 'function',
        names: (node) => snippetName(node).flatMap(nameFromChild('snippet_name')),
      },
    },
    bodies: [],
    comments: ['comment'],
  },
};
