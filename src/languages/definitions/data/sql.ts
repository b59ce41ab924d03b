import type { Node } from '../../../syntax/syntax-node';
import type { DefinitionKind, Language } from '../../language';
import { childOfType, present } from '../../node-helpers';
import { each } from '../../word-lists';

const kindByClause: Readonly<Record<string, DefinitionKind>> = {
  ...each('table', 'create_table create_view create_materialized_view'),
  ...each('function', 'create_function create_procedure'),
  create_type: 'type',
  create_schema: 'namespace',
  select: 'query',
};

/** The clause that determines what a statement does: `WITH c AS (…) SELECT …` is a `select`. */
function mainClause(statement: Node): Node {
  return (
    statement.namedChildren.find(
      (child) => child.type !== 'cte' && child.type !== 'comment' && !child.type.startsWith('keyword_'),
    ) ?? statement
  );
}

/** The first object that a statement creates, changes or reads. An index has its own name, not the name of its table. */
function objectName(statement: Node): readonly Node[] {
  const clause = mainClause(statement);
  const own = clause.childForFieldName('column') ?? childOfType(clause, 'object_reference', 'identifier');
  if (own) return [own];
  const source = clause.type === 'select' || clause.type === 'delete' ? childOfType(statement, 'from') : clause;
  return present(source?.descendantsOfType('object_reference')[0]);
}

export const sql: Language = {
  id: 'sql',
  name: 'SQL',
  extensions: ['.sql', '.ddl', '.dml', '.psql', '.pgsql', '.mysql'],
  comment: ['-- ', ''],
  structure: {
    definitions: {
      statement: {
        kind: 'statement',
        kindOf: (node) => kindByClause[mainClause(node).type] ?? 'statement',
        names: objectName,
      },
    },
    transparent: ['transaction', 'block'],
    bodies: ['column_definitions', 'function_body', 'create_query'],
    comments: ['comment', 'marginalia'],
  },
};
