/** What a push stores: every field of the record, and the notes of language models, which `search --from` finds. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Chunk } from '../../../../src/code/chunk';
import type { Hit } from '../../../../src/search/hits/hit';
import { Database } from '../../../../src/wings/team/database';
import { readDatabaseAddress } from '../../../../src/wings/team/database-address';
import type { PushReport } from '../../../../src/wings/team/push-branch';
import { schema1 } from '../../../../src/wings/team/schema/schema-steps';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import type { CliResult } from '../../surfaces/cli/runner/run-command';
import { type ChatServer, closeServers, says, serveChat } from '../models/chat-server';
import { assertSound } from './database-content';
import { moduleText, put, smallFolder } from './pushed-folder';
import { openTestDatabase, runCli, type TestDatabase } from './test-database';

const chunkOf = (question: string): string => /<chunk>\n([\s\S]*)\n<\/chunk>/.exec(question)?.[1] ?? '';

describe('a pushed record', function () {
  this.timeout(180_000);
  let database: TestDatabase;
  before(async () => {
    database = await openTestDatabase();
  });
  beforeEach(() => database.reset());
  afterEach(async () => {
    await closeServers();
    removeTemporaryFolders();
  });
  after(async () => {
    await database.reset();
    await database.close();
  });

  const cli = (cwd: string, ...args: string[]): Promise<CliResult> =>
    runCli(args, { cwd, env: { CODEGRAIN_DATABASE_URL: database.url } });
  const push = async (cwd: string, ...args: string[]): Promise<PushReport> => {
    const { status, stdout, stderr } = await cli(cwd, 'push', '--json', '--repository', 'it', '--jobs', '1', ...args);
    assert.deepEqual([status, stderr], [0, '']);
    return JSON.parse(stdout);
  };
  const recordsOf = async (branch = 'main'): Promise<Chunk[]> => {
    const rows = await database.rows<{ record: Chunk }>(
      `select record from codegrain.records where repository = 'it' and branch = $1`,
      [branch],
    );
    return sorted(rows.map(({ record }) => record));
  };
  const sorted = (records: readonly Chunk[]): Chunk[] =>
    [...records].sort((a, b) => (a.path + a.id < b.path + b.id ? -1 : 1));
  const printed = async (cwd: string, ...args: string[]): Promise<Chunk[]> => {
    const { stdout } = await cli(cwd, 'chunk', '.', ...args);
    return sorted(
      stdout
        .trim()
        .split('\n')
        .map((line): Chunk => JSON.parse(line)),
    );
  };
  const found = async (query: string, ...args: string[]): Promise<Hit[]> => {
    const { stdout, stderr } = await cli(temporaryFolder(), 'search', '--from', '', '--json', ...args, query);
    assert.equal(stderr, '');
    return JSON.parse(stdout);
  };

  /** Code with more imports than fit a context, prose with overlap, a notebook, a conversation, a file without a grammar. */
  function folderOfEverything(): string {
    const folder = smallFolder();
    const names = Array.from({ length: 90 }, (_, at) => `imported_helper_number_${at}`);
    put(
      folder,
      'src/wide.py',
      `${names.map((name) => `from package.of.${name} import ${name}`).join('\n')}\n\n\ndef use():\n${names.map((name) => `    ${name}()`).join('\n')}\n`,
    );
    const sentence = (at: number): string =>
      `The harbour keeps its boats in berth number ${at} through the long winter. `;
    put(folder, 'docs/long.md', `# Harbour\n\n${Array.from({ length: 120 }, (_, at) => sentence(at)).join('')}\n`);
    put(
      folder,
      'talk.json',
      JSON.stringify(
        Array.from({ length: 6 }, (_, at) => ({
          role: at % 2 === 0 ? 'user' : 'assistant',
          content: `Message ${at}: ${sentence(at)}`,
        })),
        undefined,
        1,
      ),
    );
    const cell = (source: string) => ({ cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source });
    put(
      folder,
      'book.ipynb',
      JSON.stringify({
        cells: [cell('import math\n'), cell('print(math.pi)\n')],
        metadata: { language_info: { name: 'python' } },
        nbformat: 4,
        nbformat_minor: 5,
      }),
    );
    put(folder, 'strange.qqq', Array.from({ length: 30 }, (_, at) => `?? ${at} ~~ row`).join('\n'));
    return folder;
  }

  it('has every field that codegrain chunk prints', async () => {
    const folder = folderOfEverything();
    const { total } = await push(folder);
    const expected = await printed(folder);
    assert.equal(total.chunks, expected.length);
    const has = (field: (chunk: Chunk) => unknown): void => assert.ok(expected.some(field), String(field));
    has(({ omitted }) => omitted.length > 0);
    has(({ overlap }) => overlap.before + overlap.after > 0);
    has(({ startMessage, speaker, tokens }) => startMessage !== undefined && speaker && tokens.messages);
    has(({ pieces }) => pieces);
    has(({ fallback }) => fallback);
    assert.deepEqual(await recordsOf(), expected);
  });

  const serve = (): Promise<ChatServer> =>
    serveChat(
      says((question) =>
        chunkOf(question).includes('def router_part_0') ? 'It seals the aperture of the airlock.' : 'Something else.',
      ),
    );
  const enrich = async (folder: string, server: ChatServer): Promise<void> => {
    const made = await cli(
      folder,
      ...['enrich', '--provider', 'ollama', '--endpoint', server.url.href, '--model', 'm', '--yes'],
    );
    assert.equal(made.status, 0, made.stderr);
  };
  const notes = ['--notes', '.codegrain/index.cgx.notes'];
  const words = 'seals the aperture of the airlock';

  it('has the note of a language model, and is found by its words', async () => {
    const folder = smallFolder();
    const server = await serve();
    const plain = await push(folder);
    assert.equal(plain.total.noted, 0);
    assert.ok((await found(words)).every(({ why }) => why.every(({ signal }) => signal !== 'words')));
    await enrich(folder, server);
    const noted = await push(folder);
    assert.deepEqual([noted.changed, noted.total.noted], [4, noted.total.searched]);
    await assertSound(database, 'it', 'main');
    assert.deepEqual(await recordsOf(), await printed(folder, ...notes));
    const [best] = await found(words, '--explain');
    assert.deepEqual([best?.path, best?.note], ['src/router.py', '[Context] It seals the aperture of the airlock.']);
    assert.ok(best?.terms?.some(({ term, fields }) => term === 'airlock' && fields.note));
    assert.equal((await push(folder)).sent, 0);
  });

  // Vectors have 16 bits per dimension in the database.
  it('has the same hits as the index, and the same scores to a thousandth', async () => {
    const folder = smallFolder();
    await enrich(folder, await serve());
    assert.equal((await cli(folder, 'index')).status, 0);
    await push(folder);
    const shown = (hits: readonly Hit[]) => hits.map(({ path, startLine, note }) => [path, startLine, note]);
    for (const query of [words, 'something else', 'router part']) {
      const local: Hit[] = JSON.parse((await cli(folder, 'search', '--json', query)).stdout);
      const stored = await found(query);
      assert.deepEqual(shown(stored), shown(local), query);
      for (const [at, { score = NaN }] of stored.entries())
        assert.ok(Math.abs(score - (local[at]?.score ?? 0)) <= 0.001, query);
    }
  });

  it('keeps its note when a machine without notes pushes, loses it with an edit or with --no-notes', async () => {
    const folder = smallFolder();
    await enrich(folder, await serve());
    const { total } = await push(folder);
    rmSync(join(folder, '.codegrain'), { recursive: true });
    assert.equal((await push(folder)).sent, 0);
    const other = await push(folder, '--branch', 'feature');
    assert.deepEqual([other.sent, other.total.noted], [0, total.noted]);
    put(folder, 'src/router.py', `${moduleText('router', 6)}\n\n${moduleText('appended', 3)}`);
    const edited = await push(folder);
    const note = '[Context] It seals the aperture of the airlock.';
    assert.deepEqual([edited.sent, (await found(words, '--branch', 'main'))[0]?.note], [1, note]);
    put(folder, 'src/router.py', moduleText('grammar', 2));
    await push(folder);
    assert.ok((await found(words, '--branch', 'main')).every((hit) => hit.note !== note));
    const without = await push(folder, '--no-notes');
    assert.equal(without.total.noted, 0);
    assert.ok(
      (await recordsOf('feature')).some(({ note }) => note?.includes('airlock')),
      'the other branch keeps its notes',
    );
    await assertSound(database, 'it', 'main');
    await assertSound(database, 'it', 'feature');
  });

  it('replaces what an older schema stored: a search refuses it, the next push sends everything again', async () => {
    const folder = smallFolder();
    await push(folder);
    const [settings] = await database.rows<{ chunker: string; model: string; dimensions: number }>(
      'select s.chunker, m.name as model, m.dimensions from codegrain.settings s join codegrain.models m on m.id = s.model_id',
    );
    const contents = await database.rows<{ path: string; hash: string }>(
      'select path, content_hash as hash from codegrain.files',
    );
    await database.reset();
    const own = await Database.open(readDatabaseAddress(database.url, undefined, {}));
    await own.transaction(async (queries) => {
      await queries.rows('create schema codegrain');
      await queries.rows(
        'create table codegrain.migrations (version integer primary key, applied_at timestamptz not null default now())',
      );
      await queries.rows('insert into codegrain.migrations (version) values (1)');
      await queries.rows('set local search_path = codegrain, public');
      await queries.rows(schema1);
      await queries.rows(`insert into repositories (name) values ('it')`);
      await queries.rows('insert into models (name, dimensions) values ($1, $2)', [
        settings?.model,
        settings?.dimensions,
      ]);
      await queries.rows('insert into settings (model_id, chunker) values (1, $1)', [settings?.chunker]);
      await queries.rows(`insert into branches (repository_id, name, settings_id) values (1, 'main', 1)`);
      for (const { path, hash } of contents)
        await queries.rows(
          `with file as (insert into files (repository_id, settings_id, path, content_hash, size, language, chunk_count,
             searched_count, word_count) values (1, 1, $1, $2, 1, '', 0, 0, 0) returning id)
           insert into branch_files select 1, $1, id from file`,
          [path, hash],
        );
    });
    await own.close();
    const refused = await cli(folder, 'search', '--from', '', 'router');
    assert.equal(refused.status, 2);
    assert.match(refused.stderr, /was written by an older version; update it with: codegrain push/);
    // The content and the settings are the same, but what is stored of them is not.
    assert.deepEqual((({ changed, sent }) => [changed, sent])(await push(folder)), [4, 4]);
    assert.deepEqual(await database.rows('select version from codegrain.migrations order by 1'), [
      { version: 1 },
      { version: 2 },
      { version: 3 },
    ]);
    assert.deepEqual(await recordsOf(), await printed(folder));
  });
});
