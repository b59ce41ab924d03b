/** The report that users paste into an issue says what is wrong, and does not reveal where their folders are. */
import assert from 'node:assert/strict';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { FolderStats } from '../../../../src/engine/indexer/folder-stats';
import { emptyReport } from '../../../../src/engine/indexer/index-result';
import type { FolderStatus } from '../../../../src/engine/service-protocol';
import { type ReportedRoot, reportMarkdown } from '../../../../src/vscode/report/report-markdown';

const root = join(homedir(), 'work', 'shop');
const status: FolderStatus = {
  root,
  is: 'ready',
  isStale: true,
  isReader: true,
  files: 2,
  languages: ['python'],
  chunks: 7,
  bytes: 4096,
  memory: 1234,
};
const stats: FolderStats = {
  folder: {
    seen: 5,
    taken: 2,
    skipped: [
      {
        reason: 'ignored',
        count: 2,
        examples: [{ path: 'customers', message: 'is ignored by "customers" in .gitignore' }],
      },
      {
        reason: 'failed',
        count: 1,
        examples: [{ path: 'src/odd|name.ts', message: `crashed at ${join(root, 'src')}` }],
      },
    ],
  },
  pending: { added: 1, changed: 0, removed: 0 },
  languages: [{ language: 'typescript', files: 2, bytes: 900, chunks: 7 }],
  sizes: [
    { from: 1, to: 25, chunks: 3 },
    { from: 26, to: undefined, chunks: 4 },
  ],
  isChecked: true,
  damaged: { missing: [] },
  problems: [],
  overlap: { chunks: 0, repeating: 0, meanTokens: 0, share: 0 },
  fallbacks: [{ fallback: 'syntax-error', files: 1, examples: ['src/broken.ts'] }],
  index: {
    file: join(root, '.codegrain', 'index.cgx'),
    model: 'built-in/1',
    chunker: '1 {}',
    dimensions: 256,
    generation: 1,
    bytes: 4096,
    ignoredBytes: 0,
    memory: 1000,
    segments: 1,
    appended: 0,
    tail: 0,
    files: 2,
    skipped: {},
    sourceBytes: 900,
    coverage: { lines: 40, covered: 40 },
    searchedChunks: 7,
    parents: 1,
    deadRows: 0,
    missingVectors: 0,
  },
};
const about = { version: '1.2.3', editor: '1.101.0', platform: 'linux 6' };
const report = (folder: Partial<ReportedRoot> = {}): string =>
  reportMarkdown([{ name: 'shop', status, stats, ...folder }], about);

describe('the report as Markdown', () => {
  it('has the numbers, the versions and the state', () => {
    const text = report();
    for (const part of [
      'Codegrain 1.2.3, VS Code 1.101.0, linux 6',
      '## shop',
      'State: ready, stale, shared',
      '| files found | 5 |',
      '| lines covered | 40 of 40 |',
      '| index in memory | 1234 bytes |',
      '| failed | 1 |',
      '| over 25 | 4 |',
      '| typescript | 2 | 900 | 7 |',
      '- syntax-error: 1 files',
    ])
      assert.ok(text.includes(part), `${part} is not in\n${text}`);
  });

  it('says that the index is damaged, and that it was repaired', () => {
    const damage = { bytes: 9, lostFiles: 1, lostPaths: ['src/a.ts'], weakenedFiles: 0 };
    const problem = { reason: 'damaged' as const, message: 'the index is damaged: 1 file is missing from it', damage };
    const expected = /State: ready, stale, shared \(damaged: the index is damaged: 1 file is missing from it\)/;
    assert.match(report({ status: { ...status, damage: problem } }), expected);
    assert.match(report({ stats: { ...stats, problems: [problem] } }), expected);
    const repaired = { ...emptyReport, repaired: 'the index was damaged and is being repaired' };
    assert.match(report({ status: { ...status, report: repaired } }), /^Repaired: the index was damaged/m);
  });

  it('names files only if they are the problem', () => {
    const text = report();
    assert.match(text, /`src\/odd\|name\.ts` crashed at shop/);
    assert.doesNotMatch(text, /customers|broken\.ts/);
  });

  it('names a rule that ignores nearly everything', () => {
    const rules = [{ file: '.gitignore', line: 12, pattern: '/*', count: 35 }];
    const folder = { seen: 38, taken: 0, skipped: [{ reason: 'ignored' as const, count: 38, examples: [], rules }] };
    const text = report({ stats: { ...stats, folder } });
    assert.match(text, /Most is ignored by `\/\*` in \.gitignore, line 12: 35 files and folders\./);
    assert.doesNotMatch(report(), /ignored by/);
  });

  it('does not say where a folder is on disk', () => {
    const failed = report({
      status: {
        ...status,
        is: 'failed',
        problem: { reason: 'read-only', message: `${root}/.codegrain: permission denied` },
      },
      stats: `the index ${join(root, '.codegrain', 'index.cgx')} is damaged; see ${join(homedir(), 'other')}`,
    });
    assert.match(failed, /State: failed, stale, shared \(read-only: shop\/\.codegrain: permission denied\)/);
    assert.match(failed, /No statistics: the index shop.\.codegrain.index\.cgx is damaged; see ~.other/);
    for (const text of [report(), failed]) assert.ok(!text.includes(homedir()), text);
  });

  it('escapes pipes in table cells', () => {
    const odd = report({ stats: { ...stats, index: { ...stats.index, chunker: 'a|b' } } });
    assert.match(odd, /\| chunker \| a\\\|b \|/);
  });
});
