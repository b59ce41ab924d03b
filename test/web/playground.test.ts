/** The playground, built and used in Chromium. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { buildPlayground } from '../../scripts/playground';
import { productFile } from '../../src/shared/product';
import { chunk } from '../../src/surfaces/library/library';
import { accessibilityProblems } from '../ui/accessibility';
import { eventually } from '../ui/eventually';
import { openWebPage, type WebPage } from './web-page';

const sample = readFileSync(productFile('grammars/samples/typescript/inventory.ts'), 'utf8');

describe('the playground', () => {
  let web: WebPage;
  let page: Page;
  before(async () => {
    const folder = productFile('artifacts', 'playground-test');
    await buildPlayground(folder);
    web = await openWebPage(folder, '');
    ({ page } = web);
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  });
  after(() => web[Symbol.asyncDispose]());

  const status = page$('#status');
  const problem = page$('#problem');
  const cards = page$('#chunks .chunk');

  function page$(selector: string) {
    return () => page.locator(selector);
  }

  async function enter(text: string, path: string): Promise<void> {
    await page.fill('#path', path);
    await page.fill('#text', text);
  }

  /** As the browser does it: an event with the text. */
  async function paste(text: string, path: string): Promise<void> {
    await page.focus('#text');
    await page.keyboard.press('Control+A');
    await page.keyboard.press('Delete');
    await page.evaluate(`{
      const field = document.querySelector('#path');
      field.value = ${JSON.stringify(path)};
      field.dispatchEvent(new Event('input'));
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', ${JSON.stringify(text)});
      const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
      document.querySelector('textarea').dispatchEvent(event);
    }`);
  }

  /** Waits until the page says so. */
  async function says(words: RegExp, where = status): Promise<void> {
    await where().filter({ hasText: words }).waitFor();
  }

  it('shows the chunks of its sample: boundaries, tokens, context, parents', async () => {
    await says(/\d+ chunks · [\d,]+ tokens · TypeScript \(detected\)/);
    const { chunks } = await chunk(sample, { path: 'inventory.ts', maxTokens: 200, isolation: 'none' });
    const searched = chunks.filter(({ role }) => role !== 'parent');
    assert.equal(await cards().count(), searched.length);
    const visible = await page.locator('.band').count();
    assert(visible > 1 && visible <= searched.length);
    assert.equal(await page.locator('.parent-line').count(), 1);
    assert.equal(await page.locator('#chunks .parent').count(), chunks.length - searched.length);
    const withContext = searched.findIndex(({ context }) => context.includes('enum Unit'));
    assert.match((await cards().nth(withContext).locator('.context').textContent()) ?? '', /enum Unit/);
    const { tokens, startLine, endLine } = searched[0] ?? assert.fail('no chunk');
    const first = (await cards().first().textContent()) ?? '';
    assert(first.includes(`${tokens.text} tokens`) && first.includes(`lines ${startLine}–${endLine}`), first);
  });

  it('cuts again when an option changes', async () => {
    const before = await cards().count();
    await page.fill('#max-tokens', '60');
    await eventually(async () => assert((await cards().count()) > before));
    await page.selectOption('#context', 'none');
    await page.locator('.context').first().waitFor({ state: 'detached' });
    await page.selectOption('#context', 'used');
    await page.fill('#max-tokens', '200');
    await eventually(async () => assert.equal(await cards().count(), before));
  });

  it('copies the records as JSON', async () => {
    await page.click('#copy');
    await says(/^Copied \d+ records/);
    const copied = JSON.parse(await page.evaluate<string>('navigator.clipboard.readText()'));
    const { chunks } = await chunk(sample, { path: 'inventory.ts', maxTokens: 200, isolation: 'none' });
    assert.deepEqual(copied, JSON.parse(JSON.stringify(chunks)));
  });

  it('is used by keyboard: a card marks its chunk in the text, and the caret marks its card', async () => {
    await cards().nth(1).locator('button').focus();
    await page.keyboard.press('Enter');
    assert.equal(await page.locator('.band.selected').count(), 1);
    assert.equal(await cards().nth(1).locator('button').getAttribute('aria-pressed'), 'true');
    await page.focus('#text');
    await page.keyboard.press('Control+Home');
    await page
      .locator('#chunks .chunk:first-of-type button[aria-pressed=true], #chunks .c0 button[aria-pressed=true]')
      .first()
      .waitFor();
    assert.equal(await cards().nth(1).locator('button').getAttribute('aria-pressed'), 'false');
  });

  it('takes the language that is chosen, and detects it otherwise', async () => {
    await enter('def f(x):\n    return x\n', 'notes');
    await page.selectOption('#language', 'python');
    await says(/ · Python · /);
    await page.selectOption('#language', '');
    await enter('package main\n\nfunc main() {}\n', 'main.go');
    await says(/Go \(detected\)/);
  });

  it('explains an empty text, one without a grammar, and one that is broken', async () => {
    await enter('  \n', 'a.ts');
    await says(/Paste code or text/);
    assert.equal(await cards().count(), 0);
    assert.equal(await page.locator('#copy').isDisabled(), true);
    await enter('some\0thing\n', 'a.ts');
    await says(/NUL/, problem);
    await enter('}{)(class =>\n'.repeat(40), 'a.ts');
    await says(/\d+ chunks?/);
    assert((await cards().count()) > 0);
    await page.fill('#max-tokens', '');
    await says(/maxTokens must be/, problem);
    await page.fill('#max-tokens', '200');
  });

  it('cuts a text of one megabyte, and shows the first cards', async () => {
    await paste(sample.repeat(Math.ceil(1e6 / sample.length)), 'large.ts');
    await says(/[\d,]{5,} chunks/);
    assert.equal(await cards().count(), 300);
    await page.click('#more');
    assert.equal(await cards().count(), 600);
    await paste('x y\n'.repeat(1_250_000), 'large.txt');
    await says(/5\.0 million characters/, problem);
    // It is still said when the page shows what became of the edits before it.
    await says(/Paste code or text/);
    await says(/5\.0 million characters/, problem);
  });

  for (const theme of ['light', 'dark'])
    it(`has no accessibility problems: ${theme}`, async () => {
      await page.selectOption('#theme', theme);
      await page.selectOption('#sample', 'typescript/inventory.ts');
      await says(/TypeScript \(detected\)/);
      await cards().nth(1).locator('button').click();
      assert.deepEqual(await accessibilityProblems(page, 'body'), []);
    });

  it('asks nobody but its own server', () => {
    assert.deepEqual(
      web.requests.filter((url) => !url.startsWith(web.url) && !url.startsWith('data:')),
      [],
    );
  });
});
