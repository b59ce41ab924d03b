import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionRule, EmbeddedPart, Language, LocatedName } from '../../language';
import { childOfType, childrenOfType, nameFromChild } from '../../node-helpers';
import { each } from '../../word-lists';

/** The tag of an element and, if present, its id: `div#main`. */
function elementName(element: Node): readonly LocatedName[] {
  const tag = childOfType(element, 'start_tag', 'self_closing_tag');
  const name = childOfType(tag, 'tag_name');
  if (!name) return [];
  for (const attribute of childrenOfType(tag, 'attribute')) {
    if (childOfType(attribute, 'attribute_name')?.text.toLowerCase() !== 'id') continue;
    const value = attribute.descendantsOfType('attribute_value')[0];
    if (value) return [{ text: `${name.text}#${value.text}`, startIndex: name.startIndex }];
  }
  return [name];
}

const scriptLanguages: Readonly<Record<string, string>> = {
  ...each('typescript', 'ts typescript'),
  tsx: 'typescriptreact',
  ...each('javascript', 'js jsx module babel'),
  ...each('json', 'json importmap'),
};
const styleLanguages: Readonly<Record<string, string>> = { css: 'css', scss: 'scss', postcss: 'css' };

/** The content of a `<script>` or `<style>`, with its language by `lang` or `type`; undefined if we do not support it (Stylus). */
function embeddedPart(node: Node): EmbeddedPart | undefined {
  const known =
    node.type === 'script_element' ? scriptLanguages : node.type === 'style_element' ? styleLanguages : undefined;
  const content = childOfType(node, 'raw_text');
  const tag = childOfType(node, 'start_tag');
  if (!known || !content || !tag) return undefined;
  let declared = node.type === 'script_element' ? 'js' : 'css';
  for (const attribute of childrenOfType(tag, 'attribute')) {
    const match = /^(?:lang|type)\s*=\s*["']?([^"']+)/i.exec(attribute.text);
    if (match?.[1]) declared = match[1].toLowerCase().replace(/^(?:text|application)\/(?:x-)?/, '');
  }
  const language =
    known[declared] ?? known[declared.replace(/^.*\+/, '')] ?? (declared === 'javascript' ? 'javascript' : undefined);
  return language ? { language, content } : undefined;
}

const element: DefinitionRule = { kind: 'element', names: elementName };

export const html: Language = {
  id: 'html',
  name: 'HTML',
  extensions: ['.html', '.htm', '.xhtml', '.xht', '.shtml', '.hta'],
  comment: ['<!-- ', ' -->'],
  embeds: embeddedPart,
  structure: {
    definitions: each(element, 'element script_element style_element'),
    // The content of an element is among its direct children.
    bodies: [],
  },
};

export const vue: Language = {
  ...html,
  id: 'vue',
  name: 'Vue',
  extensions: ['.vue'],
  structure: { ...html.structure, definitions: { ...html.structure.definitions, template_element: element } },
};

/** `{#snippet row(item)}` has the name of its snippet. */
const snippetName = nameFromChild('snippet_start_expr');
const snippet: DefinitionRule = {
  kind: 'function',
  names: (node) => snippetName(node).flatMap(nameFromChild('snippet_name')),
};

export const svelte: Language = {
  ...html,
  id: 'svelte',
  name: 'Svelte',
  extensions: ['.svelte'],
  structure: { ...html.structure, definitions: { ...html.structure.definitions, snippet_statement: snippet } },
};
