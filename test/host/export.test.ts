/** "Export Workspace Chunks…" without its prompts: the process it starts, and the file it writes. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationTarget, commands, Uri, workspace } from 'vscode';
import type { ExportedChunk } from '../../src/surfaces/export/export-record';
import type { ExportReport } from '../../src/surfaces/export/export-report';
import { codegrain, fixture } from './codegrain';

describe('the export of a workspace', function () {
  this.timeout(60_000);
  let folder: string;
  before(codegrain);
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-export-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const exported = (name: string, options: object): Thenable<ExportReport | undefined> =>
    commands.executeCommand('codegrain.exportWorkspaceChunks', {
      folder: fixture(),
      target: Uri.file(join(folder, name)),
      ...options,
    });
  const records = (name: string): ExportedChunk[] =>
    readFileSync(join(folder, name), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('is one file with every chunk, and a report', async () => {
    const report = await exported('chunks.jsonl', { format: 'jsonl', embeddings: true });
    assert.ok(report && report.files >= 5 && report.coverage.lines > 50);
    assert.equal(report.coverage.covered, report.coverage.lines);
    const found = records('chunks.jsonl');
    assert.equal(found.filter(({ role }) => role !== 'parent').length, report.chunks);
    const source = readFileSync(fixture('src', 'cart.py').fsPath, 'utf8');
    const cart = found.filter(({ path, role }) => path === 'src/cart.py' && role !== 'parent');
    assert.equal(cart.map(({ text }) => text).join(''), source);
    for (const { embedding, context } of cart) assert.ok(embedding?.length === 256 && context !== undefined);
    assert.deepEqual(readdirSync(folder), ['chunks.jsonl']);
  });

  it('uses the chunk settings', async () => {
    const config = workspace.getConfiguration('codegrain');
    await config.update('chunk.maxTokens', 40, ConfigurationTarget.Global);
    try {
      await exported('small.jsonl', { format: 'jsonl', context: false, parents: false });
    } finally {
      await config.update('chunk.maxTokens', undefined, ConfigurationTarget.Global);
    }
    const found = records('small.jsonl');
    assert.ok(found.length > 5);
    for (const { tokens, role, context } of found)
      assert.ok(tokens.text <= 40 && role !== 'parent' && context === undefined);
  });

  it('leaves nothing behind if the target cannot be written', async () => {
    assert.equal(await exported(join('none', 'chunks.csv'), { format: 'csv' }), undefined);
    assert.deepEqual(readdirSync(folder), []);
  });
});
