/** The chunks of a file as the user sees them: boundaries, hovers, the Chunks view and the status bar, also after changes. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Chunk } from '../../src/code/chunk';
import { shownName, shownNameText } from '../../src/code/records/labels';
import { unseenName } from '../../src/vscode/boundaries/unseen-name';
import { eventually } from './eventually';
import { findWebview, visibleLines } from './screen';
import { suiteWorkbench } from './suite';

/** The chunks of the same file by the command line: the editor must show the same. */
const chunks: Chunk[] = execFileSync(
  process.execPath,
  [resolve('dist/cli.js'), 'chunk', '--max-tokens', '120', 'src/cart.py'],
  { cwd: 'test/fixtures/workspace', encoding: 'utf8' },
)
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const searched = chunks.filter((chunk) => chunk.role !== 'parent');
const last = searched.at(-1) as Chunk;
const summary = `${searched.length} chunks · ${searched.reduce((sum, chunk) => sum + chunk.tokens.text, 0)} tokens`;

describe('the boundaries of a file', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', { 'codegrain.chunk.maxTokens': 120 });

  /** Line → label. */
  const labels = async (): Promise<Record<number, string>> => {
    const lines = await visibleLines(workbench().page);
    return Object.fromEntries(
      lines.filter((line) => line.labels.length > 0).map((line) => [line.number, line.labels.join()]),
    );
  };
  const labelled = async (): Promise<number[]> => Object.keys(await labels()).map(Number);
  /** Expects labels on those of the lines that are on the screen. */
  const expectLabels = (lines: readonly number[]): Promise<void> =>
    eventually(async () => {
      const bottom = (await visibleLines(workbench().page)).at(-1)?.number ?? 0;
      assert.deepEqual(
        await labelled(),
        lines.filter((line) => line <= bottom),
      );
    });
  const rows = () => workbench().page.locator('[id="workbench.view.extension.codegrain"] .monaco-list-row');

  /** VS Code unfolds a view as low as it can be. */
  const raiseChunksView = async (): Promise<void> => {
    const { mouse } = workbench().page;
    const header = workbench().page.locator('.sidebar .pane-header', { hasText: 'Chunks' });
    const boxOf = async () => (await header.boundingBox()) ?? assert.fail();
    // While the view unfolds, its edge moves.
    await eventually(async () => {
      const { x, y } = await boxOf();
      await mouse.move(x + 100, y);
      await mouse.down();
      await mouse.move(x + 100, y - 200, { steps: 5 });
      await mouse.up();
      assert.ok((await boxOf()).y < y - 100);
    });
  };

  it('appear with "Chunk Current File", and the Chunks view opens on the file', async () => {
    await workbench().openFile('src/cart.py');
    await workbench().runCommand('Codegrain: Chunk Current File');
    await expectLabels(searched.map((chunk) => chunk.startLine));
    const drawn = await labels();
    for (const chunk of searched.slice(0, 4)) {
      const name = unseenName(shownName(chunk), chunk.text.split('\n').slice(0, 2).join('\n'));
      const about = name ? `+ ${shownNameText(name)} · ` : '';
      assert.ok(drawn[chunk.startLine]?.startsWith(`${about}${chunk.tokens.text} tokens`), drawn[chunk.startLine]);
    }
    // `TAX` begins its chunk, `@dataclass` and `class Cart:` the next.
    assert.match(drawn[11] ?? '', /^\+ Item · \d+ tokens/);
    assert.match(drawn[27] ?? '', /^\d+ tokens · /);
    await raiseChunksView();
    await rows()
      .nth(chunks.length - 1)
      .waitFor();
    assert.equal(await rows().count(), chunks.length);
    for (const [i, chunk] of chunks.entries()) {
      const row = (await rows().nth(i).textContent()) ?? '';
      const { startLine, endLine, tokens } = chunk;
      const shown = shownName(chunk);
      const label = shownNameText(shown) || shown.kind;
      const lines = `${startLine}–${endLine}`;
      const expected = label ? `${label}${lines} · ` : `lines ${lines}`;
      assert.ok(row.startsWith(`${expected}${tokens.text} tokens`), row);
    }
    await workbench().waitForText(`${summary} · 100 % covered`);
    await workbench().screenshot('boundaries');
  });

  it('are counted in the tooltip of the status bar item, which opens the search while there is no index', async () => {
    const { page } = workbench();
    const item = page.locator('.statusbar-item[id^="codegrain"]');
    await item.hover();
    await page.locator('.monaco-hover', { hasText: `cart.py: ${summary}` }).waitFor();
    await item.click();
    await findWebview(page, 'Search code by what it does');
  });

  it('show on hover what is embedded', async () => {
    const { page } = workbench();
    await workbench().goTo(last.startLine);
    const line = page.locator('.view-line', { hasText: 'def net' }).locator('span').first();
    const box = await line.boundingBox();
    assert.ok(box);
    const hover = page.locator('.monaco-hover', { hasText: 'openai-tiktoken' });
    await eventually(async () => {
      // On the indentation, then on the first word.
      await page.mouse.move(box.x + 10, box.y + box.height / 2);
      await page.mouse.move(box.x + 40, box.y + box.height / 2);
      await hover.waitFor({ timeout: 3000 });
    });
    const text = ((await hover.textContent()) ?? '').replaceAll('\u00a0', ' ');
    for (const part of [last.name, 'exact', 'round_half_even', 'Parent: lines 1–49', 'def net(self)']) {
      assert.ok(text.includes(part), `${part} in ${text}`);
    }
    await workbench().screenshot('hover');
    await page.keyboard.press('Escape');
  });

  it('leave the gutter alone, and never make the editor scroll sideways', async () => {
    const { page } = workbench();
    const inGutter = page.locator('.editor-group-container.active .glyph-margin-widgets > *');
    assert.equal(await inGutter.count(), 0);
    const scrollWidth = (): Promise<number> =>
      page.evaluate(`document.querySelector('.editor-group-container.active .view-lines').offsetWidth`);
    const isScrolling = (): Promise<boolean> =>
      page.evaluate(`(() => {
        const bar = document.querySelector('.editor-group-container.active .scrollbar.horizontal');
        return bar.querySelector('.slider').offsetWidth < bar.offsetWidth;
      })()`);
    // So narrow that no label fits beside its line.
    await page.setViewportSize({ width: 760, height: 800 });
    await workbench().runCommand('Codegrain: Toggle Chunk Boundaries');
    await eventually(async () => assert.deepEqual(await labelled(), []));
    const without = [await scrollWidth(), await isScrolling()];
    await workbench().runCommand('Codegrain: Toggle Chunk Boundaries');
    await eventually(async () => assert.ok((await labelled()).length > 0));
    await workbench().goTo(1);
    await workbench().screenshot('boundaries-narrow');
    assert.deepEqual([await scrollWidth(), await isScrolling()], without);
    await page.setViewportSize({ width: 1280, height: 800 });
  });

  it('are revealed by a click on a row of the Chunks view, which follows the cursor', async () => {
    const { page } = workbench();
    await workbench().goTo(2);
    await rows()
      .filter({ hasText: `${last.startLine}–` })
      .click();
    await page.locator('.statusbar-item', { hasText: `Ln ${last.startLine}` }).waitFor();
    await workbench().goTo(1);
    await eventually(async () =>
      assert.match((await rows().and(page.locator('.selected')).textContent()) ?? '', /^statements/),
    );
  });

  it('move and change while typing', async () => {
    await workbench().typeAt(1, '# one more line\n');
    await expectLabels(searched.map(({ startLine }) => (startLine === 1 ? 1 : startLine + 1)));
    await workbench().typeAt(
      46,
      '\ndef later(first, second):\n    return first + second\n\n\nclass Last:\n    """The last one."""\n',
    );
    await eventually(async () => assert.match(Object.values(await labels()).join('\n'), /\+ Last · /));
  });

  it('come back after the parse worker was killed', async () => {
    const workers = workbench().processes('parse-worker.js');
    assert.ok(workers.length > 0);
    for (const pid of workers) process.kill(pid, 'SIGKILL');
    await workbench().goTo(1);
    const before = await labelled();
    await workbench().typeAt(1, '# another line\n');
    await expectLabels(before.map((line) => (line === 1 ? 1 : line + 1)));
    await eventually(() =>
      assert.ok(
        workbench()
          .processes('parse-worker.js')
          .some((pid) => !workers.includes(pid)),
      ),
    );
  });

  it('follow the settings', async () => {
    const before = (await labelled()).length;
    workbench().changeSettings({ 'codegrain.chunk.maxTokens': 50 });
    await eventually(async () => assert.ok((await labelled()).length > before));
    workbench().changeSettings({ 'codegrain.boundaries.labels': false });
    await eventually(async () => assert.deepEqual(await labelled(), []));
    workbench().changeSettings({ 'codegrain.chunk.maxTokens': undefined, 'codegrain.boundaries.labels': undefined });
    await eventually(async () => assert.ok((await labelled()).length >= before));
  });

  for (const theme of ['light', 'highContrast', 'highContrastLight', 'dark'] as const) {
    it(`are visible in the theme ${theme}`, async () => {
      await workbench().setTheme(theme);
      await workbench().goTo(1);
      const rule = await eventually(async () => {
        const color: string = await workbench().page.evaluate(`(() => {
          const befores = [...document.querySelectorAll('.view-line *')].map((each) => getComputedStyle(each, '::before'));
          return befores.find((style) => style.borderTopWidth === '1px' && style.position === 'absolute')?.borderTopColor ?? '';
        })()`);
        assert.match(color, /^rgba?\(/);
        return color;
      });
      assert.doesNotMatch(rule, /, 0\)$/);
      await workbench().screenshot(`theme-${theme}`);
    });
  }

  it('disappear when they are toggled', async () => {
    await workbench().runCommand('Codegrain: Toggle Chunk Boundaries');
    await eventually(async () => assert.deepEqual(await labelled(), []));
    await workbench().runCommand('Codegrain: Toggle Chunk Boundaries');
    await eventually(async () => assert.ok((await labelled()).length > 0));
  });

  it('are not drawn in a file above the limit until the user insists, and then without another question', async () => {
    const { page } = workbench();
    workbench().changeSettings({ 'codegrain.chunk.maxFileSize': 1 });
    const header = page.locator('.sidebar .pane-header', { hasText: 'Chunks' });
    await header.getByText(/^cart\.py · 1\.\d\skB, limit 1\skB$/).waitFor();
    await workbench().screenshot('chunks-too-large');
    await page.locator('.sidebar').getByText('Chunk Anyway').click();
    await workbench().waitForText('100 % covered');
    assert.equal(await page.locator('.notification-toast').count(), 0);
    workbench().changeSettings({ 'codegrain.chunk.maxFileSize': undefined });
    assert.match((await header.textContent()) ?? '', /^Chunks\s*cart\.py/);
  });

  it('leave nothing in the Chunks view for a file that is not text, or without an editor', async () => {
    const { page } = workbench();
    const header = page.locator('.sidebar .pane-header', { hasText: 'Chunks' });
    const expectEmpty = (): Promise<void> =>
      eventually(async () => {
        assert.equal(await rows().count(), 0);
        assert.doesNotMatch((await header.textContent()) ?? '', /cart\.py/);
      });
    writeFileSync(join(workbench().folder, 'data.bin'), Buffer.from([0, 1, 2, 3, 0, 255]));
    await page.keyboard.press('Control+P');
    await page.locator('.quick-input-widget input').first().fill(join(workbench().folder, 'data.bin'));
    await page.locator('.quick-input-list .monaco-list-row', { hasText: 'data.bin' }).first().waitFor();
    await page.keyboard.press('Enter');
    await page.locator('.tab.active', { hasText: 'data.bin' }).waitFor();
    await expectEmpty();
    await workbench().runCommand('View: Close Editor');
    await page.locator('.tab.active', { hasText: 'cart.py' }).waitFor();
    await eventually(async () => assert.ok((await rows().count()) > 0));
    await workbench().runCommand('File: Save');
    await page.locator('.tab.dirty').waitFor({ state: 'detached' });
    await workbench().runCommand('View: Close All Editors');
    await expectEmpty();
  });
});
