/** Tasks that go from a result to a place. */
import assert from 'node:assert/strict';
import { eventually } from '../../ui/eventually';
import { maxMoves } from '../hands';
import { type AnyTurn, ask, askAndEnter, type KeyboardTurn, type TrialTask } from '../trial-task';

export const openToSide: TrialTask = {
  name: 'Open a result to the side',
  async keyboard(turn) {
    await askAndEnter(turn, turn.about.question.ask);
    await turn.hand.press('Control+Enter');
    await isBeside(turn);
  },
  async mouse(turn) {
    await ask(turn, turn.about.question.ask);
    const row = turn.window.hits.first();
    await row.hover();
    await turn.hand.click(row.getByRole('button', { name: 'Open to the Side' }), 'Open to the Side');
    await isBeside(turn);
  },
};

async function isBeside({ window }: AnyTurn): Promise<void> {
  await eventually(async () => assert.equal(await window.page.locator('.editor-group-container').count(), 2));
  const best = await window.hit(0);
  await window.hasOpened(best);
}

export const goToSnippetLine: TrialTask = {
  name: 'Go to the last line that a result shows',
  async keyboard(turn) {
    const { hand, window, about } = turn;
    await askAndEnter(turn, about.question.ask);
    await hand.press('ArrowRight');
    const line = await lastSnippetLine(turn);
    await hand.press('Alt+ArrowUp', 'Enter');
    await window.page.locator('.tab.active:not(:has(.italic))').waitFor();
    await window.showsPlace((await window.hit(0)).path, line);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    const row = window.hits.first();
    await row.hover();
    await hand.click(row.getByRole('button', { name: 'Why This Result?' }), 'Why This Result?');
    const line = await lastSnippetLine(turn);
    await hand.click(row.locator('.snippet .line').last().locator('code'), 'line');
    await window.showsPlace((await window.hit(0)).path, line);
  },
};

async function lastSnippetLine({ window }: AnyTurn): Promise<number> {
  return Number(await window.hits.first().locator('.snippet .line').last().getAttribute('data-line'));
}

export const findSimilarAndBack: TrialTask = {
  name: 'Find code like a result, and go back to the question',
  async keyboard(turn) {
    const { hand, about } = turn;
    await askAndEnter(turn, about.question.ask);
    const before = await turn.window.seenHits();
    await pressButton(turn, 'Find Similar Code');
    await isSimilar(turn);
    await hand.press('Escape');
    await isBack(turn, before);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.question.ask);
    const before = await window.seenHits();
    const row = window.hits.first();
    await row.hover();
    await hand.click(row.getByRole('button', { name: 'Find Similar Code' }), 'Find Similar Code');
    await isSimilar(turn);
    await hand.click(window.seen.locator('.similar').getByRole('button'), 'the arrow back');
    await isBack(turn, before);
  },
};

/** Tab goes through the buttons of the row that has the focus. */
async function pressButton({ hand, window }: KeyboardTurn, label: string): Promise<void> {
  for (let i = 0; i < maxMoves && (await window.focusedLabel()) !== label; i++) await hand.press('Tab');
  assert.equal(await window.focusedLabel(), label);
  await hand.press('Enter');
}

async function isSimilar({ window }: AnyTurn): Promise<void> {
  await window.seen.locator('.similar').getByText('Similar to').waitFor();
  await window.hits.first().waitFor();
}

async function isBack({ window, about }: AnyTurn, before: unknown): Promise<void> {
  await eventually(async () => assert.deepEqual(await window.seenHits(), before));
  assert.equal(await window.box.inputValue(), about.question.ask);
  assert.equal(await window.seen.locator('.similar').isVisible(), false);
}

export const showParent: TrialTask = {
  name: 'Show the definition around a result',
  async keyboard(turn) {
    await askAndEnter(turn, turn.about.member.name);
    await turn.hand.choose('Show Parent');
    await showsParent(turn);
  },
  async mouse(turn) {
    await ask(turn, turn.about.member.name);
    await turn.hand.choose(turn.window.hits.first().locator('.head'), 'result', 'Show Parent');
    await showsParent(turn);
  },
};

async function showsParent({ window, about }: AnyTurn): Promise<void> {
  const { file, parent } = about.member;
  const [{ startLine = 0 } = {}] = await window.seenHits();
  await window.showsPlace(file, 1, startLine);
  const selected = window.page.locator('.editor-group-container.active .view-line', { hasText: parent });
  await selected.first().waitFor();
}

export const showUsers: TrialTask = {
  name: 'See who uses a function',
  async keyboard(turn) {
    const { hand, window, about } = turn;
    await askAndEnter(turn, about.definition.name);
    const best = await window.hit(0);
    await hand.press('Enter');
    await window.hasOpened(best);
    await hand.runCommand('Find Callers');
    await hasUsers(turn);
  },
  async mouse(turn) {
    const { hand, window, about } = turn;
    await ask(turn, about.definition.name);
    await hand.choose(window.hits.first().locator('.head'), 'result', 'Find Callers');
    await hasUsers(turn);
  },
};

async function hasUsers({ window, about }: AnyTurn): Promise<void> {
  const { page } = window;
  const pane = page.locator('.sidebar .pane', { has: page.locator('.pane-header', { hasText: /^Callers/i }) });
  await pane.locator('.monaco-list-row', { hasText: about.definition.usedBy }).first().waitFor();
}
