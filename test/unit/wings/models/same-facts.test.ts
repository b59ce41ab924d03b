/**
 * Which sentences are one fact: counted on pairs that were written for this, in `test/fixtures/memory-pairs`. Those of `held-out` were
 * written before the rules and were only measured with.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { factForm } from '../../../../src/wings/models/fact-form';
import { groupSimilar } from '../../../../src/wings/models/similar-records';

interface Pair {
  readonly is: 'same' | 'contradictory' | 'different';
  readonly a: string;
  readonly b: string;
}

function pairs(file: 'pairs' | 'held-out', kind: Pair['is']): readonly Pair[] {
  const lines = readFileSync(`test/fixtures/memory-pairs/${file}.jsonl`, 'utf8').trim().split('\n');
  return lines.map((line): Pair => JSON.parse(line)).filter(({ is }) => is === kind);
}

const areMerged = async ({ a, b }: Pair): Promise<boolean> => {
  const texts = [a, b].map((text) => ({ text, group: '', values: '' }));
  return (await groupSimilar(texts, 0.5)).joined[1] === 0;
};

async function share(all: readonly Pair[]): Promise<number> {
  let merged = 0;
  for (const pair of all) if (await areMerged(pair)) merged++;
  return merged / all.length;
}

describe('facts', () => {
  for (const file of ['pairs', 'held-out'] as const) {
    for (const kind of ['contradictory', 'different'] as const) {
      it(`stay apart if they are ${kind} (${file})`, async () => {
        const merged: Pair[] = [];
        for (const pair of pairs(file, kind)) if (await areMerged(pair)) merged.push(pair);
        assert.deepEqual(merged, []);
      });
    }
  }

  it('are one if they are paraphrases: most of them', async () => {
    assert.ok((await share(pairs('pairs', 'same'))) >= 0.8);
    assert.ok((await share(pairs('held-out', 'same'))) >= 0.6);
  });

  it('point at each other if they are about the same and may contradict each other', async () => {
    const all = [...pairs('pairs', 'contradictory'), ...pairs('held-out', 'contradictory')];
    let found = 0;
    for (const { a, b } of all) {
      const texts = [a, b].map((text) => ({ text, group: '', values: '' }));
      found += (await groupSimilar(texts, 0.5)).conflicts.length;
    }
    assert.ok(found >= all.length * 0.95, `${found} of ${all.length}`);
  });

  it('are different if two of their words change places', () => {
    const little =
      /^(?:the|an?|is|are|was|were|their|its|been|to|of|in|on|at|for|by|with|and|not|it|as|be|has|have|does)$/i;
    for (const { a } of pairs('pairs', 'same').slice(0, 40)) {
      const words = a.replace(/\.$/, '').split(' ');
      // Lists of names and adverbs may change places.
      if (/ and |,|ly\b|often|current|always|never/.test(a) || /^(?:Der|Die|Das) /.test(a)) continue;
      words.forEach((one, i) => {
        const other = words[i + 1];
        if (other === undefined || little.test(one) || little.test(other)) return;
        assert.notEqual(
          factForm(
            words
              .with(i, other)
              .with(i + 1, one)
              .join(' '),
          ),
          factForm(a),
          `${one} ${other}: ${a}`,
        );
      });
    }
  });
});
