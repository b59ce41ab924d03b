/** What is in the context after so many tokens, and what a task makes of it. */
import assert from 'node:assert/strict';
import type { MeasuredTask } from '../../../../src/wings/proof/measured-task';
import { readAnswers, scoreReading, shareWithin, type ToolAnswer } from '../../../../src/wings/proof/reading';

/** A token for each word. */
const count = (text: string): number => text.split(/\s+/).filter(Boolean).length;
const line = (number: number) => ({ text: 'five words in this line', path: 'a.ts', line: number });
const answer = (call: string, ...numbers: number[]): ToolAnswer => ({ call, lines: numbers.map(line) });
const task = (...places: MeasuredTask['places']): MeasuredTask => ({ id: 't', text: '', places });

describe('a reading', () => {
  it('knows after how many tokens and calls each line is in the context', () => {
    const { seen, tokens, calls } = readAnswers([answer('read a', 1, 2), answer('read b', 7)], 100, count);
    assert.deepEqual(
      seen.map(({ line: number, tokens: at, calls: call }) => [number, at, call]),
      [
        [1, 7, 1],
        [2, 12, 1],
        [7, 19, 2],
      ],
    );
    assert.deepEqual([tokens, calls], [19, 2]);
  });

  it('ends at the limit, in the middle of an answer, and asks for no more', () => {
    const asked: string[] = [];
    const answers = function* (): Generator<ToolAnswer> {
      for (const call of ['one', 'two', 'three']) {
        asked.push(call);
        yield answer(call, 1, 2, 3);
      }
    };
    const { seen, tokens } = readAnswers(answers(), 14, count);
    assert.deepEqual([seen.length, tokens, asked], [2, 14, ['one']]);
  });

  it('counts a line once, when it was first seen', () => {
    const { seen } = readAnswers([answer('a', 1), answer('b', 1)], 100, count);
    assert.equal(seen.length, 1);
  });

  it('of nothing found nothing', () => {
    const score = scoreReading(task({ path: 'a.ts', lines: [[1, 1]], name: '' }), readAnswers([], 100, count));
    assert.deepEqual(score, { firstLine: undefined, firstPlace: undefined, allPlaces: undefined, calls: 0 });
  });
});

describe('what a reading found of a task', () => {
  const reading = readAnswers([answer('read', 1, 2, 3), answer('read', 10)], 1000, count);
  const places = [
    { path: 'a.ts', lines: [[2, 3]] as const, name: 'f' },
    { path: 'a.ts', lines: [[10, 11]] as const, name: 'g' },
    { path: 'b.ts', lines: [[1, 1]] as const, name: '' },
  ];

  it('is the share of the changed lines and places within a budget', () => {
    const found = (budget: number) => shareWithin(task(...places.slice(0, 2)), reading, budget);
    assert.deepEqual(found(10), { lines: 0, places: 0 });
    assert.deepEqual(found(11), { lines: 0.25, places: 0.5 });
    assert.deepEqual(found(1000), { lines: 0.75, places: 1 });
  });

  it('is when the first and when all places are in the context', () => {
    const { firstLine, firstPlace, allPlaces, calls } = scoreReading(task(...places.slice(0, 2)), reading);
    assert.deepEqual([firstLine, firstPlace, allPlaces, calls], [11, 11, 22, 2]);
    assert.equal(scoreReading(task(...places), reading).allPlaces, undefined);
  });

  it('is any line of a file if only the file is known', () => {
    const known = task({ path: 'a.ts', lines: [], name: '' });
    assert.equal(scoreReading(known, reading).firstPlace, 6);
    assert.deepEqual([shareWithin(known, reading, 6).places, shareWithin(known, reading, 6).lines], [1, Number.NaN]);
  });
});
