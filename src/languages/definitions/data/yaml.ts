import type { Node } from '../../../syntax/syntax-node';
import type { Language, LocatedName } from '../../language';
import { childOfType } from '../../node-helpers';

/** The pair with this key, in the mapping below a document or a pair. */
function pairWithKey(node: Node | undefined, key: string): Node | undefined {
  const pairs = childOfType(childOfType(node, 'block_node'), 'block_mapping');
  return pairs?.namedChildren.find((pair) => pair.childForFieldName('key')?.text === key);
}

/** Kubernetes files have one resource per document, named in `metadata.name`. */
function resourceName(document: Node): readonly LocatedName[] {
  const name = pairWithKey(pairWithKey(document, 'metadata'), 'name')?.childForFieldName('value');
  return name && pairWithKey(document, 'kind') ? [unquoted(name)] : [];
}

function unquoted(node: Node): LocatedName {
  const { text, startIndex } = node;
  return /^(["']).*\1$/.test(text) ? { text: text.slice(1, -1), startIndex } : node;
}

function keyName(pair: Node): readonly LocatedName[] {
  const key = pair.childForFieldName('key');
  return key ? [unquoted(key)] : [];
}

export const yaml: Language = {
  id: 'yaml',
  name: 'YAML',
  extensions: ['.yml', '.yaml', '.eyaml', '.eyml', '.sls', '.cff', '.yaml-tmlanguage', '.sublime-syntax'],
  filenames: ['.clang-format', '.clang-tidy', '.clangd', '.gemrc', 'glide.lock', 'pubspec.lock', 'Podfile.lock'],
  comment: ['# ', ''],
  structure: {
    // Not containers: nested keys form the scope, but a list of all keys would not help to describe a chunk.
    definitions: {
      document: { kind: 'resource', names: resourceName },
      block_mapping_pair: { kind: 'key', names: keyName },
      flow_pair: { kind: 'key', names: keyName },
    },
    transparent: ['document', 'block_node', 'block_mapping', 'block_sequence'],
    bodies: ['block_mapping', 'block_sequence', 'flow_mapping', 'flow_sequence', 'block_scalar'],
    tailComments: true,
  },
};
