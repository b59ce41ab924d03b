/** Does all tasks in one new window with one hand, and takes a picture at the end of each. */
import { indexItem, indexReady } from '../ui/search-page';
import { openWorkbench } from '../ui/workbench';
import { Keyboard, Mouse } from './hands';
import type { TrialRepository } from './trial-repositories';
import type { TrialTask } from './trial-task';
import { TrialWindow } from './trial-window';

export interface TaskResult {
  readonly task: string;
  readonly steps: readonly string[];
  /** Of the task, with the waiting of a machine that has other work. */
  readonly seconds: number;
  /** Undefined if the task was done. */
  readonly problem?: string;
}

const indexMs = 600_000;
const startMs = 5_000;

/** @param folder a clone of the repository; it is copied. */
export async function runTrial(
  folder: string,
  about: TrialRepository,
  tasks: readonly TrialTask[],
  handName: 'keyboard' | 'mouse',
  onResult: (result: TaskResult) => void,
): Promise<void> {
  const workbench = await openWorkbench(folder, { 'git.enabled': false, 'files.simpleDialog.enable': true });
  try {
    const { page } = workbench;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const window = new TrialWindow(workbench);
    // VS Code knows the commands of extensions a moment after their icons.
    await page.locator('.activitybar .action-item a[aria-label^="Codegrain"]').waitFor({ timeout: indexMs });
    await page.waitForTimeout(startMs);
    for (const [i, task] of tasks.entries()) {
      if (i > 0) await window.reset(about.openFile);
      const hand = handName === 'keyboard' ? new Keyboard(page) : new Mouse(page);
      const turn = { window, about };
      const began = Date.now();
      const attempt = hand instanceof Keyboard ? task.keyboard({ ...turn, hand }) : task.mouse({ ...turn, hand });
      const problem = await attempt.then(
        () => undefined,
        (error: unknown) => String(error).slice(0, 600),
      );
      const seconds = Math.round((Date.now() - began) / 1000);
      // What was highlighted and drawn after the outcome belongs to the picture.
      await page.waitForTimeout(500);
      await workbench.screenshot(`trial-${about.name}-${handName}-${String(i + 1).padStart(2, '0')}`);
      const { steps } = hand;
      onResult({ task: task.name, steps, seconds, ...(problem !== undefined && { problem }) });
      console.log(
        `${problem === undefined ? 'ok    ' : 'FAILED'} ${handName} ${steps.length} ${task.name} (${seconds} s)`,
      );
      if (problem !== undefined) console.log(`  ${steps.join(', ')}\n  ${problem}`);
      if (i === 0 && problem !== undefined) throw new Error('The other tasks need the index');
      if (i === 0) await indexItem(workbench, indexReady).waitFor({ timeout: indexMs });
    }
  } catch (error) {
    await workbench.screenshot(`trial-${about.name}-${handName}-failed`);
    throw error;
  } finally {
    await workbench.close();
  }
}
