/** Questions one after the other in a quick pick, with a way back to the one before. */
import * as vscode from 'vscode';

export const back = Symbol('back');

interface Step<Item extends vscode.QuickPickItem> {
  readonly title: string;
  readonly placeholder: string;
  readonly step: number;
  readonly steps: number;
  readonly items: readonly Item[];
  /** Several may be chosen; these are to begin with. */
  readonly chosen?: readonly Item[];
}

/** What was chosen; undefined: nothing, it was closed. */
export function ask<Item extends vscode.QuickPickItem>(
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
