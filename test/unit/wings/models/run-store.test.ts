/** Only unfinished runs are stored in a folder, however they ended. */
import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  countAnswers,
  openRunLog,
  type RunDescription,
  type RunResult,
  RunStore,
} from '../../../../src/wings/models/run-store';

const about = (n: number): RunDescription => ({
  title: `run ${n}`,
  over: { is: 'texts', texts: [{ path: 'a.md', text: 'Wörter 𝔸\n', languageHint: 'markdown' }] },
  chunk: { maxTokens: 100, context: 'none' },
  model: 'openai://here/m',
  template: 'What is {chunk}?',
  schema: { type: 'object' },
  requests: 3,
  started: new Date(n * 1000).toISOString(),
});
const result = (is: RunResult['is'], key: string): RunResult => ({
  is,
  key,
  chunk: 'c',
  path: 'a.md',
  kind: 'section',
  name: '',
  startLine: 1,
  endLine: 1,
  sequence: 1,
  total: 1,
  overlap: { before: 0, after: 0 },
  tokens: { input: 1, output: 1 },
  ms: 1,
  time: '2026-01-01T00:00:00.000Z',
});

describe('stored runs', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-runs-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('are the same in another window, latest first, with their answers counted', async () => {
    const store = new RunStore(join(folder, 'runs'));
    assert.deepEqual(store.list(), []);
    const first = store.begin(about(1));
    const second = store.begin(about(2));
    const file = await openRunLog(first.file);
    for (const each of [result('answer', 'a'), result('failed', 'b'), result('answer', 'a')]) await file.append(each);
    await file.close();
    const other = new RunStore(join(folder, 'runs'));
    assert.deepEqual(other.list(), [second, first]);
    assert.deepEqual(other.list()[1]?.about, about(1));
    assert.deepEqual(other.list().map(countAnswers), [0, 1]);
  });

  it('are not listed while they are in progress, and are listed again after a failure', async () => {
    const store = new RunStore(folder);
    const run = store.begin(about(1));
    const work = store.whileRunning(run, async () => {
      assert.deepEqual(store.list(), []);
      throw new Error('no space left');
    });
    await assert.rejects(work, /no space left/);
    assert.deepEqual(store.list(), [run]);
  });

  it('leave no files behind once they are removed', async () => {
    const store = new RunStore(folder);
    const run = store.begin(about(1));
    await (await openRunLog(run.file)).close();
    store.remove(run.id);
    store.remove(run.id);
    assert.deepEqual(readdirSync(folder), []);
  });

  it('are limited to twenty: the oldest is removed', () => {
    const store = new RunStore(folder);
    for (let n = 1; n <= 25; n++) store.begin(about(n));
    const titles = store.list().map((run) => run.about.title);
    assert.deepEqual([titles.length, titles[0], titles.at(-1)], [20, 'run 25', 'run 6']);
  });

  it('are only those that can be read', () => {
    const store = new RunStore(folder);
    const run = store.begin(about(1));
    writeFileSync(join(folder, 'half.json'), '{"title": "ha');
    writeFileSync(join(folder, 'other.json'), '{"title": "x"}');
    writeFileSync(join(folder, 'list.json'), '[]');
    writeFileSync(join(folder, 'nothing.json'), 'null');
    mkdirSync(join(folder, 'folder.json'));
    assert.deepEqual(store.list(), [run]);
  });
});
