/** `codegrain mcp --from`: the code of an organisation, alone or together with a folder, by the SDK's own client. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { pushBranch } from '../../../../src/wings/team/push-branch';
import { folderOf, source } from '../../engine/service/running-service';
import { removeTemporaryFolders } from '../../index/file/index-folders';
import { files, makeWorkspace, type TestWorkspace } from '../../search/search-workspace';
import { openTestDatabase, runCli, type TestDatabase } from '../../wings/team/test-database';
import { connect, connectWith, hitsIn, type TestClient } from './mcp-client';

const python = `def parse_duration(text):\n    """Reads a duration and gives its seconds."""\n    hours, minutes = text.split(':')\n    return int(hours) * 3600 + int(minutes) * 60\n\n\ndef format_duration(seconds):\n    """Writes seconds as hours and minutes."""\n    return f'{seconds // 3600}:{seconds % 3600 // 60:02}'\n`;

describe('an MCP server of a database', function () {
  this.timeout(180_000);
  let server: TestDatabase;
  let workspace: TestWorkspace;
  const clients: TestClient[] = [];
  before(async () => {
    server = await openTestDatabase();
    await server.reset();
    workspace = await makeWorkspace();
    const database = await Database.open(readDatabaseAddress(server.url, undefined, {}));
    const embedder = await loadBuiltIn();
    const push = (repository: string, branch: string, folder: string) =>
      pushBranch(folder, database, { repository, branch, embedder, jobs: 1 });
    await push('team/web', 'main', folderOf(files));
    await push('team/web', 'next', folderOf({ 'src/banner.ts': source('banner') }));
    await push('tools', 'main', folderOf({ 'time/duration.py': python }));
    await database.close();
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) await client.close();
  });
  after(async () => {
    await server.reset();
    await server.close();
    workspace.dispose();
    removeTemporaryFolders();
  });

  const serve = async (...args: readonly string[]): Promise<TestClient> => {
    const client = await connect(...args, '--structured');
    clients.push(client);
    return client;
  };
  const ofDatabase = (...args: readonly string[]): Promise<TestClient> => serve('--from', server.url, ...args);

  describe('alone', () => {
    it('says what it serves, and lists the repositories', async () => {
      const client = await ofDatabase();
      assert.match(client.client.getInstructions() ?? '', /repositories in a database.*REPOSITORY@BRANCH:PATH/s);
      const { text, structured } = await client.call('index_status');
      assert.match(text, /^team\/web@main: \d+ chunks, pushed 20\d\d-\d\d-\d\d; also next$/m);
      assert.match(text, /^tools@main: \d+ chunks/m);
      assert.ok(Array.isArray(structured.repositories) && structured.repositories.length === 2);
    });

    it('finds code in all repositories, and in one that is named', async () => {
      const client = await ofDatabase();
      const pathsOf = async (input: Record<string, unknown>): Promise<string[]> =>
        hitsIn(await client.call('search_code', input)).map(({ path }) => path);
      const all = await pathsOf({ query: 'read a duration in seconds' });
      assert.ok(all.includes('tools@main:time/duration.py') && all.includes('team/web@main:src/time/duration.ts'));
      const tools = await pathsOf({ query: 'read a duration in seconds', scope: 'tools' });
      assert.ok(tools.length > 0 && tools.every((path) => path.startsWith('tools@main:')));
      const next = await pathsOf({ query: 'banner', mode: 'keyword', scope: 'web@next' });
      assert.deepEqual([...new Set(next)], ['team/web@next:src/banner.ts']);
      const { isError, text } = await client.call('search_code', { query: 'banner', scope: 'nowhere' });
      assert.ok(isError);
      assert.match(text, /no repository nowhere here; there are team\/web, tools/);
      const workspaceOnly = await client.call('search_code', { query: 'banner', scope: 'workspace' });
      assert.match(workspaceOnly.text, /needs the index of a folder/);
    });

    it('keeps filters and areas', async () => {
      const client = await ofDatabase();
      const found = hitsIn(await client.call('search_code', { query: 'duration', language: 'python' }));
      assert.deepEqual([...new Set(found.map(({ path }) => path))], ['tools@main:time/duration.py']);
      const tests = hitsIn(await client.call('search_code', { query: 'matches the longest route', only: ['tests'] }));
      assert.ok(tests.length > 0 && tests.every(({ path }) => path.includes(':test/')));
      const code = hitsIn(await client.call('search_code', { query: 'matches the longest route', only: ['code'] }));
      assert.ok(code.length > 0 && code.every(({ path }) => /:(?:src|plugins|v1|v2|time)\//.test(path)), code.join());
    });

    it('packs code, reads chunks, outlines files and finds similar code by the paths of its answers', async () => {
      const client = await ofDatabase();
      const pack = await client.call('pack', { query: 'how is a duration read' });
      assert.match(pack.text, /tools@main:time\/duration\.py:1/);
      const path = 'tools@main:time/duration.py';
      const chunk = await client.call('get_chunk', { path, line: 2 });
      assert.match(chunk.text, /tools@main:time\/duration\.py:1[\s\S]*def parse_duration/);
      const short = await client.call('get_chunk', { path: 'web:src/router.ts', line: 8 });
      assert.match(short.text, /team\/web@main:src\/router\.ts/);
      const outline = await client.call('outline_file', { path });
      assert.match(outline.text, /parse_duration[\s\S]*format_duration/);
      const similar = hitsIn(await client.call('find_similar', { file: path, line: 2 }));
      assert.ok(similar.some((hit) => hit.path.startsWith('team/web@main:')));
      for (const [input, words] of [
        [{ path: 'src/router.ts', line: 1 }, /not in the database: a path is REPOSITORY@BRANCH:PATH/],
        [{ path: 'tools@main:gone.py', line: 1 }, /tools@main has no file gone\.py/],
        [{ path, line: 400 }, /no chunk at line 400/],
        [{ id: '0123456789abcdef' }, /needs the index of a folder/],
      ] as const) {
        const { isError, text } = await client.call('get_chunk', input);
        assert.ok(isError);
        assert.match(text, words);
      }
    });

    it('says what needs a folder', async () => {
      const client = await ofDatabase();
      const { isError, text } = await client.call('trace_uses', { name: 'Router' });
      assert.ok(isError);
      assert.match(text, /trace_uses needs the index of a folder/);
    });

    it('serves only the repository and branch that the command line allows', async () => {
      const client = await ofDatabase('--repository', 'tools');
      assert.ok(
        hitsIn(await client.call('search_code', { query: 'duration' })).every(({ path }) =>
          path.startsWith('tools@main:'),
        ),
      );
      assert.match(
        (await client.call('search_code', { query: 'x', scope: 'team/web' })).text,
        /no repository team\/web here/,
      );
      assert.match(
        (await client.call('get_chunk', { path: 'team/web@main:src/router.ts', line: 1 })).text,
        /not in the database/,
      );
      const next = await ofDatabase('--branch', 'next');
      assert.deepEqual(
        [...new Set(hitsIn(await next.call('search_code', { query: 'banner duration' })).map(({ path }) => path))],
        ['team/web@next:src/banner.ts'],
      );
    });

    it('takes the URL from the environment, and says at once what is wrong with it', async () => {
      const client = await connectWith({ CODEGRAIN_DATABASE_URL: server.url }, '--from', '', '--structured');
      clients.push(client);
      assert.ok(hitsIn(await client.call('search_code', { query: 'duration' })).length > 0);
      const failed = async (...args: string[]): Promise<string> => {
        const { status, stderr } = await runCli(['mcp', ...args], { cwd: workspace.root });
        assert.equal(status, 2);
        return stderr;
      };
      assert.match(await failed('--from', 'http://db'), /must look like postgresql:/);
      assert.match(await failed('--from', ''), /CODEGRAIN_DATABASE_URL/);
      assert.match(await failed('--repository', 'it'), /need --from/);
      assert.match(await failed('--from', server.url, '--read-only'), /need a folder/);
    });

    it('that cannot be reached is a problem of the answer, not of the server', async () => {
      const client = await serve('--from', 'postgresql://me@127.0.0.1:1/code');
      const { isError, text } = await client.call('search_code', { query: 'duration' });
      assert.deepEqual([isError, text], [true, 'no server is listening at postgresql://127.0.0.1:1/code']);
      assert.match((await client.call('index_status')).text, /the database did not answer: no server/);
    });
  });

  describe('together with a folder', () => {
    it('joins both, and takes the scope from the tool', async () => {
      const client = await serve(workspace.root, '--from', server.url);
      const pathsOf = async (input: Record<string, unknown>): Promise<string[]> =>
        hitsIn(await client.call('search_code', { query: 'read a duration in seconds', ...input })).map(
          ({ path }) => path,
        );
      const all = await pathsOf({});
      assert.ok(all.includes('src/time/duration.ts') && all.includes('tools@main:time/duration.py'), all.join());
      assert.ok(!all.includes('team/web@main:src/time/duration.ts'), 'the same code in both is one hit');
      assert.ok((await pathsOf({ scope: 'workspace' })).every((path) => !path.includes('@')));
      assert.ok((await pathsOf({ scope: 'tools' })).every((path) => path.startsWith('tools@main:')));
      const pack = await client.call('pack', { query: 'how is a duration read in python' });
      assert.match(pack.text, /tools@main:time\/duration\.py/);
      const local = await client.call('get_chunk', { path: 'src/router.ts', line: 8 });
      const stored = await client.call('get_chunk', { path: 'tools@main:time/duration.py', line: 2 });
      assert.match(`${local.text}${stored.text}`, /matchRoute[\s\S]*parse_duration/);
      assert.match((await client.call('trace_uses', { name: 'Router' })).text, /src\/server\.ts/);
      const traced = await client.call('trace_uses', { file: 'tools@main:time/duration.py', line: 1 });
      assert.match(traced.text, /the database does not know what uses what/);
      assert.match((await client.call('index_status')).text, /is indexed[\s\S]*Repositories in the database: 2/);
    });

    it('answers from the folder where the database is missing, and says so', async () => {
      const client = await serve(workspace.root, '--from', 'postgresql://me@127.0.0.1:1/code');
      const answer = await client.call('search_code', { query: 'matchRoute' });
      assert.ok(hitsIn(answer).some(({ path }) => path === 'src/router.ts'));
      assert.match(
        answer.text,
        /the database did not answer \(no server is listening.*\): only this folder was searched/,
      );
      const pack = await client.call('pack', { query: 'how is a route matched' });
      assert.match(pack.text, /src\/router\.ts[\s\S]*/);
      assert.match(pack.text, /the database did not answer/);
    });

    it('does not wait for a database that does not respond', async () => {
      const silent: Server = createServer();
      const sockets: Socket[] = [];
      silent.on('connection', (socket) => sockets.push(socket.on('error', () => {})));
      silent.listen(0, '127.0.0.1');
      await once(silent, 'listening');
      const address = silent.address();
      const port = typeof address === 'object' ? address?.port : 0;
      const client = await serve(workspace.root, '--from', `postgresql://me@127.0.0.1:${port}/code`);
      const answer = await client.call('search_code', { query: 'matchRoute' });
      assert.ok(hitsIn(answer).some(({ path }) => path === 'src/router.ts'));
      assert.match(answer.text, /the database did not answer/);
      for (const socket of sockets) socket.destroy();
      silent.close();
    });
  });
});
