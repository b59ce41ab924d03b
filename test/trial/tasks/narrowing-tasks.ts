/** Tasks that leave out part of the results. */
import assert from 'node:assert/strict';
import { dirname } from 'node:path';
import { eventually } from '../../ui/eventually';
import { type AnyTurn, ask, askAndEnter, type TrialTask } from '../trial-task';

export const onlyTests: TrialTask = {
  name: 'Look only at tests',
  async keyboard(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.tested.ask);
    do await hand.press('Tab');
    while ((await window.seen.evaluate('document.activeElement.textContent')) !== 'Tests');
    await hand.press('Space');
    await areTests(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.tested.ask);
    await hand.click(window.seen.getByRole('button', { name: 'Tests', exact: true }), 'Tests');
    await areTests(turn);
  },
};

async function areTests({ window, about }: AnyTurn): Promise<void> {
  await eventually(async () => {
    const hits = await window.seenHits();
    assert.ok(hits.length > 0);
    for (const { path } of hits) assert.match(path, about.tested.path);
  });
}

export const onlyLanguage: TrialTask = {
  name: 'Look only at one language',
  async keyboard(turn) {
    const { ask: question, language } = turn.about.otherLanguage;
    await ask(turn, `${question} lang:${language}`);
    await areInLanguage(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.otherLanguage.ask);
    await hand.click(window.seen.getByRole('button', { name: 'Toggle Filters' }), 'the funnel');
    await window.seen.locator('#language option').nth(1).waitFor({ state: 'attached' });
    await hand.pick(window.seen.locator('#language'), 'Language', about.otherLanguage.language);
    await areInLanguage(turn);
    // Not a step: the form would stay open for the next task.
    await window.seen.getByRole('button', { name: 'Toggle Filters' }).click();
  },
};

async function areInLanguage({ window, about }: AnyTurn): Promise<void> {
  await eventually(async () => {
    const hits = await window.seenHits();
    assert.ok(hits.length > 0);
    for (const { path } of hits) assert.match(path, about.otherLanguage.path);
  });
}

export const excludeFolder: TrialTask = {
  name: 'Leave out the folder of a result, and bring it back',
  async keyboard(turn) {
    const { hand, window } = turn;
    await askAndEnter(turn, turn.about.question.ask);
    const before = await window.seenHits();
    await hand.press('Shift+Delete');
    await isLeftOut(turn, before);
    await hand.press('Escape');
    await window.boxReady();
    await hand.press('Control+Home', 'Backspace');
    await isBroughtBack(turn, before);
  },
  async mouse(turn) {
    const { hand, window } = turn;
    await ask(turn, turn.about.question.ask);
    const before = await window.seenHits();
    await hand.choose(window.hits.first().locator('.head'), 'result', 'Exclude Folder from Search');
    await isLeftOut(turn, before);
    await hand.click(window.chips.first(), 'its chip');
    await isBroughtBack(turn, before);
  },
};

async function isLeftOut({ window }: AnyTurn, [best]: readonly { readonly path: string }[]): Promise<void> {
  const folder = dirname(best?.path ?? '');
  await window.chips.first().waitFor();
  await eventually(async () => {
    const hits = await window.seenHits();
    assert.ok(hits.length > 0);
    for (const { path } of hits) assert.ok(!path.startsWith(`${folder}/`), path);
  });
}

async function isBroughtBack({ window }: AnyTurn, before: unknown): Promise<void> {
  await eventually(async () => assert.deepEqual(await window.seenHits(), before));
  assert.equal(await window.chips.count(), 0);
}
