import assert from 'node:assert/strict';
import { excludedRows } from '../../../../../../src/vscode/search/page/rows/row-picks';

/** One file twice: it has an exact hit and a related one. */
const files = [
  { key: 'exact a', path: 'src/a.ts', hits: ['a1'] },
  { key: 'b', path: 'src/b.ts', hits: ['b1', 'b2'] },
  { key: 'a', path: 'src/a.ts', hits: ['a2'] },
  { key: 'c', path: 'docs/c.md', hits: ['c1'] },
  { key: 'd', path: 'top.md', hits: ['d1'] },
];
const rows = files.flatMap(({ key, hits }) => [key, ...hits]);
const exclude = (at: string, picked: readonly string[] = [], isFolder = false, shown = rows) =>
  excludedRows(at, picked, isFolder, shown, files);

describe('the rows that a key excludes', () => {
  it('are all of the file, and the next hit of another file is chosen', () => {
    assert.deepEqual(exclude('a1'), { paths: ['src/a.ts'], next: 'b1' });
    assert.deepEqual(exclude('b'), { paths: ['src/b.ts'], next: 'a2' });
    assert.deepEqual(exclude('b1'), { paths: ['src/b.ts'], next: 'a2' });
  });

  it('are followed by the hit above if there is none below', () => {
    assert.deepEqual(exclude('d1'), { paths: ['top.md'], next: 'c1' });
  });

  it('are those of the folder, except for a file that is in none', () => {
    assert.deepEqual(exclude('b2', [], true), { paths: ['src/'], next: 'c1' });
    assert.deepEqual(exclude('d1', [], true), { paths: ['top.md'], next: 'c1' });
  });

  it('are those of all selected hits', () => {
    assert.deepEqual(exclude('c1', ['a2', 'c1']), { paths: ['src/a.ts', 'docs/c.md'], next: 'd1' });
  });

  it('are followed by a folded file, or by nothing', () => {
    assert.equal(exclude('b1', [], false, ['exact a', 'b', 'b1', 'b2', 'a', 'c', 'd']).next, 'exact a');
    assert.equal(exclude('a1', ['a1', 'b1', 'c1', 'd1']).next, undefined);
  });
});
