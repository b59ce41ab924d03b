/** The design of a deduplicator: it groups by type, merges what says the same, and keeps the highest confidence and all sources. */
import assert from 'node:assert/strict';
import { mergeAnswers } from '../../src/wings/models/merge-records';
import type { RunResult } from '../../src/wings/models/run-store';

function answer(chunk: string, records: readonly object[]): RunResult {
  const place = { chunk, path: 'chat.md', kind: 'turn', name: '', startLine: 1, endLine: 2, sequence: 1, total: 1 };
  const cost = { overlap: { before: 0, after: 0 }, tokens: { input: 1, output: 1 }, ms: 1, time: '' };
  return { is: 'answer', key: chunk, ...place, answer: records, ...cost };
}

describe('memories of a conversation', () => {
  const fact = (text: string, confidence = 0.8) => ({ type: 'fact', text, confidence });

  it('are merged if they say the same, with the highest confidence and every source', async () => {
    const { records } = await mergeAnswers([
      answer('first', [fact('Dark mode is preferred by the user.', 0.7)]),
      answer('second', [fact('The user prefers dark mode.', 0.9)]),
      answer('third', [{ type: 'task', text: 'The user prefers dark mode.' }]),
    ]);
    const [merged] = records.filter(({ type }) => type === 'fact');
    assert.equal(records.length, 2);
    assert.equal(merged?.confidence, 0.9);
    assert.deepEqual(
      merged.sources.map(({ chunk, text }) => [chunk, text]),
      [
        ['second', 'The user prefers dark mode.'],
        ['first', 'Dark mode is preferred by the user.'],
      ],
    );
  });

  const opposites = [
    ['The service is deployed to staging.', 'The service is deployed to production.'],
    ['Anna is responsible for billing.', 'Ben is responsible for billing.'],
    ['The setting enables telemetry.', 'The setting disables telemetry.'],
    ['The request was approved.', 'The request was rejected.'],
    ['The cleanup runs before the backup.', 'The cleanup runs after the backup.'],
    ['The release is on Monday.', 'The release is on Tuesday.'],
  ] as const;
  for (const [one, other] of opposites) {
    it(`stay apart and refer to each other: ${one} ${other}`, async () => {
      const { records } = await mergeAnswers([answer('a', [fact(one), fact(other)])]);
      const [first, second] = records;
      assert.deepEqual([first?.text, second?.text], [one, other]);
      assert.deepEqual([first?.conflicts_with, second?.conflicts_with], [[second?.id], [first?.id]]);
    });
  }

  it('stay apart if a value beside the text differs', async () => {
    const due = (day: string) => ({ ...fact('The release has a date.'), day });
    const { records } = await mergeAnswers([answer('a', [due('Monday'), due('Tuesday')])]);
    assert.equal(records.length, 2);
    assert.deepEqual(records[0]?.conflicts_with, [records[1]?.id]);
  });
});
