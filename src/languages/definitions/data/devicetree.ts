import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { present } from '../../node-helpers';

/** `thermometer: tmp117@48 {}` is called `thermometer`; `&i2c0 {}` adds to `i2c0`; without a label the node's own name counts. */
function nodeName(node: Node): readonly Node[] {
  const name = node.childForFieldName('name');
  return present(node.childForFieldName('label') ?? name?.childForFieldName('label') ?? name);
}

export const devicetree: Language = {
  id: 'dts',
  name: 'Device Tree',
  extensions: ['.dts', '.dtsi', '.dtso', '.overlay', '.keymap'],
  grammar: 'devicetree',
  comment: ['// ', ''],
  structure: {
    definitions: {
      node: { kind: 'resource', names: nodeName, container: 'namespace' },
      preproc_function_def: { kind: 'macro' },
    },
    values: {
      preproc_def: { kind: 'constant' },
    },
    transparent: ['preproc_if', 'preproc_ifdef', 'preproc_else', 'preproc_elif'],
  },
};
