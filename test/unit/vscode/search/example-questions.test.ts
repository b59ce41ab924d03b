import assert from 'node:assert/strict';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import type { IndexState } from '../../../../src/vscode/indexing/index-summary';
import { ExampleQuestions } from '../../../../src/vscode/search/repeated-search';

describe('the example questions of the search view', () => {
  const folder = (is: FolderStatus['is'], chunks: number): IndexState => ({
    consent: 'given',
    isPaused: false,
    folders: [
      { root: '/a', is, isStale: false, isReader: false, files: 1, languages: [], chunks, bytes: 1, memory: 1 },
    ],
  });

  it('are chosen as soon as there are some, and once more when the index is complete', async () => {
    const answers = [[], ['first?'], ['last?'], ['never asked?']];
    const index = { state: folder('indexing', 0), examples: async () => answers.shift() ?? [] };
    const shown: (readonly string[])[] = [];
    const examples = new ExampleQuestions(index, (questions) => shown.push(questions), assert.fail);
    await examples.offer();
    assert.equal(answers.length, 4);
    index.state = folder('indexing', 10);
    for (let change = 0; change < 5; change++) await examples.refresh();
    assert.deepEqual(shown.at(-1), ['first?']);
    assert.equal(answers.length, 2);
    index.state = folder('ready', 20);
    for (let change = 0; change < 5; change++) await examples.refresh();
    assert.deepEqual(shown.at(-1), ['last?']);
    assert.equal(answers.length, 1);
  });
});
