import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { nameFromChild, nameFromField } from '../../node-helpers';

/** The name of a stage (`build` in `FROM node AS build`), or its image if it has no name. */
function stageName(from: Node): readonly Node[] {
  const alias = nameFromField('as')(from);
  return alias.length > 0 ? alias : nameFromChild('image_spec')(from);
}

export const dockerfile: Language = {
  id: 'dockerfile',
  name: 'Dockerfile',
  extensions: ['.dockerfile', '.containerfile'],
  filenames: ['Dockerfile', 'dockerfile', 'Containerfile'],
  comment: ['# ', ''],
  structure: {
    // The other instructions are statements in their stage. As definitions, they would split it.
    definitions: { from_instruction: { kind: 'block', names: stageName } },
    fileScopes: { from_instruction: stageName },
  },
};
