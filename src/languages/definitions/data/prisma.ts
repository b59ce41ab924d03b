import type { DefinitionKind, DefinitionRule, Language } from '../../language';
import { nameFromChild } from '../../node-helpers';

function block(kind: DefinitionKind): DefinitionRule {
  return { kind, names: nameFromChild('identifier') };
}

export const prisma: Language = {
  id: 'prisma',
  name: 'Prisma',
  extensions: ['.prisma'],
  comment: ['// ', ''],
  structure: {
    definitions: {
      model_declaration: block('table'),
      view_declaration: block('table'),
      type_declaration: block('type'),
      enum_declaration: block('enum'),
      datasource_declaration: block('block'),
      generator_declaration: block('block'),
    },
    bodies: ['statement_block', 'enum_block'],
    comments: ['comment', 'developer_comment'],
  },
};
