/** Places that are known before anything is ranked: what filters list, the frames of a trace, and names that do not exist. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { eventually } from './eventually';
import { SearchPage } from './search-page';
import { suiteWorkbench } from './suite';

const parcels = `def parse_parcel(text):
    return text.split(";")


def parse_label(text):
    if not text:
        raise ValueError("no label")
    return text.strip()


def load_parcels(path):
    return [parse_label(each) for each in path.read_text()]
`;

const trace = `Traceback (most recent call last):
  File "/srv/app/src/parcels.py", line 12, in load_parcels
    return [parse_label(each) for each in path.read_text()]
  File "/usr/lib/python3.12/pathlib.py", line 1027, in read_text
  File "/srv/app/src/parcels.py", line 7, in parse_label
    raise ValueError("no label")
ValueError: no label`;

describe('known places', () => {
  const workbench = suiteWorkbench('test/fixtures/workspace', {
    'codegrain.chunk.maxTokens': 300,
    'codegrain.index.consent': 'always',
  });
  let search: SearchPage;
  const page = () => workbench().page;
  const names = (): Promise<string[]> => search.frame.locator('.row.hit .name').allInnerTexts();
  const cursorAt = (line: number): Promise<void> =>
    page()
      .locator('.statusbar-item', { hasText: new RegExp(`Ln ${line},`) })
      .waitFor();

  before(async () => {
    writeFileSync(join(workbench().folder, 'src', 'parcels.py'), parcels);
    search = await SearchPage.open(workbench(), 'Ask what the code does');
    await eventually(async () => {
      await search.ask('parse_label');
      await search.hit('parse_label').waitFor({ timeout: 1_000 });
    }, 60_000);
  });

  it('are listed by filters alone, by path and line, each definition as a row that opens at it', async () => {
    await search.ask('name:parse* path:parcels');
    await eventually(async () => assert.deepEqual(await names(), ['parse_parcel', 'parse_label']));
    assert.equal(await search.frame.locator('.summary').textContent(), '2 results in 1 file');
    assert.equal(await search.frame.locator('.problems').isVisible(), false);
    await workbench().screenshot('listed');
    await search.hit('parse_label').click();
    await cursorAt(5);
    await search.ask('kind:class');
    await eventually(async () => assert.ok((await names()).includes('Cart')));
    assert.ok(!(await names()).includes('gross'));
    await workbench().screenshot('listed-classes');
  });

  it('are offered if a name does not exist, and a click searches for one', async () => {
    await search.ask('parse_lable');
    const problem = search.frame.locator('.problems li', { hasText: 'No definition named parse_lable. Nearest:' });
    await problem.waitFor();
    await workbench().screenshot('missing-name');
    assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
    await problem.getByRole('button', { name: 'parse_label' }).click();
    await search.hit('parse_label').waitFor();
    await eventually(async () => assert.equal(await search.box.inputValue(), 'parse_label'));
    await search.frame.locator('.problems').waitFor({ state: 'hidden' });
  });

  it('are the frames of a pasted trace: first, in its order, the deepest marked, each at its line', async () => {
    await search.box.fill(trace);
    await search.frame.locator('.row.hit', { hasText: 'frame 3, deepest' }).waitFor();
    assert.deepEqual((await names()).slice(0, 2), ['load_parcels', 'parse_label']);
    const rows = search.frame.locator('.row.hit');
    assert.equal(await rows.nth(0).locator('.frame').textContent(), 'frame 1');
    assert.ok(await rows.nth(1).locator('.frame').isVisible());
    await workbench().screenshot('trace');
    await rows.nth(1).click();
    await cursorAt(7);
    await rows.nth(0).click();
    await cursorAt(12);
  });
});
