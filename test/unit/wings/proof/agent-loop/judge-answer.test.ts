import assert from 'node:assert/strict';
import { judgeAnswer, namedPlaces } from '../../../../../src/wings/proof/agent-loop/run-agent';

const task = {
  id: 't',
  text: '',
  places: [
    { path: 'src/a.ts', name: 'parse', lines: [[100, 102]] as const },
    { path: 'src/b.ts', name: '', lines: [[5, 5]] as const },
  ],
};

describe('the judge of an answer', () => {
  it('counts a place by its name, or by a line in or near the change', () => {
    assert.deepEqual(
      judgeAnswer(task, [
        { path: './src/a.ts', name: 'Parser.parse()' },
        { path: 'src/b.ts', line: 12 },
      ]),
      {
        passed: true,
        named: 1,
      },
    );
    assert.deepEqual(judgeAnswer(task, [{ path: 'src/a.ts', line: 113 }, { path: 'src/b.ts' }]), {
      passed: false,
      named: 0,
    });
    assert.deepEqual(judgeAnswer(task, [{ path: 'src/a.ts', line: 90 }]), { passed: false, named: 0.5 });
  });

  it('takes the file if only the file is known', () => {
    const file = { id: 't', text: '', places: [{ path: 'a.ts', name: '', lines: [] }] };
    assert.equal(judgeAnswer(file, [{ path: 'a.ts' }]).passed, true);
  });

  it('reads no more than ten places', () => {
    const many = Array.from({ length: 10 }, (_, at) => ({ path: `x${at}.ts` }));
    assert.equal(judgeAnswer(task, [...many, { path: 'src/a.ts', name: 'parse' }]).named, 0);
  });
});

describe('the places of an answer', () => {
  it('are what can be read of it', () => {
    assert.deepEqual(
      namedPlaces([
        { path: 'a.ts', line: '3', name: 'f', more: 1 },
        'b.ts:7',
        { line: 3 },
        null,
        4,
        { path: 'c.ts', line: -1 },
      ]),
      [{ path: 'a.ts', line: 3, name: 'f' }, { path: 'b.ts', line: 7 }, { path: 'c.ts' }],
    );
    assert.deepEqual([namedPlaces('a.ts'), namedPlaces(undefined)], [[], []]);
  });
});
