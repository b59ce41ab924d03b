/** The rows of the graph view: a row is shown under each that leads to it, and no branch goes round. */
import assert from 'node:assert/strict';
import type { GraphDirection, GraphEntry, GraphPlace } from '../../../../src/index/graph/graph-entry';
import { type GraphRow, graphRows, lineOfRow, rowsAsText } from '../../../../src/vscode/graph-view/graph-row';

const place = (name: string, line: number): GraphPlace => ({
  name,
  kind: 'function',
  path: `src/${name}.ts`,
  line,
  endLine: line + 3,
});
const entry = (name: string, line: number, lines = [line + 1]): GraphEntry => ({
  ...place(name, line),
  how: 'resolved',
  lines,
});
const rowsUnder = (entries: readonly GraphEntry[], direction: GraphDirection, parent?: GraphRow): GraphRow[] =>
  graphRows(
    { root: '/w', subject: parent?.entry ?? place('start', 1), entries, direct: entries.length, more: 0 },
    direction,
    parent,
  );
const first = (rows: readonly GraphRow[]): GraphRow => rows[0] ?? assert.fail('no row');

describe('a row of the graph view', () => {
  it('has its own id in each branch', () => {
    const [a, b] = rowsUnder([entry('a', 5), entry('b', 9)], 'uses');
    const ids = [a, b].map((row) => first(rowsUnder([entry('shared', 3)], 'uses', row)).id);
    assert.notEqual(ids[0], ids[1]);
  });

  it('ends its branch where a definition is above it already, and at code outside of definitions', () => {
    const a = first(rowsUnder([entry('a', 5)], 'used by'));
    assert.equal(a.leadsFurther, true);
    const below = rowsUnder(
      [entry('a', 5), entry('start', 1), entry('c', 7), { ...entry('d', 1), kind: 'file' }],
      'used by',
      a,
    );
    assert.deepEqual(
      below.map(({ leadsFurther }) => leadsFurther),
      [false, false, true, false],
    );
  });

  it('opens the definition of what is used, and the first use in what uses', () => {
    const lines = (['uses', 'used by'] as const).map((direction) =>
      lineOfRow(first(rowsUnder([entry('a', 5, [8, 11])], direction))),
    );
    assert.deepEqual(lines, [5, 8]);
  });

  it('is copied with its place and the rows below it', () => {
    const a = first(rowsUnder([entry('a', 5)], 'uses'));
    const file: GraphEntry = { ...entry('b', 9), name: 'src/b.ts', kind: 'file' };
    const below = rowsUnder([file], 'uses', a);
    const text = rowsAsText([a], ({ id }) => (id === a.id ? below : []));
    assert.equal(text, 'a  src/a.ts:5\n  b.ts  src/b.ts:9\n');
  });
});
