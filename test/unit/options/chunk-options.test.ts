/** The same choices give the same options on every surface, and so the same chunks and the same index. */
import assert from 'node:assert/strict';
import { chunkOptions, completeChunkOptions, defaultChunkOptions } from '../../../src/options/chunk-options';
import { inUnit, isAllowedNumber, ruleOf } from '../../../src/options/option';
import { unusedOptions } from '../../../src/options/unused-options';

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

describe('options that do nothing beside the others', () => {
  it('give the same options, and so the same index, as if they were left out', () => {
    const none = completeChunkOptions({});
    assert.deepEqual(completeChunkOptions({ threshold: 0.5, minSentences: 2, maxSentences: 3 }), none);
    const fixed20 = completeChunkOptions({ textStrategy: ['fixed'], overlap: 0.2, overlapTokens: 20 });
    assert.deepEqual(fixed20, completeChunkOptions({ textStrategy: ['fixed'] }));
    const tokens = completeChunkOptions({ overlap: 0.2, overlapTokens: 20 });
    assert.deepEqual(tokens, completeChunkOptions({ overlapTokens: 20 }));
    const semantic = completeChunkOptions({ textStrategy: ['semantic'], threshold: 0.5 });
    assert.equal(semantic.threshold, 0.5);
    const fixed = completeChunkOptions({ strategy: ['fixed'], textStrategy: ['semantic'], threshold: 0.5 });
    assert.equal(fixed.threshold, 0.75);
    assert.equal(completeChunkOptions({ context: 'none', contextShare: 0.5 }).contextShare, 0.25);
    assert.equal(completeChunkOptions({ contextShare: 0.5 }).contextShare, 0.5);
  });

  it('are found', () => {
    const names = (chosen: Parameters<typeof unusedOptions>[0]) =>
      unusedOptions(chosen).map(({ option, because }) => `${option} ${because}`);
    assert.deepEqual(names({}), []);
    assert.deepEqual(names({ threshold: 0.75, maxSentences: 50 }), []);
    assert.deepEqual(names({ threshold: 0.5, maxSentences: 2, textStrategy: ['semantic'] }), []);
    assert.deepEqual(names({ threshold: 0.5, maxSentences: 2 }), ['threshold no-semantic', 'maxSentences no-semantic']);
    assert.deepEqual(names({ strategy: ['fixed'], textStrategy: ['semantic'], minSentences: 2 }), [
      'textStrategy strategy-wins',
      'minSentences no-semantic',
    ]);
    assert.deepEqual(names({ contextShare: 0.5, context: 'all' }), []);
    assert.deepEqual(names({ contextShare: 0.5, context: 'none' }), ['contextShare no-context']);
    assert.deepEqual(names({ overlap: 0.3 }), []);
    assert.deepEqual(names({ overlap: 0.3, overlapTokens: 20 }), ['overlap overlap-tokens-win']);
    assert.deepEqual(names({ overlapTokens: 20, textStrategy: ['semantic'] }), ['overlapTokens no-overlap']);
    assert.deepEqual(names({ overlap: 0.3, strategy: ['fixed'] }), ['overlap no-overlap']);
    assert.deepEqual(names({ overlap: 0.3, textStrategy: ['semantic', 'sliding-window'] }), []);
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
