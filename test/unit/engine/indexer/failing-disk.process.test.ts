/**
 * Operations on the files of a folder, its index and the cache fail, one at a time: while an index is made, updated, rebuilt, compacted and
 * continued from another, and while it is searched. Whatever fails, the work ends with a result or a sentence, and the next undisturbed run
 * gives what it would have given. Every operation that changes something fails, and of those that only read an even sample; with
 * `CODEGRAIN_TEST_RUNS=10` all of them, with each error.
 */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { transformSync } from 'esbuild';
import { loadBuiltIn } from '../../../../src/embedding/built-in/built-in-embedder';
import type { Embedder } from '../../../../src/embedding/embedder';
import { CodeIndex } from '../../../../src/engine/code-index';
import { Indexer, type IndexOptions, indexFolder } from '../../../../src/engine/indexer/indexer';
import { WorkerPool } from '../../../../src/engine/workers/worker-pool';
import { IndexReader } from '../../../../src/index/file/index-reader';
import { indexFileOf } from '../../../../src/index/index-settings';
import { fileStamp, unsettled } from '../../../../src/workspace/folder-changes';
import { removeTemporaryFolders, temporaryFolder } from '../../index/file/index-folders';
import { runs } from '../../random-runs';
import { files, rechunk, viewOf } from '../../search/search-workspace';
import { cli, runCommand } from '../../surfaces/cli/runner/run-command';
import { FailingDisk, prepareFailingDisk } from './failing-disk';
import { contentOf, read } from './indexed-content';

const codes = ['EIO', 'ENOSPC', 'EACCES', 'ENOENT'];
const changes = /^(?:handle\.)?(?:append|copy|data|link|mkdir|rename|rm|sync|symlink|truncate|unlink|utimes|write)/;
/** Longer than any of the work takes on a busy machine: what has not ended then never ends. */
const maxMs = 60_000;

/** The numbers of the operations that fail: all that change something, and at most so many others. */
function failingNumbers(operations: readonly string[], most: number): number[] {
  const numbers = operations.map((_, i) => i + 1);
  const isChange = (number: number): boolean => changes.test(operations[number - 1] ?? '');
  return [
    ...numbers.filter(isChange),
    ...evenly(
      numbers.filter((number) => !isChange(number)),
      most,
    ),
  ];
}

function evenly<T>(items: readonly T[], most: number): T[] {
  const step = Math.max(1, items.length / runs(most));
  return items.filter((_, i) => Math.floor(i / step) !== Math.floor((i - 1) / step));
}

/** Each with one error, in turn; with more runs, with more of them. */
function withCodes(numbers: readonly number[]): { readonly at: number; readonly code: string }[] {
  const rounds = Array.from({ length: Math.min(runs(1), codes.length) }, (_, round) => round);
  return rounds.flatMap((round) => numbers.map((at, i) => ({ at, code: codes[(i + round) % codes.length] ?? '' })));
}

describe('a disk that fails once', function () {
  this.timeout(600_000);
  let at: string;
  let pool: WorkerPool;
  let model: Embedder;
  const disk = new FailingDisk();
  let copies = 0;
  const cacheBefore = process.env.CODEGRAIN_CACHE;

  before(async () => {
    at = temporaryFolder();
    process.env.CODEGRAIN_CACHE = join(at, 'cache');
    pool = new WorkerPool({ jobs: 1 });
    model = await loadBuiltIn();
    await prepareFailingDisk();
  });
  after(() => {
    pool.dispose();
    removeTemporaryFolders();
    if (cacheBefore === undefined) delete process.env.CODEGRAIN_CACHE;
    else process.env.CODEGRAIN_CACHE = cacheBefore;
  });

  const put = (root: string, texts: Readonly<Record<string, string>>): void => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
  };
  const index = (root: string, options: IndexOptions = {}) => indexFolder(root, { pool, jobs: 1, ...options });

  /** A fresh copy of what was prepared, under a new name: a timer of the last one must not count. */
  const copyOf = (template: string): string => {
    rmSync(join(at, `copy-${copies++}`), { recursive: true, force: true });
    const place = join(at, `copy-${copies}`);
    cpSync(template, place, { recursive: true, preserveTimestamps: true });
    return place;
  };

  /** What the work said; undefined: it succeeded. */
  const outcomeOf = async (work: Promise<unknown>): Promise<string | undefined> => {
    const hang = sleep(maxMs, 'hang' as const, { ref: false });
    const done = work.then(
      () => undefined,
      (error: unknown) => {
        assert.ok(error instanceof Error, String(error));
        return error;
      },
    );
    const ended = await Promise.race([done, hang]);
    assert.notEqual(ended, 'hang', 'it does not end');
    if (!(ended instanceof Error)) return undefined;
    assert.match(ended.message, /^[^\n]{10,400}$/);
    assert.doesNotMatch(ended.message, /undefined|null|is not a function|\[object/, ended.stack);
    assert.equal(ended.constructor === TypeError || ended.constructor === RangeError, false, ended.stack);
    return ended.message;
  };

  /**
   * @param prepare makes the folder before the work, in a place that is its parent
   * @param work what is disturbed
   */
  const survives = async (
    prepare: (place: string) => Promise<void>,
    work: (root: string) => Promise<unknown>,
  ): Promise<void> => {
    const template = temporaryFolder();
    await prepare(template);
    const within = (place: string): string[] => [place, join(at, 'cache')];
    let place = copyOf(template);
    let root = join(place, 'folder');
    await disk.during({ within: within(place), at: 0, code: '' }, () => work(root));
    const operations = [...disk.operations];
    assert.ok(operations.length > 10, operations.join('\n'));
    await index(root);
    const expected = contentOf(read(indexFileOf(root)));
    for (const { at: number, code } of withCodes(failingNumbers(operations, 20))) {
      place = copyOf(template);
      root = join(place, 'folder');
      const what = `${code} in ${number} of ${operations.length}: ${operations[number - 1]}`;
      try {
        await disk.during({ within: within(place), at: number, code }, () => outcomeOf(work(root)));
        const between = existsSync(indexFileOf(root)) ? IndexReader.open(indexFileOf(root)) : undefined;
        if (between && 'index' in between) {
          assert.ok(!between.index.damage || between.index.damage.isCutShort, 'the index is damaged');
          between.index.dispose();
        }
        const { warnings } = await index(root);
        assert.deepEqual(warnings, []);
        assert.equal(contentOf(read(indexFileOf(root))), expected);
        const left = readdirSync(dirname(indexFileOf(root))).filter((name) => /\.(?:tmp|lock|next)/.test(name));
        assert.deepEqual(left, []);
      } catch (error) {
        throw new Error(what, { cause: error });
      }
    }
  };

  const changeSome = (root: string): void => {
    put(root, { 'src/index.ts': 'export const changed = 1;\n', 'src/new/file.py': 'def new():\n    return 1\n' });
    rmSync(join(root, 'src/server.ts'));
  };

  it('loses nothing while an index is made', async () => {
    await survives(
      async (place) => put(join(place, 'folder'), files),
      (root) => index(root),
    );
  });

  it('loses nothing while an index is updated', async () => {
    await survives(
      async (place) => {
        put(join(place, 'folder'), files);
        await index(join(place, 'folder'));
        changeSome(join(place, 'folder'));
      },
      (root) => index(root),
    );
  });

  it('loses nothing while an index is rebuilt with other settings, and then with the old ones', async () => {
    await survives(
      async (place) => {
        put(join(place, 'folder'), files);
        await index(join(place, 'folder'));
      },
      (root) => index(root, { chunk: { maxTokens: 60 } }),
    );
  });

  it('loses nothing while an index is compacted', async () => {
    await survives(
      async (place) => {
        const root = join(place, 'folder');
        for (const [path, text] of Object.entries(files)) {
          put(root, { [path]: text });
          await index(root);
        }
        changeSome(root);
      },
      async (root) => {
        const indexer = await Indexer.open(root, { pool, jobs: 1 });
        try {
          await indexer.refresh();
          await indexer.compact();
        } finally {
          await indexer.close();
        }
      },
    );
  });

  it('loses nothing while an index continues another one', async () => {
    await survives(
      async (place) => {
        put(join(place, 'first'), files);
        await index(join(place, 'first'));
        put(join(place, 'folder'), { ...files, 'src/index.ts': 'export const changed = 1;\n' });
      },
      (root) => index(root, { base: indexFileOf(join(dirname(root), 'first')) }),
    );
  });

  it('does not change what is found', async () => {
    const root = join(temporaryFolder(), 'folder');
    put(root, files);
    await index(root);
    const questions = ['where are routes matched', '/match\\w+/', '"longest route"', 'parseDuration'];
    const searchAll = async (searcher: CodeIndex): Promise<string[][]> => {
      const answers: string[][] = [];
      for (const question of questions) {
        const { hits } = await searcher.search(question, { limit: 10 });
        answers.push(hits.map(({ path, startLine, text }) => `${path}:${startLine} ${text}`));
      }
      return answers;
    };
    const open = (): CodeIndex => new CodeIndex([viewOf(root)], model, rechunk);
    const expected = await searchAll(open());
    await disk.during({ within: [root], at: 0, code: '' }, () => searchAll(open()));
    const operations = [...disk.operations];
    const all = new Set(expected.flat());
    for (const { at: number, code } of withCodes(failingNumbers(operations, 20))) {
      let searcher: CodeIndex | undefined;
      let found: string[][] = [];
      const what = `${code} in ${number} of ${operations.length}: ${operations[number - 1]}`;
      try {
        await disk.during({ within: [root], at: number, code }, () =>
          outcomeOf(
            Promise.resolve().then(async () => {
              searcher = open();
              found = await searchAll(searcher);
            }),
          ),
        );
        // A file that cannot be read is found without its text.
        for (const hit of found.flat()) assert.ok(all.has(hit) || hit.endsWith(' '), `${hit} is no answer otherwise`);
        // The same process answers right when the disk does.
        assert.deepEqual(await searchAll(searcher ?? open()), expected);
      } catch (error) {
        throw new Error(what, { cause: error });
      }
    }
  });

  describe('as commands', () => {
    const environment = () => ({ ...process.env, CODEGRAIN_CACHE: join(at, 'cache'), HOME: at });
    let preload: string;
    before(() => {
      // A plain script: the commands run without the tools of the tests.
      preload = join(at, 'failing-disk.cjs');
      const text = readFileSync(join(__dirname, 'failing-disk.ts'), 'utf8');
      writeFileSync(preload, transformSync(text, { loader: 'ts', format: 'cjs', target: 'node20' }).code);
    });

    /** In a process of its own, which loads what fails. */
    const run = async (args: readonly string[], more: NodeJS.ProcessEnv) => {
      const child = spawn(process.execPath, [cli, ...args], { env: { ...environment(), ...more }, timeout: maxMs });
      let stdout = '';
      let stderr = '';
      child.stdout.on('data', (data) => {
        stdout += data;
      });
      child.stderr.on('data', (data) => {
        stderr += data;
      });
      const [status] = await once(child, 'close');
      return { status, stdout, stderr };
    };
    /** @param who which process has the disk that fails */
    const runFailing = async (root: string, args: readonly string[], who: string, number: number, code: string) => {
      const report = `${root}.operations`;
      const fault = JSON.stringify({ within: [root], at: number, code, who, report });
      const ended = await run([...args], { NODE_OPTIONS: `--require ${preload}`, CODEGRAIN_FAILING_DISK: fault });
      const operations = existsSync(report) ? readFileSync(report, 'utf8').trimEnd().split('\n') : [];
      return { ...ended, operations };
    };

    /** Two at a time. */
    const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
      const left = items.values();
      const worker = async (): Promise<void> => {
        for (const item of left) await work(item);
      };
      await Promise.all([worker(), worker()]);
    };

    /** @param isIndexed before the command */
    const survives = async (
      command: (root: string) => readonly string[],
      who: string,
      most: number,
      isIndexed: boolean,
    ): Promise<void> => {
      const template = temporaryFolder();
      put(template, files);
      if (isIndexed) await index(template);
      const search = async (root: string) => {
        const { stdout } = await runCommand(['search', 'where are routes matched', root], { env: environment() });
        return stdout;
      };
      const place = copyOf(template);
      const { status, stderr, operations } = await runFailing(place, command(place), who, 0, '');
      assert.equal(status, 0, stderr);
      assert.ok(operations.length > 10, operations.join('\n'));
      await index(place);
      const expected = contentOf(read(indexFileOf(place)));
      const answer = await search(place);
      await each(withCodes(evenly(failingNumbers(operations, 20), most)), async ({ at: number, code }) => {
        const root = join(temporaryFolder(), 'folder');
        cpSync(template, root, { recursive: true, preserveTimestamps: true });
        const done = await runFailing(root, command(root), who, number, code);
        const what = `${code} in ${number} of ${operations.length}: ${operations[number - 1]}: ${done.stderr}`;
        assert.ok([0, 1, 2].includes(done.status), `${done.status}: ${what}`);
        assert.doesNotMatch(done.stderr, /^\s+at .*:\d+:\d+\)?$|TypeError|RangeError|undefined/m, what);
        if (done.status === 2) assert.match(done.stderr, /^codegrain: .{10,}$/m, what);
        await index(root);
        assert.equal(contentOf(read(indexFileOf(root))), expected, what);
        if (isIndexed) assert.equal((await search(root)).replaceAll(root, place), answer, what);
      });
    };

    it('end with a status and a sentence, whatever fails while a folder is indexed', async () => {
      await survives((root) => ['index', root, '--jobs', '1'], 'cli.js', 8, false);
    });

    it('lose no file that a parse worker could not read', async () => {
      await survives((root) => ['index', root, '--jobs', '1'], '--codegrain-parse-worker', 8, false);
    });

    it('read a file again that a parse worker could not read, however old the file is', async () => {
      const root = join(temporaryFolder(), 'folder');
      put(root, files);
      const last = join(root, Object.keys(files).at(-1) ?? '');
      while (fileStamp(last)?.mtimeMs === unsettled) await sleep(100);
      const args = ['index', root, '--jobs', '1'];
      const { stdout, operations } = await runFailing(root, args, '--codegrain-parse-worker', 1, 'EIO');
      assert.match(operations[0] ?? '', /^openSync .*routing\.md/);
      assert.match(stdout, /1 unreadable/);
      assert.equal((await index(root)).changed, 1);
      const alone = join(temporaryFolder(), 'alone.cgx');
      await index(root, { indexFile: alone });
      assert.equal(contentOf(read(indexFileOf(root))), contentOf(read(alone)));
    });

    it('end with a status and a sentence, whatever fails during a search', async () => {
      await survives((root) => ['search', 'where are routes matched', root], 'cli.js', 8, true);
    });
  });
});
