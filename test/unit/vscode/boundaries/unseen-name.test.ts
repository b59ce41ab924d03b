/** A label says what the lines beside it do not say. */
import assert from 'node:assert/strict';
import { unseenName } from '../../../../src/vscode/boundaries/unseen-name';

describe('what a label says about a name', () => {
  const method = { names: ['parse'], more: 0, kind: 'method' } as const;

  it('is nothing beside the line that has it', () => {
    assert.equal(unseenName(method, '  def parse(self):'), undefined);
    assert.equal(unseenName({ names: [], more: 0, kind: 'statements' }, 'x = 1'), undefined);
    assert.equal(unseenName({ names: ['Getting started'], more: 0, kind: 'section' }, '## Getting started'), undefined);
    assert.equal(unseenName({ names: ['operator+'], more: 0, kind: 'method' }, 'V operator+(V);'), undefined);
  });

  it('is kind and name beside other lines, also those with a longer word', () => {
    assert.deepEqual(unseenName(method, '  /** Reads a number. */'), { ...method, isRest: false });
    assert.deepEqual(unseenName(method, 'def parse_all(self):'), { ...method, isRest: false });
    assert.deepEqual(unseenName(method, 'def größeparse(self):'), { ...method, isRest: false });
  });

  it('is the rest beside the first of several', () => {
    assert.deepEqual(unseenName({ names: ['TAX', 'Item'], more: 0 }, 'TAX = 19'), {
      names: ['Item'],
      more: 0,
      isRest: true,
    });
    assert.deepEqual(unseenName({ names: ['a', 'b'], more: 2, kind: 'function' }, 'def a(): b()'), {
      names: [],
      more: 2,
      isRest: true,
    });
  });

  it('is the part beside the beginning of what does not fit, and name and part later', () => {
    const first = { names: ['walk'], more: 0, kind: 'function', part: { number: 1, of: 3 } } as const;
    assert.deepEqual(unseenName(first, 'func walk() {'), { names: [], more: 0, isRest: true, part: first.part });
    const second = { ...first, part: { number: 2, of: 3 } };
    assert.deepEqual(unseenName(second, '  if (next) {'), { ...second, isRest: false });
  });
});
