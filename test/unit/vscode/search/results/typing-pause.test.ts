/** When results are drawn while a question is typed. */
import assert from 'node:assert/strict';
import { TypingPause } from '../../../../../src/vscode/search/typing-pause';

describe('while a question is typed', () => {
  let drawn: string[];
  let pause: TypingPause<string>;
  beforeEach(() => {
    drawn = [];
    pause = new TypingPause((results) => drawn.push(results));
  });
  afterEach(() => pause.drop());

  it('results of a complete word are drawn at once, those of an incomplete word are not', () => {
    assert.equal(pause.typed('tes', 'test'), true);
    pause.offer('test', false);
    assert.deepEqual(drawn, ['test']);
    pause.typed('test c', 'test co');
    pause.offer('test co', true);
    assert.deepEqual(drawn, ['test']);
  });

  it('what is held back is drawn when the word is complete, and never after the next letter', () => {
    pause.typed('c', 'co');
    pause.offer('co', true);
    pause.release();
    assert.deepEqual(drawn, ['co']);
    pause.typed('co', 'col');
    pause.offer('col', true);
    pause.typed('col', 'coll');
    pause.release();
    assert.deepEqual(drawn, ['co']);
  });

  it('pasted text and a space end a word', () => {
    assert.equal(pause.typed('', 'how are tests coll'), false);
    pause.offer('pasted', true);
    assert.equal(pause.typed('coll', 'coll '), false);
    pause.offer('space', true);
    assert.deepEqual(drawn, ['pasted', 'space']);
  });

  it('the results of an incomplete word are drawn when the user stops typing', async () => {
    const stopped = new Promise<string>((resolve) => {
      pause = new TypingPause<string>(resolve);
    });
    pause.typed('c', 'co');
    pause.offer('co', true);
    assert.equal(await stopped, 'co');
  });
});
