/** A changed setting chunks open files again; an invalid one is replaced by its default. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, workspace } from 'vscode';
import { settingsOf } from '../../src/vscode/settings/settings';
import { chunked, closeAll, draft, until } from './codegrain';

async function set(id: string, value: unknown): Promise<void> {
  await workspace.getConfiguration('codegrain').update(id, value, ConfigurationTarget.Workspace);
}

describe('a setting', () => {
  const used = [
    'text.strategy',
    'text.overlapTokens',
    'text.minSentences',
    'text.maxSentences',
    'chunk.maxTokens',
    'chunk.parentTokens',
    'chunk.context',
    'chunk.counter',
    'boundaries.show',
  ];
  afterEach(async () => {
    for (const id of used) await set(id, undefined);
    await closeAll();
  });

  it('of VS Code hides the folder of the index in the Explorer', () => {
    const hidden = workspace.getConfiguration('files').get<Record<string, unknown>>('exclude');
    assert.equal(hidden?.['**/.codegrain'], true);
    assert.equal(hidden?.['**/.git'], true);
  });

  it('of the chunker chunks open documents again', async () => {
    const document = await draft('def f():\n    return 1\n\n\n'.repeat(60), 'python');
    const before = await chunked(document);
    await set('chunk.maxTokens', 100);
    const after = await until(async () => {
      const state = await chunked(document);
      return state.file.chunks.length !== before.file.chunks.length && state;
    });
    for (const { role, tokens } of after.file.chunks) assert.ok(role === 'parent' || tokens.text <= 100);
    await set('chunk.context', 'none');
    await until(async () => (await chunked(document)).file.chunks.every(({ context }) => context === ''));
  });

  it('that is invalid is replaced by its default, with a reason', async () => {
    assert.deepEqual(settingsOf(undefined).problems, []);
    await set('chunk.maxTokens', -1);
    await set('chunk.context', 'everything');
    const { options, problems } = settingsOf(undefined);
    assert.equal(options.maxTokens, 400);
    assert.equal(options.context, 'used');
    assert.equal(problems.length, 2);
    assert.match(problems.join(' '), /codegrain\.chunk\.maxTokens/);
  });

  it('names a strategy of the user, never a file of the workspace', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegrain-strategy-'));
    const inside = join(workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'strategy.mjs');
    const source = `export const name = 'halves';
export const chunk = ({ text }) => [{ start: 0, end: text.length >> 1 }, { start: text.length >> 1, end: text.length }];`;
    for (const file of [inside, join(folder, 'strategy.mjs')]) writeFileSync(file, source);
    const setUser = (file: string | undefined): Thenable<void> =>
      workspace.getConfiguration('codegrain').update('chunk.customStrategy', file, ConfigurationTarget.Global);
    try {
      await setUser(join(folder, 'strategy.mjs'));
      const document = await draft('one two three four\n', 'plaintext');
      const { file } = await chunked(document);
      assert.deepEqual(
        file.chunks.flatMap(({ role, strategy }) => (role === 'parent' ? [] : strategy)),
        ['halves', 'halves'],
      );
      await setUser(inside);
      assert.equal(settingsOf(undefined).options.customStrategy, undefined);
      assert.match(settingsOf(undefined).problems.join(' '), /outside of the workspace/);
      await assert.rejects(async () => set('chunk.customStrategy', inside), /workspace settings/i);
    } finally {
      await setUser(undefined);
      rmSync(folder, { recursive: true });
      rmSync(inside);
    }
  });

  it('for the overlap in tokens is limited by half of a chunk', async () => {
    assert.equal(settingsOf(undefined).options.overlapTokens, undefined);
    await set('text.overlapTokens', 60);
    assert.equal(settingsOf(undefined).options.overlapTokens, 60);
    await set('text.overlapTokens', 300);
    assert.equal(settingsOf(undefined).options.overlapTokens, 200);
    assert.match(settingsOf(undefined).problems.join(' '), /codegrain\.text\.overlapTokens cannot be 300\./);
  });

  it('for min sentences is limited by the one for max sentences', async () => {
    await set('text.strategy', 'semantic');
    await set('text.minSentences', 3);
    await set('text.maxSentences', 9);
    const { minSentences, maxSentences } = settingsOf(undefined).options;
    assert.deepEqual([minSentences, maxSentences], [3, 9]);
    await set('text.minSentences', 12);
    assert.equal(settingsOf(undefined).options.minSentences, 9);
    assert.match(
      settingsOf(undefined).problems.join(' '),
      /codegrain\.text\.minSentences cannot be 12\. Using 9 instead\./,
    );
  });

  it('for parents grows with the chunks, unless the user set it', async () => {
    await set('chunk.maxTokens', 2000);
    assert.deepEqual(settingsOf(undefined).problems, []);
    assert.equal(settingsOf(undefined).options.parentTokens, 6000);
    await set('chunk.parentTokens', 1000);
    assert.equal(settingsOf(undefined).problems.length, 1);
  });
});
