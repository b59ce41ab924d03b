import type { Node } from '../../../syntax/syntax-node';
import type { Kind, Language } from '../../language';
import { childrenOfType, firstOfType } from '../../node-helpers';

/** The type and the labels of a block: `resource`, `"aws_instance"`, `"web"`. */
function labels(block: Node): Node[] {
  return childrenOfType(block, 'identifier', 'string_lit').map(
    (label) => label.namedChildren.find((child) => child.type === 'template_literal') ?? label,
  );
}

/** Terraform's own words for what a file declares; a block inside one (`backend "s3"`) is just a block. */
const declares = new Set([
  'resource',
  'data',
  'module',
  'variable',
  'output',
  'provider',
  'ephemeral',
  'source',
  'job',
]);

function blockKind(block: Node): Kind {
  const type = block.firstNamedChild?.text ?? '';
  return declares.has(type) && block.parent?.parent?.type === 'config_file' ? 'resource' : 'block';
}

export const hcl: Language = {
  id: 'hcl',
  name: 'HCL',
  extensions: ['.hcl', '.tf', '.tfvars', '.nomad', '.tofu'],
  grammar: 'hcl',
  comment: ['# ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      block: {
        kind: 'block',
        kindOf: blockKind,
        names: (node) => {
          const text = labels(node).map((label) => label.text);
          return [{ text: text.join('.'), startIndex: node.startIndex }];
        },
      },
      attribute: { kind: 'key', names: firstOfType('identifier') },
    },
    transparent: ['body'],
    bodies: ['body', 'object', 'tuple'],
    comments: ['comment'],
  },
};
