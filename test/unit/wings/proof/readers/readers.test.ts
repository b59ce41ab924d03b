/** Readers without an index, on small trees. */
import assert from 'node:assert/strict';
import { FileTree } from '../../../../../src/wings/proof/file-tree';
import { grep } from '../../../../../src/wings/proof/readers/grep';
import { grepAndRead, readWholeFiles } from '../../../../../src/wings/proof/readers/plain-readers';
import type { ToolAnswer } from '../../../../../src/wings/proof/reading';

const blank = (count: number): string => 'x\n'.repeat(count);
const linesOf = (answers: Iterable<ToolAnswer>): string[] =>
  [...answers].flatMap(({ lines }) =>
    lines.flatMap(({ path, line }) => (path === undefined ? [] : [`${path}:${line}`])),
  );
const calls = (answers: Iterable<ToolAnswer>): string[] => [...answers].map(({ call }) => call);

describe('grep', () => {
  it('finds whole words in any case, each line once', () => {
    const tree = FileTree.of({ 'a.ts': 'limit Limit\nlimits\r\nx_limit\n(LIMIT)\n', 'b.ts': 'none\n' });
    assert.deepEqual(grep(tree, 'limit'), [{ path: 'a.ts', lines: [1, 4] }]);
  });

  it('finds messages with other characters', () => {
    const tree = FileTree.of({ 'a.ts': '\nthrow "größe: [zu] groß"\n' });
    assert.deepEqual(grep(tree, 'Größe: [zu]'), [{ path: 'a.ts', lines: [2] }]);
  });
});

describe('an agent with grep', () => {
  it('reads around the lines where most of what the task says comes together', () => {
    const tree = FileTree.of({
      'src/far.ts': `${blank(10)}uploadLimit\n${blank(10)}`,
      'src/right.ts': `${blank(100)}uploadLimit\nmaxBody\n${blank(100)}`,
    });
    const lines = linesOf(grepAndRead('uploadLimit and maxBody are ignored', tree));
    const first = lines.filter((line) => line.startsWith('src/right.ts')).slice(0, 60);
    assert.ok(
      first.includes('src/right.ts:101') && first.includes('src/right.ts:80') && !first.includes('src/right.ts:40'),
    );
    assert.ok(lines.indexOf('src/right.ts:80') < lines.indexOf('src/far.ts:5'));
  });

  it('opens a file that the task names before it searches', () => {
    const tree = FileTree.of({ 'lib/http.js': blank(300), 'lib/other.js': 'follow\n' });
    const [first] = calls(grepAndRead('It fails to follow: https://github.com/a/b/blob/x/lib/http.js#L200', tree));
    assert.equal(first, 'read lib/http.js:175-225');
  });

  it('reads source before tests and documents', () => {
    const tree = FileTree.of({
      'test/a.test.ts': 'uploadLimit\nuploadLimit\n',
      'README.md': 'uploadLimit\n',
      'src/a.ts': 'uploadLimit\n',
    });
    const reads = calls(grepAndRead('uploadLimit', tree)).filter((call) => call.startsWith('read'));
    assert.equal(reads[0], 'read src/a.ts:1-2');
  });

  it('reads no line twice, and ends', () => {
    const tree = FileTree.of({ 'a.ts': 'uploadLimit\nmaxBody\n'.repeat(200) });
    const reads = [...grepAndRead('uploadLimit maxBody', tree)].filter(({ call }) => call.startsWith('read'));
    const lines = linesOf(reads);
    assert.equal(new Set(lines).size, lines.length);
  });

  it('finds nothing in an empty tree, or for a task without words', () => {
    assert.deepEqual(calls(grepAndRead('uploadLimit', FileTree.of({}))), []);
    assert.deepEqual(calls(grepAndRead('…', FileTree.of({ 'a.ts': 'a\n' }))), []);
  });
});

describe('an agent that reads whole files', () => {
  it('reads the file with the rarest words of the task first, from its first to its last line', () => {
    const tree = FileTree.of({
      'src/a.ts': 'upload\n',
      'src/b.ts': 'upload\nquota\n',
      'src/c.ts': 'upload\n',
      'src/d.ts': 'other\n',
    });
    assert.deepEqual(linesOf(readWholeFiles('the upload ignores its quota', tree)).slice(0, 3), [
      'src/b.ts:1',
      'src/b.ts:2',
      'src/b.ts:3',
    ]);
    assert.equal(calls(readWholeFiles('the upload ignores its quota', tree)).length, 3);
  });
});
