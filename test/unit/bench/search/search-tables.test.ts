import assert from 'node:assert/strict';
import type { Answered, Answers } from '../../../../bench/search/ask-questions';
import type { Quality } from '../../../../bench/search/quality';
import type { SetName } from '../../../../bench/search/question-sets';
import { goalsOf, goalTable, setTable, worstFirst } from '../../../../bench/search/search-tables';
import { keywordMode, product, semanticMode, type Variant } from '../../../../bench/search/variants';

function answered(set: SetName, quality: Quality): Answered {
  const snapshot = { repository: 'owner/name', commit: 'c0ffee', root: '' };
  return {
    asked: { set, id: '1', snapshot, text: '', language: '', category: '', targets: [] },
    quality,
    confidence: 'none',
  };
}

/** By mode: nDCG@10 of the file questions, MRR of the questions with lines. */
function answersOf(scores: readonly (readonly [Variant, number, number])[]): Answers {
  return new Map(
    scores.map(([variant, files, lines]) => [
      variant,
      [
        answered('files', { 'nDCG@10': files, 'no hit': 0 }),
        answered('lines', { MRR: lines, 'Hit@5': lines, 'Hit@10': lines, 'no hit': 1 }),
      ],
    ]),
  );
}

describe('the report about search', () => {
  const answers = answersOf([
    [product, 0.9, 0.5],
    [keywordMode, 0.8, 0.6],
    [semanticMode, 0.7, 0.4],
  ]);

  it('names the set first that is farthest from its goals, and only sets with questions', () => {
    assert.deepEqual(worstFirst(answers), ['lines', 'files']);
  });

  it('says which goals are reached, also that hybrid search is not worse than its best part', () => {
    const table = goalTable([...goalsOf('files', answers), ...goalsOf('lines', answers)]);
    assert.match(table, /\| file questions \| nDCG@10 \| \.900 \| ≥ \.885 \| yes \|/);
    assert.match(table, /\| questions with lines \| MRR \| \.500 \| ≥ \.780 \| \*\*no\*\* \|/);
    assert.match(table, /\| file questions \| hybrid against its best part \| \+\.100 \| ≥ −\.005 \| yes \|/);
    assert.match(
      table,
      /\| questions with lines \| hybrid against its best part \| −\.100 \| ≥ −\.005 \| \*\*no\*\* \|/,
    );
    assert.match(table, /\| questions with lines \| questions without any hit \| 1 \| ≤ 0 \| \*\*no\*\* \|/);
  });

  it('has no goal for which no question counts', () => {
    assert.ok(goalsOf('files', answers).every(({ measure }) => !measure.includes('TypeScript')));
    assert.deepEqual(goalsOf('issues', answers), []);
  });

  it('has a row for each system that was asked', () => {
    const table = setTable('lines', [product, keywordMode, semanticMode], answers).split('\n');
    assert.equal(table.length, 5);
    assert.equal(table[2], '| Codegrain | .500 | .500 | .500 | 1 | −.100 |');
  });
});
