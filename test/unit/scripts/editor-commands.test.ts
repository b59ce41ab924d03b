/** The palette shows a command only where it can do something. */
import assert from 'node:assert/strict';
import { paletteCommands } from '../../../scripts/generate/editor-commands';

/** Commands that are useful without a folder, an editor and an index. */
const alwaysUseful = ['showActions'];

const commands = Object.values(paletteCommands).flatMap((group) => Object.entries(group));

describe('the commands of the palette', () => {
  it('say when they are shown, except those that are always useful', () => {
    const without = commands.flatMap(([id, { when }]) => (when === undefined ? [id] : []));
    assert.deepEqual(without.sort(), alwaysUseful);
  });

  it('ask for an editor, a folder, an index or what they act on, or are in the menus of their view alone', () => {
    const known = /^(false$|editorIsOpen|editorLangId|workspaceFolderCount|codegrain\.\w+|config\.codegrain\.[\w.]+)\b/;
    for (const [id, { when }] of commands)
      for (const condition of when?.split(/ && | \|\| /) ?? [])
        assert.match(condition.replace(/^[!(]+/, ''), known, id);
  });
});
