/** Tasks that begin with something to find. */
import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { eventually } from '../../ui/eventually';
import {
  type AnyTurn,
  ask,
  askAndEnter,
  downTo,
  goToBox,
  type KeyboardTurn,
  type MouseTurn,
  type TrialTask,
} from '../trial-task';

/** For an index of the whole repository, on a machine that has other work. */
const indexMs = 600_000;

export const firstQuestion: TrialTask = {
  name: 'In a new window, agree to indexing and get the first answer',
  async keyboard(turn) {
    await typeFirst(turn);
    await turn.hand.press('Enter');
    await eventually(async () => assert.equal(await turn.window.focusedLabel(), 'Index Workspace'));
    await turn.hand.press('Enter');
    await hasFirstAnswer(turn);
  },
  async mouse(turn) {
    await typeFirst(turn);
    await turn.hand.click(turn.window.seen.getByRole('button', { name: 'Index Workspace' }), 'Index Workspace');
    await hasFirstAnswer(turn);
  },
};

async function typeFirst({ hand, window, about }: AnyTurn): Promise<void> {
  await goToBox({ hand, window });
  await window.seen.getByText(/reads [\d,]+ files/).waitFor();
  await hand.type(about.question.ask);
}

async function hasFirstAnswer({ window, about }: AnyTurn): Promise<void> {
  const { file } = about.question;
  await eventually(async () => {
    const best = (await window.seenHits()).slice(0, 5).map(({ path }) => path);
    assert.ok(best.includes(file), `${file} is not among ${best.join(', ')}`);
  }, indexMs);
}

export const openBest: TrialTask = {
  name: 'Open the place that answers a question',
  async keyboard(turn) {
    await askAndEnter(turn, turn.about.question.ask);
    await openFound(turn, turn.about.question.file);
  },
  async mouse(turn) {
    await ask(turn, turn.about.question.ask);
    await doubleClickFound(turn, turn.about.question.file);
  },
};

export const openDefinition: TrialTask = {
  name: 'Open a definition by its name',
  async keyboard(turn) {
    await askAndEnter(turn, turn.about.definition.name);
    await openFound(turn, turn.about.definition.file);
    await atDefinition(turn);
  },
  async mouse(turn) {
    await ask(turn, turn.about.definition.name);
    await doubleClickFound(turn, turn.about.definition.file);
    await atDefinition(turn);
  },
};

export const openTrace: TrialTask = {
  name: 'Paste a stack trace and open where it was raised',
  async keyboard(turn) {
    await pasteTrace(turn);
    await turn.hand.press('Enter');
    await turn.window.hitFocused(0);
    await openFound(turn, turn.about.trace.file);
  },
  async mouse(turn) {
    await pasteTrace(turn);
    await doubleClickFound(turn, turn.about.trace.file);
  },
};

async function pasteTrace({ hand, window, about }: AnyTurn): Promise<void> {
  await window.copy(about.trace.text);
  await goToBox({ hand, window });
  await hand.paste();
  await window.answered(about.trace.text);
}

/** The best result in the file that answers, which others may precede. */
async function answerIn({ window }: AnyTurn, file: string): Promise<number> {
  const index = (await window.seenHits()).findIndex(({ path }) => path === file);
  assert.ok(index >= 0, `No result is in ${file}`);
  return index;
}

async function openFound(turn: KeyboardTurn, file: string): Promise<void> {
  const { hand, window } = turn;
  const index = await answerIn(turn, file);
  await downTo(turn, index);
  await hand.press('Enter');
  await window.hasOpened(await window.hit(index));
}

async function doubleClickFound(turn: MouseTurn, file: string): Promise<void> {
  const { hand, window } = turn;
  const index = await answerIn(turn, file);
  await hand.doubleClick(window.hits.nth(index).locator('.head .name'), 'result');
  await window.hasOpened(await window.hit(index));
}

async function atDefinition({ window, about }: AnyTurn): Promise<void> {
  const line = window.page.locator('.editor-group-container.active .view-line', { hasText: about.definition.line });
  await line.first().waitFor();
  await window.page.locator('.statusbar-item', { hasText: /^Ln \d+, Col 1$/ }).waitFor();
}

const newCode =
  'def weigh_three_elephants(elephants):\n    """Adds up what three elephants weigh, in tons."""\n    return sum(elephants)\n';

export const findChange: TrialTask = {
  name: 'Find code that was written since the question was asked',
  keyboard: (turn) => findElephants(turn, 'keyboard_zoo.py'),
  mouse: (turn) => findElephants(turn, 'mouse_zoo.py'),
};

async function findElephants(turn: AnyTurn, file: string): Promise<void> {
  await ask(turn, 'how much do the elephants weigh');
  writeFileSync(turn.window.path(file), newCode);
  await eventually(async () => assert.equal((await turn.window.hit(0)).path, file), 60_000);
}

export const repeatQuestion: TrialTask = {
  name: 'Ask an earlier question again',
  async keyboard(turn) {
    await goToBox(turn);
    await turn.hand.press('ArrowUp');
    await isAnsweredAgain(turn);
  },
  async mouse(turn) {
    await goToBox(turn);
    await turn.hand.click(turn.window.seen.locator('.recent').first(), 'recent question');
    await isAnsweredAgain(turn);
  },
};

async function isAnsweredAgain({ window }: AnyTurn): Promise<void> {
  await eventually(async () => assert.notEqual(await window.box.inputValue(), ''));
  await window.answered(await window.box.inputValue());
}
