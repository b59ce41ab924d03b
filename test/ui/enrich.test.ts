/** Language models of VS Code as the user works with them: agree, watch progress, cancel, and read the results. */
import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Frame, Locator, Page } from 'playwright-core';
import { closeServers } from '../unit/wings/models/chat-server';
import { accessibilityProblems, WEBVIEW_BODY } from './accessibility';
import { ChatModels } from './chat-models';
import { eventually } from './eventually';
import { findWebview, visibleLines } from './screen';
import { OPEN_HOOK, openWorkbench, type Workbench } from './workbench';

const commands = {
  run: 'Codegrain: Run Prompt over Chunks…',
  continue: 'Codegrain: Continue Run…',
  write: 'Codegrain: Write Notes about Chunks…',
  retry: 'Codegrain: Retry Failed Notes',
  clear: 'Codegrain: Clear Notes about Chunks',
};

describe('language models of VS Code', () => {
  let models: ChatModels;
  let workbench: Workbench;
  const page = (): Page => workbench.page;
  const dialog = (): Locator => page().locator('.monaco-dialog-box');
  const toast = (text: string): Locator =>
    page().locator('.notifications-toasts .notification-toast', { hasText: text });
  const pick = async (text: string): Promise<void> => {
    await page().locator('.quick-input-list .monaco-list-row', { hasText: text }).first().click();
  };
  const answerDialog = async (text: string, button: string): Promise<string> => {
    await dialog().filter({ hasText: text }).waitFor();
    const content = (await dialog().textContent()) ?? '';
    await dialog().getByText(button, { exact: true }).click();
    return content;
  };
  /** Runs the command up to the question whether code may be sent. */
  const runPrompt = async (what: string, model: string): Promise<void> => {
    await workbench.runCommand(commands.run);
    await pick(what);
    await pick('Write a prompt…');
    await page().locator('.quick-input-widget input').first().fill('What is in {path}? {chunk}');
    await page().keyboard.press('Enter');
    await pick('Text');
    await pick(model);
    await dialog().waitFor();
  };
  /** The lines of the document with the results. */
  const results = async (): Promise<{ is: string; path: string; answer?: string; error?: string }[]> =>
    (await visibleLines(page())).filter(({ text }) => text.startsWith('{')).map(({ text }) => JSON.parse(text));
  const closeResults = async (): Promise<void> => {
    await workbench.runCommand('View: Revert and Close Editor');
    await page().locator('.tab', { hasText: 'Untitled' }).waitFor({ state: 'detached' });
  };
  const clearToasts = (): Promise<void> => workbench.runCommand('Notifications: Clear All Notifications');

  before(async function () {
    this.timeout(OPEN_HOOK);
    models = await ChatModels.start(() => 'A shop.');
    const settings = { 'chat.disableAIFeatures': false };
    workbench = await openWorkbench('test/fixtures/workspace', settings, {}, models.companion);
    await workbench.openFile('src/cart.py');
    await eventually(async () => {
      const titles = await workbench.searchPalette(commands.run);
      await workbench.closePalette();
      assert.ok(titles.includes(commands.run), titles.join('\n'));
    });
  });
  afterEach(async function () {
    if (this.currentTest?.state === 'failed') await workbench.screenshot(`failed ${this.currentTest.fullTitle()}`);
  });
  after(async () => {
    await workbench?.close();
    await closeServers();
  });

  it('get nothing before the user knows where code goes and how much, and nothing if the user cancels', async () => {
    await runPrompt('All files in workspace', 'Large Test Model');
    await workbench.screenshot('enrich-consent');
    const content = await answerDialog('Send code', 'Cancel');
    assert.match(content, /Send code to Large Test Model \(codegrain-tests\)\?/);
    assert.match(content, /5 requests with [\d,]+ tokens from your files\./);
    assert.match(content, /At most [\d,]+ tokens including the answers\./);
    await toast('running the prompt').waitFor({ state: 'detached' });
    assert.equal(models.asked.length, 0);
  });

  it('get nothing if the user does not let Codegrain use them, and VS Code asks that once', async () => {
    await runPrompt('All files in workspace', 'Large Test Model');
    await answerDialog('Send code', 'Send Code');
    const content = await answerDialog('wants to access', 'Cancel');
    assert.match(content, /'Codegrain' wants to access the language models provided by Models of the Tests/);
    const message =
      'The prompt was not run: You did not allow the language model to be used. Allow it when VS Code asks';
    await toast(message).waitFor();
    await workbench.screenshot('enrich-not-allowed');
    assert.equal(await dialog().count(), 0);
    assert.equal(await page().locator('.tab', { hasText: 'Untitled' }).count(), 0);
    assert.equal(models.asked.length, 0);
    await clearToasts();
  });

  it('answer into a document while a notification shows progress; answers stay after cancelling', async () => {
    // The third question is never answered.
    models.setReplies(() => (models.asked.length < 3 ? 'A shop.' : undefined));
    await runPrompt('All files in workspace', 'Large Test Model');
    await answerDialog('Send code', 'Send Code');
    await answerDialog('wants to access', 'Allow');
    await toast('running the prompt: 2 of 5').waitFor();
    await eventually(async () => assert.equal((await results()).length, 2));
    await eventually(() => assert.equal(models.asked.length, 3));
    await workbench.screenshot('enrich-progress');
    await toast('running the prompt').getByText('Cancel', { exact: true }).click();
    await toast('2 answered, 0 failed, 3 left').waitFor();
    await workbench.screenshot('enrich-cancelled');
    for (const result of await results()) assert.deepEqual([result.is, result.answer], ['answer', 'A shop.']);
    await eventually(() => assert.equal(models.abandoned.length, 1));
    assert.equal(models.asked.length, 3);
    await closeResults();
  });

  it('are asked only for missing answers when a run continues, from the notification and later by the command', async () => {
    const before = models.asked.length;
    models.setReplies(() => (models.asked.length < before + 2 ? 'A shop.' : undefined));
    await toast('2 answered, 0 failed, 3 left').getByText('Continue', { exact: true }).click();
    assert.match(await answerDialog('Send code', 'Send Code'), /3 requests with/);
    await toast('running the prompt: 1 of 3').waitFor();
    await eventually(async () => assert.equal((await results()).length, 3));
    await eventually(() => assert.equal(models.asked.length, before + 2));
    await toast('running the prompt').getByText('Cancel', { exact: true }).click();
    await toast('1 answered, 0 failed, 2 left').waitFor();
    await closeResults();
    await clearToasts();

    models.setReplies(() => 'A shop.');
    await workbench.runCommand(commands.continue);
    const row = page().locator('.quick-input-list .monaco-list-row', { hasText: '3 of 5 answered' });
    await row.waitFor();
    await workbench.screenshot('enrich-continue');
    await row.click();
    assert.match(await answerDialog('Send code', 'Send Code'), /2 requests with/);
    await toast('2 answered, 0 failed, 0 left').waitFor();
    const all = await results();
    assert.equal(new Set(all.map(({ path }) => path)).size, 5);
    assert.deepEqual(
      all.map(({ is }) => is),
      ['answer', 'answer', 'answer', 'answer', 'answer'],
    );
    // Only the cancelled questions were asked again.
    assert.equal(models.asked.length, before + 4);
    await closeResults();
    await clearToasts();
  });

  it('get a file in chunks if it does not fit; a failed chunk is listed and the others continue', async () => {
    models.setReplies((question) => (question.includes('def load') ? new Error('The model is tired.') : 'A part.'));
    await workbench.openFile('src/cart.py');
    await runPrompt('This file', 'Small Test Model');
    const requests = Number(/(\d+) requests/.exec(await answerDialog('Send code', 'Send Code'))?.[1]);
    assert.ok(requests > 1);
    await toast(`${requests - 1} answered, 1 failed, 0 left`).waitFor();
    const all = await results();
    assert.equal(all.length, requests);
    assert.deepEqual(
      all.filter(({ is }) => is === 'failed').map(({ error }) => error),
      ['The model is tired.'],
    );
    await workbench.screenshot('enrich-failed');
    await closeResults();
    await clearToasts();
  });

  describe('write notes', () => {
    const chunkIn = (question: string): string => /<chunk>([\s\S]*)<\/chunk>/.exec(question)?.[1] ?? '';
    let frame: Frame;
    const ask = async (query: string): Promise<void> => {
      await frame.locator('#query').fill('');
      await frame.locator('#query').fill(query);
      await frame.locator(`.found[data-query=${JSON.stringify(query)}]`).waitFor();
    };
    /** A compact row has its note in its tooltip. */
    const notes = async (): Promise<string[]> => {
      const heads = await frame.locator('.row.hit .head').evaluateAll((all) => all.map((each) => each.title));
      return heads.flatMap((title) => /^\[Context\].*$/m.exec(title) ?? []);
    };
    const hover = async (): Promise<string> => {
      const line = page().locator('.view-line', { hasText: 'def net' }).locator('span').first();
      const shown = page().locator('.monaco-hover', { hasText: 'openai-tiktoken' });
      await eventually(async () => {
        const box = (await line.boundingBox()) ?? assert.fail();
        await page().mouse.move(box.x + 20, box.y + box.height / 2);
        await page().mouse.move(box.x + 10, box.y + box.height / 2);
        await shown.waitFor({ timeout: 3000 });
      });
      return ((await shown.textContent()) ?? '').replaceAll('\u00a0', ' ');
    };

    before(async () => {
      // Runs use the setting too; with the default they ask once per file.
      const folder = join(workbench.folder, '.vscode');
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, 'settings.json'), '{ "codegrain.chunk.maxTokens": 120 }\n');
      await workbench.openFile('src/cart.py');
      await workbench.runCommand('Codegrain: Chunk Current File');
      await page().getByText('5 chunks · ').first().waitFor();
    });

    it('about every chunk, and report which failed', async () => {
      models.setReplies((question) =>
        chunkIn(question).includes('def gross') ? new Error('The model is tired.') : 'It belongs to a shop.',
      );
      const before = models.asked.length;
      await workbench.runCommand(commands.write);
      await pick('Large Test Model');
      const requests = Number(/(\d+) requests/.exec(await answerDialog('Send code', 'Send Code'))?.[1]);
      await toast(`Notes: ${requests - 1} written, 1 failed, 0 left.`).waitFor();
      await toast('writing notes').waitFor({ state: 'detached' });
      await workbench.screenshot('enrich-notes-written');
      assert.equal(models.asked.length - before, requests);
    });

    it('again only about those that failed', async () => {
      models.setReplies(() => 'Zirconium pays the bill.');
      const before = models.asked.length;
      await toast('1 failed').getByText('Retry Failed Notes').click();
      await pick('Large Test Model');
      assert.match(await answerDialog('Send code', 'Send Code'), /1 request with/);
      await toast('Notes: 1 written, 0 failed, 0 left.').waitFor();
      assert.equal(models.asked.length - before, 1);
      assert.match(chunkIn(models.asked.at(-1) ?? ''), /def gross/);
      await clearToasts();
      await workbench.runCommand(commands.retry);
      await pick('Large Test Model');
      await toast('Every chunk already has its note.').waitFor();
      assert.equal(models.asked.length - before, 1);
      await clearToasts();
    });

    it('that are shown in the hover of a boundary', async () => {
      await workbench.openFile('src/cart.py');
      await workbench.runCommand('Codegrain: Chunk Current File');
      await workbench.goTo(36);
      const text = await hover();
      assert.ok(text.includes('[Context] Zirconium pays the bill.'), text);
      await workbench.screenshot('enrich-hover');
      await page().keyboard.press('Escape');
    });

    it('that are found, and shown in the hit', async () => {
      // "Chunk Current File" opened the sidebar.
      frame = await findWebview(page(), 'Ask what the code does');
      await frame.locator('body[data-ready]').waitFor();
      await eventually(async () => {
        await ask('zirconium');
        assert.deepEqual((await notes()).slice(0, 1), ['[Context] Zirconium pays the bill.']);
      });
      const first = frame.locator('.row.hit').first();
      assert.match((await first.getAttribute('aria-label')) ?? '', /Zirconium pays the bill\./);
      await first.focus();
      await page().keyboard.press('ArrowRight');
      await first.locator('.note').getByText('Zirconium pays the bill.').waitFor();
      assert.deepEqual(await accessibilityProblems(page(), WEBVIEW_BODY), []);
      await workbench.screenshot('enrich-hit');
    });

    it('that are shown in the quick pick', async () => {
      await workbench.runCommand('Codegrain: Semantic Search');
      await page().locator('.quick-input-widget input').first().fill('zirconium');
      const row = page().locator('.quick-input-list .monaco-list-row', { hasText: 'src/cart.py' }).first();
      await row.getByText('[Context] Zirconium pays the bill.').waitFor();
      await workbench.screenshot('enrich-quick-pick');
      await page().keyboard.press('Escape');
      await row.waitFor({ state: 'hidden' });
    });

    it('that disappear when they are cleared', async () => {
      await workbench.runCommand(commands.clear);
      await toast('The notes are deleted.').waitFor();
      await eventually(async () => {
        await ask('zirconium');
        assert.deepEqual(await notes(), []);
      });
      await workbench.openFile('src/cart.py');
      await workbench.goTo(36);
      const text = await hover();
      assert.ok(!text.includes('Zirconium'), text);
      await workbench.screenshot('enrich-cleared');
    });
  });
});
