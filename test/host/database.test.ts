/** "Push to Database…" over the real wire protocol: what is sent where, with which password, and after which consent. */
import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, extensions, Uri, window, workspace } from 'vscode';
import { openPostgres } from '../../bench/database/postgres-server';
import { type Destination, NotAllowed } from '../../src/vscode/consent/send-consent';
import { Embedding } from '../../src/vscode/embedding/embedding-model';
import { setupWithoutModel } from '../../src/vscode/indexing/folder-setup';
import { databaseSettings } from '../../src/vscode/settings/settings';
import { pushFolder } from '../../src/vscode/team/database-commands';
import { TeamDatabase } from '../../src/vscode/team/team-database';
import type { PushReport } from '../../src/wings/team/push-branch';
import { codegrain, fixture, until } from './codegrain';
import { storage } from './storage';

describe('the database of a team', function () {
  this.timeout(120_000);
  const log = window.createOutputChannel('Codegrain database test', { log: true });
  let server: Awaited<ReturnType<typeof openPostgres>>;
  before(async () => {
    await codegrain();
    server = await openPostgres();
  });
  afterEach(() => set(undefined));
  after(async () => {
    log.dispose();
    await server.close();
  });

  const set = async (url: string | undefined): Promise<void> => {
    await workspace.getConfiguration('codegrain').update('database.url', url, ConfigurationTarget.Global);
  };
  /** Without a password, which PGlite does not need. */
  const urlWithoutPassword = (): string => {
    const url = new URL(server.url);
    url.password = '';
    return url.href;
  };
  const makeDatabase = (answer: boolean, isTrusted = true) => {
    const asked: Destination[] = [];
    const stored = storage();
    const dialogs = {
      isTrusted: () => isTrusted,
      agree: async (destination: Destination) => {
        asked.push(destination);
        return answer;
      },
    };
    return { database: new TeamDatabase(stored, dialogs), asked, stored };
  };
  const pushed = async (database: TeamDatabase): Promise<PushReport | undefined> => {
    const target = await until(() => database.find());
    const extension = extensions.getExtension('codegrain.codegrain');
    assert.ok(extension);
    const cache = Uri.joinPath(fixture(), '..', 'cache');
    const embedding = new Embedding(storage(), log);
    try {
      return await pushFolder(fixture(), target, {
        script: Uri.joinPath(extension.extensionUri, 'dist', 'cli.js').fsPath,
        setupOf: (folder) => setupWithoutModel(folder, cache),
        embedding,
        database,
      });
    } finally {
      embedding.dispose();
    }
  };

  it('receives the chunks of a folder from the command; the second push sends nothing', async () => {
    await set(urlWithoutPassword());
    await until(() => databaseSettings().url);
    const first = await commands.executeCommand<PushReport>('codegrain.pushToDatabase', fixture());
    assert.ok(first.total.files >= 5 && first.sent >= first.total.files, JSON.stringify(first));
    const second = await commands.executeCommand<PushReport>('codegrain.pushToDatabase', fixture());
    assert.deepEqual([second.sent, second.total], [0, first.total]);
  });

  it('that does not respond makes the command fail', async () => {
    await set('postgresql://me@127.0.0.1:1/none');
    await until(() => databaseSettings().url);
    assert.equal(await commands.executeCommand('codegrain.pushToDatabase', fixture()), undefined);
    await assert.rejects(pushed(makeDatabase(true).database), {
      message: 'no server is listening at postgresql://127.0.0.1:1/none',
    });
  });

  it('needs consent unless it is on this machine, and receives nothing if the user declines', async () => {
    await set(urlWithoutPassword());
    await until(() => databaseSettings().url);
    const here = makeDatabase(false);
    assert.ok(await pushed(here.database));
    assert.deepEqual(here.asked, []);
    const { port } = new URL(server.url);
    await set(`postgresql://postgres@0.0.0.0:${port}/postgres?sslmode=disable`);
    await until(() => databaseSettings().url?.includes('0.0.0.0'));
    const no = makeDatabase(false);
    await assert.rejects(pushed(no.database), NotAllowed);
    await assert.rejects(pushed(no.database), NotAllowed);
    const host = `0.0.0.0:${port}`;
    assert.deepEqual(no.asked, Array(2).fill({ id: host, host, isLocal: false, isEncrypted: false }));
    const yes = makeDatabase(true);
    assert.ok(await pushed(yes.database));
    assert.ok(await pushed(yes.database));
    assert.equal(yes.asked.length, 1);
  });

  it('receives nothing from an untrusted workspace', async () => {
    await set(urlWithoutPassword());
    await until(() => databaseSettings().url);
    await assert.rejects(
      pushed(makeDatabase(true, false).database),
      /not trusted, so its code is not sent to 127\.0\.0\.1/,
    );
  });

  it('has a password per user and host, which is sent to no other', async () => {
    await set('postgresql://me@db.example/code');
    const { database } = makeDatabase(true);
    const target = await until(() => database.find());
    await database.passwords.set(target.owner, 'hidden');
    assert.deepEqual(database.passwords.owners, ['me@db.example:5432']);
    assert.deepEqual(await database.environment(target), { PGPASSWORD: 'hidden' });
    for (const other of ['postgresql://you@db.example/code', 'postgresql://me@other.example/code']) {
      await set(other);
      const found = await until(() => database.find()?.url === other && database.find());
      assert.deepEqual(await database.environment(found), {});
    }
    await database.passwords.clear(target.owner);
    assert.deepEqual([database.passwords.owners, await database.environment(target)], [[], {}]);
  });

  it('must not have its password in the settings; the problem does not repeat it', async () => {
    await set('postgresql://me:hidden@db.example/code');
    const { url, problems } = await until(() => databaseSettings().problems.length > 0 && databaseSettings());
    assert.equal(url, undefined);
    assert.match(problems.join(), /Remove the password from codegrain\.database\.url/);
    assert.ok(!problems.join().includes('hidden'));
    assert.throws(() => makeDatabase(true).database.find(), /Remove the password/);
    await assert.rejects(async () =>
      workspace.getConfiguration('codegrain').update('database.url', 'x', ConfigurationTarget.Workspace),
    );
  });
});
