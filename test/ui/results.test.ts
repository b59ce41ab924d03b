/** The rows of the results: what they name, where they lead, how they are ordered and drawn. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { SearchPage, titleButton } from './search-page';
import { suiteWorkbench } from './suite';

/** A chunk of three functions; the one that is asked for is the last, and the others use it. */
const markers = `def scope_node_of(node):
    """The node that a marker is kept at."""
    marker = find_marker(node)
    return marker.node


def all_markers_of(nodes):
    return [find_marker(each) for each in nodes]


def find_marker(owner, names=("first", "second", "third", "fourth"), default="nothing was found", is_deep=True): ...
`;
const users = `def mark_owner(owner):
    """Marks what has a marker: find_marker says so."""
    return find_marker(owner) is not None
`;
const many = Array.from(
  { length: 90 },
  (_, i) =>
    `def send_parcel_${i}(parcel):\n    """Sends parcel number ${i} by ${'abcdefghij'[i % 10]} post."""\n    return post(parcel, ${i})\n`,
).join('\n\n');

describe('results', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 120,
    'codegrain.index.consent': 'always',
  });
  let search: SearchPage;
  const page = () => workbench().page;
  const frame = () => search.frame;
  const cursorAt = (line: number): Promise<void> =>
    page()
      .locator('.statusbar-item', { hasText: new RegExp(`Ln ${line},`) })
      .waitFor();
  const lineOf = (text: string): number => markers.split('\n').findIndex((line) => line.includes(text)) + 1;

  before(async () => {
    writeFileSync(join(workbench().folder, 'src', 'markers.py'), markers);
    writeFileSync(join(workbench().folder, 'src', 'parcels.py'), many);
    writeFileSync(join(workbench().folder, 'src', 'owners.py'), users);
    search = await SearchPage.open(workbench(), 'Ask what the code does');
    await eventually(async () => {
      await search.ask('find_marker');
      await search.hit('find_marker').waitFor({ timeout: 1_000 });
    }, 60_000);
  });

  it('name the definition that was asked for and lead to its line, and a line of the snippet to itself', async () => {
    const row = search.hits.first();
    assert.equal(await row.locator('.name').textContent(), 'find_marker');
    assert.match((await row.locator('.head').getAttribute('title')) ?? '', /^find_marker\nsrc\/markers\.py:\d+\n/);
    assert.match(
      (await row.getAttribute('aria-label')) ?? '',
      new RegExp(`find_marker.*line ${lineOf('def find_marker')}`),
    );
    await row.locator('.name').click();
    await cursorAt(lineOf('def find_marker'));
    const other = search.hit('mark_owner');
    await other.focus();
    await page().keyboard.press('ArrowRight');
    await other.locator('.line', { hasText: 'return find_marker(owner)' }).click();
    await cursorAt(3);
    await other.focus();
    await page().keyboard.press('ArrowLeft');
  });

  it('with exactly the name are above the related ones', async () => {
    const group = frame().getByRole('group', { name: 'Exact name' });
    assert.deepEqual(await group.locator('.hit .name').allTextContents(), ['find_marker']);
    assert.ok((await frame().getByRole('group', { name: 'Related' }).locator('.hit').count()) > 0);
    await workbench().screenshot('results-exact');
    // The keyboard goes from one group to the next.
    await search.box.focus();
    for (const key of ['ArrowDown', 'ArrowDown']) await page().keyboard.press(key);
    await frame().locator('[role=group][aria-label=Related] .hit:focus').waitFor();
    // The row is previewed, also if the next question is asked at once.
    await page().locator('.tab.active[data-resource-name="owners.py"]').waitFor();
    await search.ask('how are items paid');
    await frame().getByRole('group', { name: 'Exact name' }).waitFor({ state: 'detached' });
  });

  it('in the quick pick have the same groups, and Escape goes back to the editor as it was', async () => {
    const tab = page().locator('.tab.active');
    const before = await tab.getAttribute('data-resource-name');
    await workbench().runCommand('Codegrain: Semantic Search');
    await page().locator('.quick-input-widget input').first().fill('find_marker');
    const rows = page().locator('.quick-input-list .monaco-list-row');
    await rows.filter({ hasText: 'find_marker' }).first().waitFor();
    await page().locator('.quick-input-list-separator', { hasText: 'Exact name' }).waitFor();
    await page().locator('.quick-input-list-separator', { hasText: 'Related' }).waitFor();
    await workbench().screenshot('results-quick-pick');
    await rows.filter({ hasText: 'owners.py' }).first().waitFor();
    await page().keyboard.press('ArrowDown');
    await page().locator('.tab.active[data-resource-name="owners.py"]').waitFor();
    await page().keyboard.press('Escape');
    await page().locator(`.tab.active[data-resource-name="${before}"]`).waitFor();
    await page().locator('.editor-instance :focus').waitFor({ state: 'attached' });
  });

  it('are the top 20 until more are shown, and all of them if there are no more', async () => {
    await search.ask('send parcel by post');
    const summary = frame().locator('.summary');
    assert.match((await summary.textContent()) ?? '', /^Top 20 · \d+ files?$/);
    const more = frame().getByRole('button', { name: 'Show More Results' });
    await more.click();
    await frame()
      .getByText(/^Top 60 · /)
      .waitFor();
    await more.click();
    await eventually(async () => assert.match((await summary.textContent()) ?? '', /^\d+ results in \d+ files?$/));
    assert.ok((await search.hits.count()) > 20);
    await workbench().screenshot('results-all');
  });

  it('say when nothing is close, and why in words', async () => {
    await search.ask('quantum chromodynamics lattice hadron spectroscopy of the pion');
    assert.equal(await frame().locator('.summary').textContent(), 'No close match. These are only the nearest:');
    await frame().locator('.summary + .suggestions + .tree.nearest').waitFor();
    for (const theme of ['light', 'highContrast', 'dark'] as const) {
      await workbench().setTheme(theme);
      assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), [], theme);
    }
    await workbench().screenshot('results-none');
    await search.ask('send parcel by post');
    await search.hits.first().focus();
    await page().keyboard.press('ArrowRight');
    const why = frame().locator('.why');
    await why.getByText('Close in meaning').waitFor();
    assert.doesNotMatch((await why.textContent()) ?? '', /\d/);
  });

  it('have one line each, as high as in the lists of VS Code, and are not dimmed if they answer', async () => {
    const heights = await search.hits.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height));
    assert.deepEqual([...new Set(heights.slice(1))], [22]);
    assert.equal(await frame().locator('.tree.nearest').count(), 0);
    const names = await search.hits.locator('.name').allTextContents();
    assert.deepEqual(
      await search.hits.locator('.in-file').allTextContents(),
      names.map(() => 'parcels.py'),
    );
    await titleButton(workbench(), 'View by File');
    await frame().locator('.row.file').first().waitFor();
    assert.deepEqual(await search.hits.locator('.name').allTextContents(), names, 'the order in a file is that of all');
    assert.equal(await frame().locator('.row.file').count(), 1);
    await titleButton(workbench(), 'View by Rank');
    await frame().locator('.row.file').first().waitFor({ state: 'detached' });
  });

  it('show the match of a long line, however narrow the view is, and the name before anything else', async () => {
    const sidebar = page().locator('.split-view-container > .split-view-view.visible .part.sidebar');
    const drag = async (width: number): Promise<void> => {
      const box = await sidebar.boundingBox();
      assert.ok(box);
      await page().mouse.move(box.x + box.width, 600);
      await page().mouse.down();
      await page().mouse.move(box.x + width - 20, 600, { steps: 4 });
      await page().mouse.move(box.x + width, 600, { steps: 4 });
      await page().mouse.up();
      await eventually(async () => assert.ok(Math.abs(((await sidebar.boundingBox())?.width ?? 0) - width) < 10));
    };
    await titleButton(workbench(), 'Show More Lines per Result');
    await search.ask('default when nothing was found');
    const line = search.hits.first().locator('.line', { hasText: 'nothing' });
    for (const width of [175, 300, 500]) {
      await drag(width);
      await eventually(async () => {
        const [mark, code] = [
          await line.locator('mark').first().boundingBox(),
          await line.locator('code').boundingBox(),
        ];
        assert.ok(mark && code && mark.x + mark.width <= code.x + code.width + 1);
      });
      await workbench().screenshot(`results-${width}`);
      const overflow = 'document.documentElement.scrollWidth > document.documentElement.clientWidth';
      assert.equal(await frame().evaluate(overflow), false);
      // A name is cut only where nothing else of its line is left.
      const cut: string[] = await frame().evaluate(`[...document.querySelectorAll('.hit > .head')].flatMap((head) => {
        const name = head.querySelector('.name');
        const others = [...head.querySelectorAll('.part, .scope, .in-file, .lines')].filter((each) => each.clientWidth > 0);
        return ${width} < 200 && name.scrollWidth > name.clientWidth && others.length > 0 ? [name.textContent] : [];
      })`);
      assert.deepEqual(cut, []);
    }
    await workbench().setTheme('light');
    await workbench().screenshot('results-light');
  });

  it('are drawn when a word is complete, and rows stay the same elements', async () => {
    await search.ask('send parcel');
    await frame().evaluate(`(() => {
      globalThis.draws = [];
      const found = document.querySelector('.found');
      new MutationObserver(() => draws.push(found.dataset.query)).observe(found, { attributes: true, attributeFilter: ['data-query'] });
      globalThis.rows = [...document.querySelectorAll('.row.hit')];
    })()`);
    await search.box.press('End');
    await page().keyboard.type(' post paid items', { delay: 60 });
    await frame().locator('.found[data-query="send parcel post paid items"]').waitFor();
    const draws: string[] = await frame().evaluate('draws');
    assert.ok(draws.length <= 6, draws.join(' | '));
    for (const query of draws) assert.match(query, /(?:parcel|post|paid|items?) ?$/);
    // Hits of both queries keep their rows, there and back.
    const kept: number = await frame().evaluate('(rows = rows.filter((row) => document.contains(row))).length');
    assert.ok(kept > 0);
    await search.ask('send parcel');
    assert.equal(await frame().evaluate('rows.every((row) => document.contains(row))'), true);
  });
});
