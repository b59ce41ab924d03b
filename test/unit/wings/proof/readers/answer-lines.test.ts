/** Lines of files in the answers of tools. */
import assert from 'node:assert/strict';
import { FileTree } from '../../../../../src/wings/proof/file-tree';
import { linesInAnswer } from '../../../../../src/wings/proof/readers/codegrain-readers';

const tree = FileTree.of({ 'a.ts': 'one\n  two\nthree\nfour\n## b.ts:1\nsix\n', 'b.ts': 'one\ntwo\n' });
const found = (text: string, places: Parameters<typeof linesInAnswer>[1]): string[] =>
  linesInAnswer(text, places, tree).flatMap(({ path, line, text: shown }) =>
    path ? [`${path}:${line} ${shown}`] : [],
  );

describe('the lines of files in an answer', () => {
  it('are those below the heading of their place', () => {
    const text =
      'Confidence: strong.\n\n## b.ts:1-2 two\n```\none\ntwo\n```\n\n## a.ts:1-4 x\n```\none\n  two\n⋯ 3\nfour\n```';
    const places = [
      {
        path: 'a.ts',
        spans: [
          [1, 2],
          [4, 4],
        ] as const,
      },
      { path: 'b.ts', spans: [[1, 2]] as const },
    ];
    assert.deepEqual(found(text, places), ['b.ts:1 one', 'b.ts:2 two', 'a.ts:1 one', 'a.ts:2   two', 'a.ts:4 four']);
  });

  it('do not count if the text does not have them', () => {
    assert.deepEqual(found('## a.ts:1-4 x\n```\none\n```', [{ path: 'a.ts', spans: [[1, 4]] }]), ['a.ts:1 one']);
    assert.deepEqual(found('nothing', [{ path: 'a.ts', spans: [[1, 4]] }]), []);
  });

  it('may look like a heading inside of code, or be in the heading itself', () => {
    const places = [
      { path: 'a.ts', spans: [[4, 6]] as const },
      { path: 'b.ts', spans: [[2, 2]] as const },
    ];
    const text = '## a.ts:4-6\n```\nfour\n## b.ts:1\nsix\n```\n- b.ts:1-2 function f · 2: two';
    assert.deepEqual(found(text, places), [
      'a.ts:4 four',
      'a.ts:5 ## b.ts:1',
      'a.ts:6 six',
      'b.ts:2 - b.ts:1-2 function f · 2: two',
    ]);
  });
});
