/** The rows of the graph view: what each stands for, which lead further, and how they are copied. No `vscode` here, for tests. */
import type { GraphDirection, GraphEntry, GraphPlace } from '../../index/graph/graph-entry';
import type { GraphAnswer } from '../../search/graph-questions';

export interface GraphRow {
  /** Unique in the tree: one definition can be in several branches. */
  readonly id: string;
  /** The folder that the path of the entry is relative to. */
  readonly root: string;
  readonly entry: GraphEntry;
  readonly direction: GraphDirection;
  readonly parent?: GraphRow;
  /** The keys of what is above it in its branch, and of what the view is about. */
  readonly above: ReadonlySet<string>;
  /** Has a next level, as far as is known before someone asks for it. */
  readonly leadsFurther: boolean;
}

/** The rows of one level. @param parent left out for the first level */
export function graphRows(
  { root, subject, entries }: GraphAnswer,
  direction: GraphDirection,
  parent?: GraphRow,
): GraphRow[] {
  const above = new Set([...(parent?.above ?? []), keyOf(subject)]);
  return entries.map((entry) => ({
    id: `${parent?.id ?? keyOf(subject)} > ${keyOf(entry)}`,
    root,
    entry,
    direction,
    ...(parent && { parent }),
    above,
    leadsFurther: entry.kind !== 'file' && !above.has(keyOf(entry)),
  }));
}

/** The line that a click opens: the definition of something used, the first use in something that uses. */
export function lineOfRow({ entry, direction }: GraphRow): number {
  return direction === 'uses' ? entry.line : (entry.lines[0] ?? entry.line);
}

/** A file is named by its last part, since its path stands beside it. */
export function placeName({ kind, name }: Pick<GraphPlace, 'kind' | 'name'>): string {
  return kind === 'file' ? name.slice(name.lastIndexOf('/') + 1) : name;
}

/** Rows as an indented list with a line for each. @param childrenOf the rows below a row, as far as they are known */
export function rowsAsText(
  rows: readonly GraphRow[],
  childrenOf: (row: GraphRow) => readonly GraphRow[],
  indentation = '',
): string {
  return rows
    .map((row) => {
      const line = `${indentation}${placeName(row.entry)}  ${row.entry.path}:${lineOfRow(row)}\n`;
      return line + rowsAsText(childrenOf(row), childrenOf, `${indentation}  `);
    })
    .join('');
}

function keyOf({ path, line, name }: GraphPlace): string {
  return `${path}:${line}:${name}`;
}
