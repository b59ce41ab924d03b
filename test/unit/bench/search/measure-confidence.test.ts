import assert from 'node:assert/strict';
import { balancedAccuracy, type ConfidenceRow, setRows, sumOf } from '../../../../bench/search/measure-confidence';

const rows: ConfidenceRow[] = [
  { title: 'questions with lines', own: { strong: 6, weak: 2, none: 2 }, other: { strong: 1, weak: 3, none: 6 } },
  { title: 'random letters', other: { strong: 10, weak: 0, none: 0 } },
];

describe('balanced accuracy of confidence', () => {
  it('is the mean of answers taken for answers and of others that are not', () => {
    assert.ok(Math.abs(balancedAccuracy(rows, ['strong', 'weak']) - (0.8 + 0.6) / 2) < 1e-12);
    assert.ok(Math.abs(balancedAccuracy(rows, ['strong']) - (0.6 + 0.9) / 2) < 1e-12);
  });

  it('is a half if every answer is equally sure', () => {
    const told = { strong: 5, weak: 0, none: 0 };
    assert.equal(balancedAccuracy([{ title: '', own: told, other: told }], ['strong', 'weak']), 0.5);
  });

  it('does not count texts that no repository can answer', () => {
    assert.deepEqual(setRows(rows, ['lines', 'files']), rows.slice(0, 1));
    assert.deepEqual(sumOf(rows.map(({ other }) => other)), { strong: 11, weak: 3, none: 6 });
  });
});
