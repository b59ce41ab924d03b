/** Which prompts are tasks, for the prompt hook. */
import assert from 'node:assert/strict';
import { taskIn } from '../../../../src/engine/answers/task-prompt';

describe('a prompt is a task', () => {
  for (const prompt of [
    'Fix the off-by-one error in the paginator',
    'Why does the router prefer the longest route?',
    'Where are sessions renewed when the token expires',
    'Ok, but the parser still drops the last line when the file has no line break at its end; please fix that',
    '# Crash on empty input\n\nCalling parse with an empty string throws.\n\n```\nTypeError: x is undefined\n```',
    'Traceback (most recent call last):\n  File "/app/a.py", line 3, in run\n    go()\nValueError: the window of the cache is negative',
    'ルーターは最長のルートを選ぶはずですが、そうなっていません',
    'Prüfe, warum die Sitzung nach zehn Minuten endet',
  ])
    it(JSON.stringify(prompt.slice(0, 60)), () => assert.equal(taskIn(prompt), prompt));
});

describe('a prompt is no task', () => {
  for (const prompt of [
    '',
    '   \n ',
    'yes',
    'continue',
    'Yes, please go on with that.',
    'Looks good, commit it and push',
    'ja, mach weiter',
    'run the tests',
    '/review the last change with care please',
    '!git status and then some more words',
    '<task-notification>\nthe background task finished with three files changed\n</task-notification>',
    '2026-11-02 10:00:01 INFO server started on port 8080\n2026-11-02 10:00:02 WARN the cache is cold and slow',
    '    at Router.match (src/router.ts:13:4)\n    at main (src/main.ts:3:1)',
    '```ts\nexport function add(a: number, b: number) { return a + b; }\n```',
    '```ts\nan open fence with many words in it that nobody closed',
    '12345 67890 11111 22222 33333',
    '👍 👍 👍 👍 👍',
  ])
    it(JSON.stringify(prompt.slice(0, 60)), () => assert.equal(taskIn(prompt), undefined));

  it('a very long prompt is searched by its beginning', () => {
    const long = `Fix the parser. ${'word '.repeat(100_000)}`;
    assert.equal(taskIn(long), long.slice(0, 20_000));
  });
});
