/** A sequence of questions in quick picks, with a button back to the previous one. */
import * as vscode from 'vscode';

export const back = Symbol('back');

interface Step<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly step: number;
  readonly steps: number;
  readonly items: readonly Item[];
  /** Lets the user choose several items; these are selected at first. */
  readonly chosen?: readonly Item[];
}

/** The chosen items; undefined if the quick pick was closed. */
export function askStep<Item extends vscode.QuickPickItem>(
  question: Step<Item>,
): Promise<readonly Item[] | typeof back | undefined> {
  return new Promise((answer) => {
    const pick = vscode.window.createQuickPick<Item>();
    pick.title = question.title;
    pick.placeholder = question.placeholder;
    pick.step = question.step;
    pick.totalSteps = question.steps;
    pick.items = question.items;
    pick.canSelectMany = question.chosen !== undefined;
    if (question.chosen) pick.selectedItems = question.chosen;
    if (question.step > 1) pick.buttons = [vscode.QuickInputButtons.Back];
    pick.onDidTriggerButton(() => finish(back));
    pick.onDidAccept(() => finish(question.chosen ? pick.selectedItems : pick.activeItems));
    pick.onDidHide(() => finish(undefined));
    const finish = (chosen: readonly Item[] | typeof back | undefined): void => {
      answer(chosen);
      pick.dispose();
    };
    pick.show();
  });
}
