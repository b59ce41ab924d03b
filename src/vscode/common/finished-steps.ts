/** Ticks the steps of the walkthrough. A step is ticked when it was really done: its completion event is a key that is set here. */
import { commands } from 'vscode';

type WalkthroughStep = 'asked' | 'opened' | 'copied' | 'chunked' | 'compared';

const finished = new Set<WalkthroughStep>();

/** Call when what the step describes has succeeded. */
export function finishStep(step: WalkthroughStep): void {
  if (finished.has(step)) return;
  finished.add(step);
  void commands.executeCommand('setContext', `codegrain.did.${step}`, true);
}
