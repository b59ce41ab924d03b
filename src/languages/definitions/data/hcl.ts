import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, Language } from '../../language';
import { childrenOfType, nameFromChild } from '../../node-helpers';
import { words } from '../../word-lists';

/** The type and the labels of a block: `resource`, `"aws_instance"`, `"web"`. */
function blockLabels(block: Node): Node[] {
  return childrenOfType(block, 'identifier', 'string_lit').map(
    (label) => label.namedChildren.find((child) => child.type === 'template_literal') ?? label,
  );
}

/** Block types that are resources at the top level of a file. Inside another block (`backend "s3"`), they are plain blocks. */
const topLevelBlocks = new Set(words('resource data module variable output provider ephemeral source job'));

function blockKind(block: Node): DefinitionKind {
  const type = block.firstNamedChild?.text ?? '';
  return topLevelBlocks.has(type) && block.parent?.parent?.type === 'config_file' ? 'resource' : 'block';
}

export const hcl: Language = {
  id: 'hcl',
  name: 'HCL',
  extensions: ['.hcl', '.tf', '.tfvars', '.nomad', '.tofu'],
  comment: ['# ', ''],
  elision: ' { /* … */ }',
  structure: {
    definitions: {
      block: {
        kind: 'block',
        kindOf: blockKind,
        names: (node) => {
          const text = blockLabels(node).map((label) => label.text);
          return [{ text: text.join('.'), startIndex: node.startIndex }];
        },
      },
      attribute: { kind: 'key', names: nameFromChild('identifier') },
    },
    transparent: ['body'],
    bodies: ['body', 'object', 'tuple'],
  },
};
