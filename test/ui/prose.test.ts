/** Boundaries in prose: a Markdown file with nested fences, and the cells of a notebook. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { eventually } from './eventually';
import { visibleLines } from './screen';
import { suiteWorkbench } from './suite';

/** The chunks of the file by the command line: the editor must show the same. */
function chunksOf(path: string): Chunk[] {
  const args = [resolve('dist/cli.js'), 'chunk', '--max-tokens', '100', path];
  const lines = execFileSync(process.execPath, args, { cwd: 'test/fixtures/workspace', encoding: 'utf8' });
  return lines
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
    .filter((chunk: Chunk) => chunk.role !== 'parent');
}

describe('boundaries in prose', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 100 });

  it('are where the sections of a Markdown file begin, not inside its fences', async () => {
    const { page } = workbench();
    await workbench().openFile('docs/guide.md');
    await workbench().runCommand('Codegrain: Chunk Current File');
    // The label of a wrapped line is on its last row, which has no line number.
    const text = readFileSync('test/fixtures/workspace/docs/guide.md', 'utf8').split('\n');
    const expected = chunksOf('docs/guide.md')
      .map((chunk) => chunk.startLine + chunk.text.slice(0, chunk.overlap.before).split('\n').length - 1)
      .filter((line) => (text[line - 1]?.length ?? 0) < 80);
    await eventually(async () => {
      const lines = await visibleLines(page);
      const labelled = lines.filter(({ labels }) => labels.length > 0).map(({ number }) => number);
      const bottom = lines.at(-1)?.number ?? 0;
      assert.deepEqual(
        labelled,
        expected.filter((line) => line <= bottom),
      );
    });
    const inFences = (await visibleLines(page)).filter(({ text }) => /^(cart|print|```python)/.test(text));
    assert.ok(inFences.length > 3);
    assert.ok(inFences.every(({ labels }) => labels.length === 0));
    await workbench().screenshot('markdown');
  });

  it('are in the cells of a notebook', async () => {
    const { page } = workbench();
    await workbench().runCommand('View: Close All Editors');
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().fill('analysis.ipynb');
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'analysis.ipynb' }).first().waitFor();
    await page.keyboard.press('Enter');
    const code = page.locator('.notebookOverlay .view-line', { hasText: 'def clean' }).first();
    await code.click();
    await workbench().runCommand('Codegrain: Chunk Current File');
    await eventually(async () => {
      const label: string = await page.evaluate(`(() => {
        const spans = [...document.querySelectorAll('.notebookOverlay .view-line *')];
        return spans.map((each) => getComputedStyle(each, '::after').content).filter((content) => content.startsWith('"')).join();
      })()`);
      assert.match(label, /tokens · .*import/);
    });
    await workbench().waitForText('100 % covered');
    await workbench().screenshot('notebook');
  });
});
