import assert from 'node:assert/strict';
import type { SetName } from '../../../../bench/search/question-sets';
import { budgets, meanRecall, type TokenRecall } from '../../../../bench/search/token-recall';

function recallOf(set: SetName, recall: number): TokenRecall {
  const snapshot = { repository: 'owner/name', commit: 'c0ffee', root: '' };
  const asked = { set, id: '1', snapshot, text: '', language: '', category: '', targets: [] };
  return { asked, recall: { spans: budgets.map(() => recall), chunks: budgets.map(() => 0) } };
}

describe('what a token budget returns', () => {
  it('is a mean over the questions of a set, without those whose lines are not known', () => {
    const measured = [
      recallOf('issues', 1),
      recallOf('issues', 0.5),
      recallOf('issues', Number.NaN),
      recallOf('files', 0),
    ];
    assert.deepEqual(meanRecall(measured, 'issues', 'spans'), [0.75, 0.75, 0.75, 0.75]);
    assert.deepEqual(meanRecall(measured, 'issues', 'chunks'), [0, 0, 0, 0]);
  });
});
