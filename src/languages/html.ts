import type { Node } from 'web-tree-sitter';
import type { Language } from './language';
import { childOfType, childrenOfType } from './nodes';

/** An element is known by its id, and by its tag where it has none. */
function elementName(element: Node): readonly Node[] {
  const tag = childOfType(element, 'start_tag', 'self_closing_tag');
  if (!tag) return [];
  for (const attribute of childrenOfType(tag, 'attribute')) {
    if (childOfType(attribute, 'attribute_name')?.text.toLowerCase() !== 'id') continue;
    const value = attribute.descendantsOfType('attribute_value')[0];
    if (value) return [value];
  }
  const name = childOfType(tag, 'tag_name');
  return name ? [name] : [];
}

export const html: Language = {
  id: 'html',
  name: 'HTML',
  extensions: ['.html', '.htm', '.xhtml', '.xht', '.shtml', '.hta', '.html.hl'],
  grammar: 'html',
  comment: ['<!-- ', ' -->'],
  structure: {
    definitions: {
      element: { kind: 'element', names: elementName, container: 'namespace' },
      script_element: { kind: 'element', names: elementName },
      style_element: { kind: 'element', names: elementName },
    },
    // What is inside an element are its own children.
    bodies: [],
    comments: ['comment'],
  },
};
