/** The same choices give the same options on every surface, and so the same chunks and the same index. */
import assert from 'node:assert/strict';
import { chunkOptions, completeChunkOptions, defaultChunkOptions } from '../../../src/options/chunk-options';
import { inUnit, isAllowedNumber, ruleOf } from '../../../src/options/option';

describe('the options of a chunker', () => {
  it('are the defaults where nothing was chosen', () => {
    assert.deepEqual(completeChunkOptions({}), defaultChunkOptions);
  });

  it('give a parent room for three chunks, unless its size was chosen', () => {
    assert.equal(completeChunkOptions({ maxTokens: 600 }).parentTokens, 1800);
    assert.equal(completeChunkOptions({ maxTokens: 100 }).parentTokens, 1200);
    assert.equal(completeChunkOptions({ maxTokens: 600, parentTokens: 1200 }).parentTokens, 1200);
  });

  it('are the same with the strategy that prose has anyway as with none', () => {
    assert.deepEqual(completeChunkOptions({ textStrategy: ['boundary'] }), completeChunkOptions({}));
    assert.deepEqual(completeChunkOptions({ textStrategy: ['semantic'] }).textStrategy, ['semantic']);
  });
});

describe('a number of an option', () => {
  it('is checked in the unit it is written in', () => {
    const { overlap, maxTokens } = chunkOptions;
    assert.equal(inUnit(overlap.default, 0.01), 15);
    assert.ok(isAllowedNumber(overlap, 50, 0.01));
    assert.ok(!isAllowedNumber(overlap, 51, 0.01));
    assert.ok(!isAllowedNumber(maxTokens, 20.5));
    assert.equal(ruleOf(overlap, 0.01), 'a number from 0 to 50');
    assert.equal(ruleOf(maxTokens), 'a whole number from 16 to 100000');
  });
});
