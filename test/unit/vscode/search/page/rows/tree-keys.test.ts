import assert from 'node:assert/strict';
import { type TreeKey, treeKey } from '../../../../../../src/vscode/search/page/rows/tree-keys';

const none = { code: '', ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };
const onHit = { isRow: true, isHit: true, hasPicks: false, hasSelectedText: false };

describe('the meaning of a key in the results tree', () => {
  const cases: readonly (readonly [
    what: string,
    key: Partial<typeof none> & { readonly key: string },
    at: Partial<typeof onHit>,
    expected: TreeKey | undefined,
  ])[] = [
    ['Enter opens a hit', { key: 'Enter' }, {}, { is: 'open', how: 'open' }],
    ['Ctrl+Enter opens it to the side', { key: 'Enter', ctrlKey: true }, {}, { is: 'open', how: 'side' }],
    ['Enter folds a file', { key: 'Enter' }, { isHit: false }, { is: 'toggle' }],
    ['a button of a row gets its own Enter', { key: 'Enter' }, { isRow: false }, undefined],
    ['Space selects a row', { key: ' ' }, {}, { is: 'pick' }],
    ['Ctrl+C copies a hit', { key: 'c', ctrlKey: true }, {}, { is: 'copy' }],
    ['it does with Caps Lock, too', { key: 'C', metaKey: true }, {}, { is: 'copy' }],
    ['Ctrl+C copies the selected rows', { key: 'c', ctrlKey: true }, { hasPicks: true }, { is: 'copy-picked' }],
    ['Ctrl+C leaves selected text to VS Code', { key: 'c', ctrlKey: true }, { hasSelectedText: true }, undefined],
    ['Ctrl+C means nothing on a file', { key: 'c', ctrlKey: true }, { isHit: false }, undefined],
    ['Ctrl+A selects all', { key: 'a', ctrlKey: true }, {}, { is: 'pick-all' }],
    ['Delete leaves out the file', { key: 'Delete' }, {}, { is: 'exclude', isFolder: false }],
    ['Shift+Delete its folder', { key: 'Delete', shiftKey: true }, {}, { is: 'exclude', isFolder: true }],
    ['⌘Backspace, too', { key: 'Backspace', metaKey: true }, {}, { is: 'exclude', isFolder: false }],
    ['Escape drops the selection', { key: 'Escape' }, { hasPicks: true }, { is: 'clear-picks' }],
    ['Escape then goes back to the box', { key: 'Escape' }, {}, { is: 'leave' }],
    ['Shift+Down selects more', { key: 'ArrowDown', shiftKey: true }, {}, { is: 'extend', key: 'ArrowDown' }],
    ['Shift+Left means nothing', { key: 'ArrowLeft', shiftKey: true }, {}, undefined],
    ['Alt+Down goes to a line of the snippet', { key: 'ArrowDown', altKey: true }, {}, { is: 'snippet', step: 1 }],
    ['Alt+Down means nothing on a file', { key: 'ArrowDown', altKey: true }, { isHit: false }, undefined],
    ['Shift+Alt+C copies the path', { key: 'Ç', code: 'KeyC', altKey: true, shiftKey: true }, {}, { is: 'copy-path' }],
    ['a letter goes to the query box', { key: 'x' }, {}, { is: 'type' }],
    ['so does Backspace', { key: 'Backspace' }, {}, { is: 'type' }],
    ['other shortcuts are those of VS Code', { key: 'p', ctrlKey: true }, {}, undefined],
    ['arrows move', { key: 'ArrowDown' }, {}, { is: 'move', key: 'ArrowDown' }],
  ];
  for (const [what, key, at, expected] of cases)
    it(what, () => assert.deepEqual(treeKey({ ...none, ...key }, { ...onHit, ...at }), expected));
});
