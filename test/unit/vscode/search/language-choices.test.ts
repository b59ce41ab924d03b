/** The languages in the filter of the search view. */
import assert from 'node:assert/strict';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import { languageChoices } from '../../../../src/vscode/search/language-choices';

const folder = (...languages: string[]): FolderStatus => ({
  root: '/a',
  is: 'ready',
  isStale: false,
  isReader: false,
  files: 1,
  languages,
  chunks: 1,
  bytes: 1,
  memory: 1,
});

describe('the languages in the filter', () => {
  it('are those of all folders, sorted by name', () => {
    const choices = languageChoices({ folders: [folder('python', 'markdown'), folder('cpp', 'python')] });
    assert.deepEqual(
      choices.map(({ value }) => value),
      ['cpp', 'markdown', 'python'],
    );
    assert.equal(choices[0]?.label, 'C++');
  });

  it('are all known languages if nothing is indexed yet', () => {
    const choices = languageChoices({ folders: [folder()] }).map(({ value }) => value);
    assert.ok(choices.includes('python') && choices.includes('markdown') && choices.length > 20);
  });
});
