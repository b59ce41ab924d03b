/** Tasks that take something along: into the clipboard, a file, a saved search. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { eventually } from '../../ui/eventually';
import { type AnyTurn, ask, askAndEnter, downTo, type TrialTask } from '../trial-task';
import type { SeenHit } from '../trial-window';

export const copySecond: TrialTask = {
  name: 'Look at the second best result and copy it with its imports',
  async keyboard(turn) {
    const { hand, about } = turn;
    await askAndEnter(turn, about.question.ask);
    await downTo(turn, 1);
    await hand.press('Control+C');
    await hasCopied(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    const row = window.hits.nth(1);
    await hand.click(row.locator('.head .name'), 'result');
    await hand.choose(row.locator('.head'), 'result', 'Copy with Context');
    await hasCopied(turn);
  },
};

async function hasCopied({ window, about }: AnyTurn): Promise<void> {
  const second = await window.hit(1);
  await window.showsPlace(second.path, second.startLine, second.endLine);
  await eventually(async () => assert.match(await window.copied(), about.imports));
}

export const copyThree: TrialTask = {
  name: 'Select three results and copy them within the token budget',
  async keyboard(turn) {
    const { hand, about } = turn;
    await askAndEnter(turn, about.question.ask);
    for (const hit of [0, 1, 2]) {
      await downTo(turn, hit);
      await hand.press('Space');
    }
    await areCounted(turn);
    await hand.press('Control+C');
    await areCopied(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    for (const hit of [0, 1, 2]) await hand.click(window.hits.nth(hit).locator('.head .name'), 'result', 'Control');
    await areCounted(turn);
    await hand.click(window.seen.locator('.selection').getByRole('button', { name: 'Copy' }), 'Copy');
    await areCopied(turn);
  },
};

async function areCounted({ window }: AnyTurn): Promise<void> {
  const label = window.seen.locator('.selection-label');
  await eventually(async () => assert.match((await label.textContent()) ?? '', /^3 places · [\d,]+ of [\d,]+ tokens$/));
}

async function areCopied({ window }: AnyTurn): Promise<void> {
  const paths = (await window.seenHits()).slice(0, 3).map(({ path }) => path);
  await eventually(async () => {
    const text = await window.copied();
    assert.equal(text.match(/^## /gm)?.length, 3);
    for (const path of paths) assert.ok(text.includes(path), path);
  });
}

export const copyPath: TrialTask = {
  name: 'Copy the path of a result',
  async keyboard(turn) {
    const { hand, about } = turn;
    await askAndEnter(turn, about.question.ask);
    await hand.press('Shift+Alt+C');
    await hasPath(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    await hand.choose(window.hits.first().locator('.head'), 'result', 'Copy Path');
    await hasPath(turn);
  },
};

async function hasPath({ window }: AnyTurn): Promise<void> {
  const { path } = await window.hit(0);
  await eventually(async () => assert.equal(await window.copied(), window.path(path)));
}

export const saveResults: TrialTask = {
  name: 'Open the results in an editor and save them',
  async keyboard(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    const best = await window.hit(0);
    await hand.runCommand('Open Results in Editor');
    await isInEditor(turn, best);
    await hand.press('Control+S');
    await isOffered(turn);
    await hand.press('Enter');
    await isSaved(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    const best = await window.hit(0);
    await window.page.locator('.sidebar .pane-header').first().hover();
    await hand.click(window.titleButton('Open Results in Editor'), 'Open Results in Editor');
    await isInEditor(turn, best);
    await hand.click(window.editorButton('Save Results'), 'Save Results');
    await isOffered(turn);
    await hand.click(window.page.locator('.quick-input-widget .monaco-button', { hasText: 'OK' }).first(), 'OK');
    await isSaved(turn);
  },
};

async function isInEditor({ window }: AnyTurn, { path }: SeenHit): Promise<void> {
  await window.page.locator('.tab.active', { hasText: 'Results:' }).waitFor();
  const line = window.page.locator('.editor-group-container.active .view-line', { hasText: `${path}:` });
  await line.first().waitFor();
}

async function isOffered({ window }: AnyTurn): Promise<void> {
  const input = window.page.locator('.quick-input-widget input').first();
  await eventually(async () => assert.match(await input.inputValue(), /\.codegrain-results$/));
}

async function isSaved({ window }: AnyTurn): Promise<void> {
  await window.page.locator('.tab.active', { hasText: '.codegrain-results' }).waitFor();
  const saved = dirname(window.path('any'));
  await eventually(() => assert.ok(readdirSync(saved).some((name) => name.endsWith('.codegrain-results'))));
}

export const saveSearch: TrialTask = {
  name: 'Save a search, and ask it again later',
  async keyboard(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    await hand.runCommand('Show Saved Searches');
    await window.choice('Save This Search').waitFor();
    await hand.press('Enter');
    await isNamed(turn);
    await hand.press('Enter');
    await ask(turn, about.tested.ask);
    await hand.runCommand('Show Saved Searches');
    await window.choice(about.question.ask).waitFor();
    await hand.press('Enter');
    await window.answered(about.question.ask);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    await window.page.locator('.sidebar .pane-header').first().hover();
    await hand.click(window.titleButton('Show Saved Searches'), 'Saved Searches');
    await hand.click(window.choice('Save This Search'), 'Save This Search…');
    await isNamed(turn);
    await hand.enter();
    await hand.click(window.box, 'box');
    await window.box.selectText();
    await hand.type(about.tested.ask);
    await window.answered(about.tested.ask);
    await window.page.locator('.sidebar .pane-header').first().hover();
    await hand.click(window.titleButton('Show Saved Searches'), 'Saved Searches');
    await hand.click(window.choice(about.question.ask), 'its name');
    await window.answered(about.question.ask);
  },
};

async function isNamed({ window, about }: AnyTurn): Promise<void> {
  const input = window.page.locator('.quick-input-widget input').first();
  await eventually(async () => assert.equal(await input.inputValue(), about.question.ask));
}
