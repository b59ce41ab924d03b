import assert from 'node:assert/strict';
import { readTasks } from '../../../../../src/wings/proof/tasks/task-file';

const place = { path: 'src/a.ts', lines: [[3, 9], 20] };

describe('a file of tasks', () => {
  it('has a task in each line that is not empty', () => {
    const text = `\uFEFF${JSON.stringify({ task: 'Fix it', places: [place] })}\r\n\r\n${JSON.stringify({ task: 'And that', commit: 'v1', places: [{ path: './b.ts' }] })}\n`;
    assert.deepEqual(readTasks(text), {
      tasks: [
        {
          id: 'line 1',
          commit: undefined,
          text: 'Fix it',
          changed: [
            {
              path: 'src/a.ts',
              spans: [
                [3, 9],
                [20, 20],
              ],
            },
          ],
        },
        { id: 'line 3', commit: 'v1', text: 'And that', changed: [{ path: 'b.ts', spans: [] }] },
      ],
      problems: [],
    });
  });

  for (const [line, problem] of [
    ['{', 'is not JSON'],
    ['[1]', 'is not a JSON object'],
    ['{"places": []}', '"task" must be a text'],
    ['{"task": " ", "places": [{"path": "a"}]}', '"task" must be a text'],
    ['{"task": "a", "commit": 3, "places": [{"path": "a"}]}', '"commit" must be a text'],
    ['{"task": "a"}', '"places" must be a list with at least one place'],
    ['{"task": "a", "places": [{"path": "a"}, {}]}', 'place 2: "path" must be a text'],
    ['{"task": "a", "places": [{"path": "../a"}]}', 'place 1: "path" must be relative to the folder'],
    ['{"task": "a", "places": [{"path": "/a"}]}', 'place 1: "path" must be relative to the folder'],
    [
      '{"task": "a", "places": [{"path": "a", "lines": [[9, 3]]}]}',
      'place 1: "lines" has [9,3], which is neither a line number nor [first, last]',
    ],
    [
      '{"task": "a", "places": [{"path": "a", "lines": [0]}]}',
      'place 1: "lines" has 0, which is neither a line number nor [first, last]',
    ],
    [
      '{"task": "a", "places": [{"path": "a", "lines": "3"}]}',
      'place 1: "lines" must be a list of line numbers or [first, last]',
    ],
  ] as const)
    it(`says what is wrong with ${line}`, () => {
      assert.deepEqual(readTasks(`\n${line}\n`), { tasks: [], problems: [`line 2: ${problem}`] });
    });

  it('may be empty', () => {
    assert.deepEqual(readTasks('\n\n'), { tasks: [], problems: [] });
  });
});
