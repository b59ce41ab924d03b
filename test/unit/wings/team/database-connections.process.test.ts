/** The connections of a reader are shared, cancelled, closed when idle and made again. */
import assert from 'node:assert/strict';
import { setTimeout as pause } from 'node:timers/promises';
import { isDatabaseProblem } from '../../../../src/engine/stored-code';
import { DatabaseConnections, type OpenConnection } from '../../../../src/wings/team/connection/database-connections';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import { ScriptedPostgres } from './scripted-postgres';

type Connections = DatabaseConnections<undefined>;

describe('the connections of a reader', function () {
  this.timeout(60_000);
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });

  const open = async (
    limits: ConstructorParameters<typeof DatabaseConnections>[2] = {},
    server = new ScriptedPostgres(),
  ): Promise<{ readonly server: ScriptedPostgres; readonly connections: Connections }> => {
    const address = readDatabaseAddress(await server.start(), undefined, {});
    const connections = new DatabaseConnections(address, () => undefined, limits);
    ends.push(
      () => connections.close(),
      () => server.stop(),
    );
    return { server, connections };
  };
  const quick = ({ database }: OpenConnection<undefined>) => database.rows('select 1');
  const hanging = ({ database }: OpenConnection<undefined>) => database.rows('select hang');
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await pause(5);
  };
  const rejection = (work: Promise<unknown>): Promise<unknown> =>
    work.then(
      () => undefined,
      (error: unknown) => error,
    );

  it('are not made before something is asked, and one serves what is asked in turn', async () => {
    const { server, connections } = await open();
    assert.equal(server.connections, 0);
    for (let i = 0; i < 3; i++) await connections.use(undefined, quick);
    assert.equal(server.connections, 1);
  });

  it('are at most as many as allowed; further questions wait', async () => {
    const { server, connections } = await open({ connections: 2 });
    const abort = new AbortController();
    const first = rejection(connections.use(abort.signal, hanging));
    const second = rejection(connections.use(abort.signal, hanging));
    await until(() => server.hanging.size === 2);
    const third = connections.use(undefined, quick);
    await pause(30);
    assert.equal(server.connections, 2);
    abort.abort();
    await Promise.all([first, second, third]);
    assert.equal(server.connections, 2);
  });

  it('are told to stop when the question is aborted, and serve the next one', async () => {
    const { server, connections } = await open({ connections: 1 });
    const abort = new AbortController();
    const asked = rejection(connections.use(abort.signal, hanging));
    await until(() => server.hanging.size === 1);
    abort.abort(new Error('the user types on'));
    assert.match(String(await asked), /the user types on/);
    await connections.use(undefined, quick);
    assert.deepEqual([server.cancelled, server.connections, server.hanging.size], [1, 1, 0]);
  });

  it('are given up if the server does not stop', async () => {
    const { server, connections } = await open({ cancelMs: 20, connections: 1 }, new ScriptedPostgres(false));
    const abort = new AbortController();
    const asked = rejection(connections.use(abort.signal, hanging));
    await until(() => server.hanging.size === 1);
    abort.abort();
    await asked;
    await connections.use(undefined, quick);
    assert.deepEqual([server.cancelled, server.connections], [1, 2]);
  });

  it('are not waited for without end: what takes too long is a problem', async () => {
    const { server, connections } = await open({ questionMs: 50 });
    const problem = await rejection(connections.use(undefined, hanging));
    assert.ok(isDatabaseProblem(problem));
    assert.deepEqual([problem.reason, /took too long/.test(problem.message)], ['slow', true]);
    await until(() => server.cancelled === 1);
  });

  it('are closed when nothing was asked for a while, and made again', async () => {
    const { server, connections } = await open({ idleMs: 20 });
    await connections.use(undefined, quick);
    await until(() => connections.size === 0);
    await connections.use(undefined, quick);
    assert.equal(server.connections, 2);
  });

  it('end with their owner, also while one is waited for', async () => {
    const { server, connections } = await open({ connections: 1 });
    const asked = rejection(connections.use(undefined, hanging));
    await until(() => server.hanging.size === 1);
    const waiting = rejection(connections.use(undefined, quick));
    await pause(5);
    await connections.close();
    assert.ok(isDatabaseProblem(await asked));
    assert.ok(isDatabaseProblem(await waiting));
    assert.equal(connections.size, 0);
  });

  const url = process.env.CODEGRAIN_TEST_DATABASE_URL;
  (url ? it : it.skip)('stop a statement on a real server', async () => {
    const connections = new DatabaseConnections(readDatabaseAddress(url ?? '', undefined, {}), () => undefined);
    ends.push(() => connections.close());
    const abort = new AbortController();
    const sleeping = rejection(connections.use(abort.signal, ({ database }) => database.rows('select pg_sleep(600)')));
    const running = async (): Promise<number> => {
      const [row] = await connections.use(undefined, ({ database }) =>
        database.rows<{ count: number }>(
          `select count(*)::integer as count from pg_stat_activity where state = 'active' and query = 'select pg_sleep(600)'`,
        ),
      );
      return row?.count ?? 0;
    };
    while ((await running()) === 0) await pause(20);
    abort.abort();
    await sleeping;
    while ((await running()) > 0) await pause(20);
  });
});
