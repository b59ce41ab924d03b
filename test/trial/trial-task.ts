/** A task of a new user, done once with the keyboard alone and once with the mouse. */
import { type Keyboard, Mouse } from './hands';
import type { TrialRepository } from './trial-repositories';
import type { TrialWindow } from './trial-window';

interface Turn<H extends Keyboard | Mouse> {
  readonly hand: H;
  readonly window: TrialWindow;
  readonly about: TrialRepository;
}
export type KeyboardTurn = Turn<Keyboard>;
export type MouseTurn = Turn<Mouse>;
export type AnyTurn = KeyboardTurn | MouseTurn;

/** Both ways throw unless the task is done. */
export interface TrialTask {
  readonly name: string;
  keyboard(turn: KeyboardTurn): Promise<void>;
  mouse(turn: MouseTurn): Promise<void>;
}

/** Opens the search view. Where another view of its container had the focus before, the mouse needs one more click. */
export async function goToBox({ hand, window }: Pick<AnyTurn, 'hand' | 'window'>): Promise<void> {
  await hand.goToSearch();
  await window.view();
  if (hand instanceof Mouse && !(await window.getsFocus())) await hand.click(window.box, 'box');
  await window.boxReady();
}

/** Types a question into the search view and waits for its answer. */
export async function ask({ hand, window }: AnyTurn, query: string): Promise<void> {
  await goToBox({ hand, window });
  await hand.type(query);
  await window.answered(query);
}

/** Asks, and goes to the first result. */
export async function askAndEnter(turn: KeyboardTurn, query: string): Promise<void> {
  await ask(turn, query);
  await turn.hand.press('Enter');
  await turn.window.hitFocused(0);
}

/** The row of a file is between two results of different files. */
export async function downTo({ hand, window }: KeyboardTurn, hit: number): Promise<void> {
  while ((await window.focusedHit()) !== hit) await hand.press('ArrowDown');
}
