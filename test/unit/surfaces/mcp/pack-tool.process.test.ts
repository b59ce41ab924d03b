/** What a model gets from the MCP server: text alone, and the code for a task in one call. */
import assert from 'node:assert/strict';
import { tokenCounter } from '../../../../src/tokens/token-counter';
import { files, makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { connect, type TestClient } from './mcp-client';

describe('an answer for a model', function () {
  this.timeout(120_000);
  let workspace: TestWorkspace;
  let server: TestClient;
  before(async () => {
    workspace = await makeWorkspace(files);
    server = await connect(workspace.root);
  });
  after(async () => {
    await server.close();
    workspace.dispose();
  });

  it('is text alone, since many clients give their model the data instead of the text', async () => {
    const { tools } = await server.client.listTools();
    assert.deepEqual(
      tools.filter(({ outputSchema }) => outputSchema).map(({ name }) => name),
      [],
    );
    for (const [name, input] of [
      ['pack', { query: 'how is a route matched' }],
      ['search_code', { query: 'how is a route matched' }],
      ['find_similar', { file: 'src/time/duration.ts', line: 2 }],
      ['trace_uses', { name: 'Router' }],
      ['get_chunk', { path: 'src/router.ts', line: 13 }],
      ['outline_file', { path: 'src/router.ts' }],
      ['index_status', {}],
    ] as const) {
      const { text, isError, structured } = await server.call(name, input);
      assert.ok(!isError && text !== '', `${name}: ${text}`);
      assert.deepEqual(structured, {}, name);
      assert.doesNotMatch(text, /\bid [0-9a-f]{16}\b/, name);
    }
  });

  it('costs few tokens in every conversation: tools and instructions together less than 1,700', async () => {
    const { tools } = await server.client.listTools();
    const counter = tokenCounter('o200k_base');
    const defined = tools.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    const tokens = counter.count(JSON.stringify(defined)) + counter.count(server.client.getInstructions() ?? '');
    assert.ok(tokens < 1700, `${tokens}`);
  });

  it('packs the code for a task within its budget', async () => {
    const counter = tokenCounter('o200k_base');
    for (const max_tokens of [100, 300, 2000]) {
      const { text, isError } = await server.call('pack', { query: 'how is the longest route matched', max_tokens });
      assert.ok(!isError && counter.count(text) <= max_tokens, text);
      assert.match(text, /src\/router\.ts/);
    }
  });

  it('takes the same filters for pack as for search_code', async () => {
    const { tools } = await server.client.listTools();
    const inputs = (tool: string): string[] =>
      Object.keys(tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {});
    const ownOfSearch = ['limit', 'mode', 'spans'];
    assert.deepEqual(
      inputs('pack').sort(),
      inputs('search_code')
        .filter((name) => !ownOfSearch.includes(name))
        .sort(),
    );
    const query = 'how is the longest route matched';
    const { text } = await server.call('pack', { query, language: 'markdown,python' });
    assert.match(text, /docs\/routing\.md/);
    assert.doesNotMatch(text, /router\.ts/);
    const plain = await server.call('pack', { query: `path:docs ${query}`, plain: true });
    assert.match(plain.text, /router\.ts/);
  });

  it('says what to do if the task is empty', async () => {
    const { isError, text } = await server.call('pack', { query: ' ' });
    assert.ok(isError);
    assert.match(text, /give the task as text/);
  });
});
