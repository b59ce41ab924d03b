/** Example questions about the code of an index. */
import assert from 'node:assert/strict';
import { makeWorkspace } from '../search-workspace';

describe('the example questions of a workspace', function () {
  this.timeout(60_000);

  it('come from its own code, also from files that were added after the index was opened', async () => {
    const workspace = await makeWorkspace({ 'notes.md': '# Notes\n\nNothing to ask about.\n' });
    try {
      const index = await workspace.searcher();
      assert.deepEqual(await index.examples(), []);
      workspace.write(
        'tests/test_check.py',
        'def check(plates):\n    """Checks the plates of a table."""\n    return plates\n',
      );
      await workspace.refresh();
      assert.deepEqual(await index.examples(), []);
      workspace.write(
        'src/count.py',
        'def count(plates):\n    """Counts the plates of a table."""\n    return len(plates)\n',
      );
      await workspace.refresh();
      assert.deepEqual(await index.examples(), ['Where does the code count the plates of a table?']);
    } finally {
      workspace.dispose();
    }
  });
});
