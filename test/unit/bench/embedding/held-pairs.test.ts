import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { poolsOf, rankOf, readHeldPairs, withoutName } from '../../../../bench/embedding/held-pairs';
import { heldByVectors, heldByWords, mrr } from '../../../../bench/embedding/held-scores';
import { FakeEmbedder } from './fake-embedder';

describe('held-out pairs', () => {
  it('are put into full pools of 1,000, in the same order every time', () => {
    const numbers = Array.from({ length: 2500 }, (_, i) => i);
    const pools = poolsOf(numbers);
    assert.deepEqual(
      pools.map((pool) => pool.length),
      [1000, 1000],
    );
    assert.equal(new Set(pools.flat()).size, 2000);
    assert.deepEqual(poolsOf(numbers), pools);
    assert.notDeepEqual(pools[0], numbers.slice(0, 1000));
  });

  it('make one smaller pool if there are fewer, and no pool if there are none', () => {
    assert.equal(poolsOf([1, 2, 3])[0]?.length, 3);
    assert.deepEqual(poolsOf([]), []);
  });

  it('lose their name wherever it is a whole word in the code', () => {
    const code = 'function parseHeader(line) { return parseHeaderOf(this.parseHeader(line)); }';
    assert.equal(withoutName({ code, name: 'parseHeader' }), 'function (line) { return parseHeaderOf(this.(line)); }');
    assert.equal(withoutName({ code, name: '' }), code);
  });

  it('keep every word except the name', () => {
    const word = fc.constantFrom('read', 'write', 'file', 'readFile', 'read_file', 'all');
    fc.assert(
      fc.property(word, fc.array(word), (name, words) => {
        const left = withoutName({ code: words.join(' + '), name });
        assert.deepEqual(
          left.match(/\w+/g) ?? [],
          words.filter((other) => other !== name),
        );
      }),
    );
  });

  it('share the mean of their ranks if their scores are equal', () => {
    assert.equal(rankOf([3, 1, 2], 0), 1);
    assert.equal(rankOf([3, 1, 2], 1), 3);
    assert.equal(rankOf([0, 0, 0], 2), 2);
  });

  it('are found by their words, and less well without the name', async () => {
    const pairs = ['load settings', 'draw circle', 'send mail', 'sort names'].map((query) => {
      const name = query.replace(/ (\w)/, (_, letter: string) => letter.toUpperCase());
      return { query, code: `function ${name}(input) { return input; }`, name, language: 'javascript' };
    });
    for (const scores of [await heldByVectors(new FakeEmbedder(), [pairs]), await heldByWords([pairs])]) {
      assert.equal(mrr(scores.visible), 1);
      assert.equal(mrr(scores.removed), 1 / 2.5);
      assert.ok(scores.visible.every(({ language }) => language === 'javascript'));
    }
  });

  describe('in a file', () => {
    let folder = '';
    beforeEach(() => {
      folder = mkdtempSync(join(tmpdir(), 'codegrain-held-'));
    });
    afterEach(() => rmSync(folder, { recursive: true }));

    it('are one JSON object per line; the error names an invalid line', () => {
      const file = join(folder, 'held.jsonl');
      writeFileSync(file, '{"query":"q","code":"c","name":"n","language":"go","path":"a.go"}\n\n');
      assert.deepEqual(readHeldPairs(file), [{ query: 'q', code: 'c', name: 'n', language: 'go' }]);
      writeFileSync(file, '{"query":"q","code":"c"}\n{"query":"q"}\n');
      assert.throws(() => readHeldPairs(file), /line 2: a pair needs a query and a code/);
    });
  });
});
