/** "Push to Database…" against a real wire protocol: what goes where, with which password, and whether anyone was asked. */
import assert from 'node:assert/strict';
import { ConfigurationTarget, commands, extensions, Uri, window, workspace } from 'vscode';
import { openServer } from '../../bench/database/server';
import type { PushReport } from '../../src/database/push-branch';
import { type Destination, NotAllowed } from '../../src/vscode/consent/send-consent';
import { pushFolder } from '../../src/vscode/database/run-push';
import { TeamDatabase } from '../../src/vscode/database/team-database';
import { Embedding } from '../../src/vscode/embedding/embedding-model';
import { setupWithoutModel } from '../../src/vscode/indexing/folder-setup';
import { databaseSettings } from '../../src/vscode/settings/settings';
import { codegrain, fixture, until } from './codegrain';
import { storage } from './storage';

describe('the database of a team', function () {
  this.timeout(120_000);
  const log = window.createOutputChannel('Codegrain database test', { log: true });
  let server: Awaited<ReturnType<typeof openServer>>;
  before(async () => {
    await codegrain();
    server = await openServer();
  });
  afterEach(() => set(undefined));
  after(async () => {
    log.dispose();
    await server.close();
  });

  const set = async (url: string | undefined): Promise<void> => {
    await workspace.getConfiguration('codegrain').update('database.url', url, ConfigurationTarget.Global);
  };
  /** PGlite asks for no password. */
  const plain = (): string => {
    const url = new URL(server.url);
    url.password = '';
    return url.href;
  };
  const made = (answer: boolean, isTrusted = true) => {
    const asked: Destination[] = [];
    const kept = storage();
    const guard = {
      isTrusted: () => isTrusted,
      agree: async (destination: Destination) => {
        asked.push(destination);
        return answer;
      },
    };
    return { database: new TeamDatabase(kept, guard), asked, kept };
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

  it('gets the chunks of a folder by the command; the second time nothing is sent', async () => {
    await set(plain());
    await until(() => databaseSettings().url);
    const first = await commands.executeCommand<PushReport>('codegrain.pushToDatabase', fixture());
    assert.ok(first.total.files >= 5 && first.sent >= first.total.files, JSON.stringify(first));
    const second = await commands.executeCommand<PushReport>('codegrain.pushToDatabase', fixture());
    assert.deepEqual([second.sent, second.total], [0, first.total]);
  });

  it('that does not answer ends the command', async () => {
    await set('postgresql://me@127.0.0.1:1/none');
    await until(() => databaseSettings().url);
    assert.equal(await commands.executeCommand('codegrain.pushToDatabase', fixture()), undefined);
    await assert.rejects(pushed(made(true).database), { message: 'no server is listening at postgresql://127.0.0.1:1/none' });
  });

  it('on this machine is not asked about; elsewhere it is, and nothing is sent where the user says no', async () => {
    await set(plain());
    await until(() => databaseSettings().url);
    const here = made(false);
    assert.ok(await pushed(here.database));
    assert.deepEqual(here.asked, []);
    const { port } = new URL(server.url);
    await set(`postgresql://postgres@0.0.0.0:${port}/postgres?sslmode=disable`);
    await until(() => databaseSettings().url?.includes('0.0.0.0'));
    const no = made(false);
    await assert.rejects(pushed(no.database), NotAllowed);
    await assert.rejects(pushed(no.database), NotAllowed);
    const host = `0.0.0.0:${port}`;
    assert.deepEqual(no.asked, Array(2).fill({ id: host, host, isHere: false, isEncrypted: false }));
    const yes = made(true);
    assert.ok(await pushed(yes.database));
    assert.ok(await pushed(yes.database));
    assert.equal(yes.asked.length, 1);
  });

  it('gets nothing of a workspace that is not trusted', async () => {
    await set(plain());
    await until(() => databaseSettings().url);
    await assert.rejects(pushed(made(true, false).database), /not trusted, so its code is not sent to 127\.0\.0\.1/);
  });

  it('has a password for each user and host, which goes to no other', async () => {
    await set('postgresql://me@db.example/code');
    const { database } = made(true);
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

  it('has no password in the settings: they say so without repeating it', async () => {
    await set('postgresql://me:hidden@db.example/code');
    const { url, problems } = await until(() => databaseSettings().problems.length > 0 && databaseSettings());
    assert.equal(url, undefined);
    assert.match(problems.join(), /Remove the password from codegrain\.database\.url/);
    assert.ok(!problems.join().includes('hidden'));
    assert.throws(() => made(true).database.find(), /Remove the password/);
    await assert.rejects(async () =>
      workspace.getConfiguration('codegrain').update('database.url', 'x', ConfigurationTarget.Workspace),
    );
  });
});
