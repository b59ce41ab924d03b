import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionRule, Language } from '../../language';
import { childOfType, nameFromChild, present } from '../../node-helpers';
import { each } from '../../word-lists';

/** `.btn, a:hover` has two names. */
function selectors(rule: Node): readonly Node[] {
  return childOfType(rule, 'selectors')?.namedChildren.filter((child) => child.type !== 'comment') ?? [];
}

/** The text between the at-keyword and the body: `(min-width: 600px)` after `@media`, `base` in `@layer base`. */
function atRulePrelude(node: Node): readonly Node[] {
  const first = node.namedChildren.find((child) => child.type !== 'at_keyword');
  if (first && first.type !== 'block') return [first];
  return present(node.firstChild);
}

const atRule: DefinitionRule = { kind: 'block', names: atRulePrelude, container: 'namespace' };

export const css: Language = {
  id: 'css',
  name: 'CSS',
  extensions: ['.css', '.pcss', '.postcss', '.wxss'],
  comment: ['/* ', ' */'],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      rule_set: { kind: 'rule', names: selectors, container: 'namespace' },
      keyframes_statement: { kind: 'rule', names: nameFromChild('keyframes_name'), container: 'namespace' },
      keyframe_block: { kind: 'rule', names: (node) => (node.firstChild ? [node.firstChild] : []) },
      ...each(atRule, 'media_statement supports_statement scope_statement at_rule'),
    },
    bodies: ['block', 'keyframe_block_list'],
    comments: ['comment', 'js_comment'],
  },
};

export const scss: Language = {
  id: 'scss',
  name: 'SCSS',
  extensions: ['.scss'],
  comment: ['// ', ''],
  elision: ' { /* … */ }',
  structure: {
    ...css.structure,
    definitions: {
      ...css.structure.definitions,
      mixin_statement: { kind: 'macro', names: nameFromChild('name') },
      function_statement: { kind: 'function', names: nameFromChild('name') },
      placeholder: { kind: 'rule', names: nameFromChild('name'), container: 'namespace' },
    },
    // `$primary: #333` and `color: red` have the same node type; only the first is a definition.
    values: { declaration: { kind: 'variable', names: nameFromChild('variable_name') } },
    transparent: ['if_statement'],
    comments: ['comment', 'single_line_comment', 'js_comment'],
  },
};
