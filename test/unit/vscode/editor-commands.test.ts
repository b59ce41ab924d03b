/** The palette shows a command only where it can do something. */
import assert from 'node:assert/strict';
import { editorCommands } from '../../../src/vscode/editor-commands';

/** Commands that are useful without a folder, an editor and an index. */
const alwaysUseful = ['focusSearch', 'showActions', 'testEmbedding'];

describe('the commands of the palette', () => {
  it('say when they are shown, except those that are always useful', () => {
    const without = Object.keys(editorCommands).filter((id) => editorCommands[id]?.palette === undefined);
    assert.deepEqual(without.sort(), alwaysUseful);
  });

  it('ask for an editor, a folder, an index or what they act on', () => {
    const known = /^(editorIsOpen|editorLangId|workspaceFolderCount|codegrain\.\w+|config\.codegrain\.[\w.]+)\b/;
    for (const [id, { palette }] of Object.entries(editorCommands))
      for (const condition of typeof palette === 'string' ? palette.split(/ && | \|\| /) : [])
        assert.match(condition.replace(/^[!(]+/, ''), known, id);
  });
});
