import type { Node } from '../../../syntax/syntax-node';
import type { Language } from '../../language';
import { nameFromChild, nameFromField } from '../../node-helpers';

/** A stage is known by its name, `FROM node AS build`, or else by its image. */
function stageName(from: Node): readonly Node[] {
  const alias = nameFromField('as')(from);
  return alias.length > 0 ? alias : nameFromChild('image_spec')(from);
}

export const dockerfile: Language = {
  id: 'dockerfile',
  name: 'Dockerfile',
  extensions: ['.dockerfile', '.containerfile'],
  filenames: ['Dockerfile', 'dockerfile', 'Containerfile'],
  grammar: 'dockerfile',
  comment: ['# ', ''],
  structure: {
    // The other instructions are statements of their stage: as definitions they would part it.
    definitions: { from_instruction: { kind: 'block', names: stageName } },
    fileScopes: { from_instruction: stageName },
    bodies: [],
    comments: ['comment'],
  },
};
