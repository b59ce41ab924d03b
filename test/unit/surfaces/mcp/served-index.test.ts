import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { ChangedFileError } from '../../../../src/index/format/record-file';
import { ServedIndex } from '../../../../src/surfaces/mcp/served-index';
import { makeWorkspace, type TestWorkspace } from '../../search/search-workspace';

describe('The index of an MCP server', function () {
  this.timeout(60_000);
  let workspace: TestWorkspace;
  beforeEach(async () => {
    workspace = await makeWorkspace();
  });
  afterEach(() => workspace.dispose());

  it('may change while the server prepares for requests', async () => {
    const log = new EventEmitter<{ message: [string] }>();
    const options = { root: workspace.root, include: [], exclude: [], refreshSeconds: undefined };
    const served = new ServedIndex(options, (message) => log.emit('message', message));
    try {
      const opened = served.now;
      assert.ok(opened);
      Object.defineProperty(opened.view, 'graph', {
        get() {
          throw new ChangedFileError('index.cgx');
        },
      });
      // Mocha fails the test if nobody handles the error.
      const told = once(log, 'message');
      served.begin();
      assert.match(`${await told}`, /has changed while it was read/);
    } finally {
      await served.close();
    }
  });
});
