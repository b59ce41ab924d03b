/** Is the last word of a question complete? */
import assert from 'node:assert/strict';
import { endsInOpenWord } from '../../../../src/search/hits/line-terms';

const hits = [{ text: 'def collect_tests(session):\n    return session.perform_collect()' }, { text: 'x = 1' }];
const isOpen = (query: string): boolean => endsInOpenWord(query, hits);

describe('the last word of a question', () => {
  it('is open while no hit has it', () => {
    assert.deepEqual(
      ['how are test', 'how are tests coll', 'how are tests collec', 'how are tests collect'].map(isOpen),
      [false, true, true, false],
    );
  });

  it('is complete in another form, in another case, and as a name', () => {
    assert.deepEqual(['collecting', 'Collect', 'collect_tests', 'collectTests'].map(isOpen), [
      false,
      false,
      false,
      false,
    ]);
    assert.equal(isOpen('collect_fi'), true);
  });

  it('is complete after a space or a bracket', () => {
    assert.deepEqual(['how are tests coll ', 'coll(', ''].map(isOpen), [false, false, false]);
  });

  it('is open if it has one or two letters, but not in a script without spaces', () => {
    assert.equal(isOpen('a x'), true);
    assert.equal(isOpen('設定'), false);
  });
});
