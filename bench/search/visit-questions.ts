/** Visits questions by the snapshot they are about, so that each is opened once and none stays open. */
import type { CodeIndex } from '../../src/engine/code-index';
import type { Asked } from './question-sets';
import type { Snapshots } from './snapshots';

/** @param title for the progress on standard error. */
export async function visitQuestions<Q extends Pick<Asked, 'snapshot'>>(
  title: string,
  questions: readonly Q[],
  snapshots: Snapshots,
  visit: (asked: Q, searcher: CodeIndex) => Promise<void>,
): Promise<void> {
  const groups = groupedBySnapshot(questions, snapshots);
  for (const [at, group] of groups.entries()) {
    const [first] = group;
    if (!first) continue;
    showProgress(title, at, groups.length);
    const { searcher, close } = await snapshots.open(first.snapshot);
    for (const asked of group) await visit(asked, searcher);
    close();
  }
}

/** In the order of the first question of each. */
export function groupedBySnapshot<Q extends Pick<Asked, 'snapshot'>>(
  questions: readonly Q[],
  snapshots: Snapshots,
): Q[][] {
  const groups = new Map<string, Q[]>();
  for (const asked of questions) {
    const key = snapshots.indexOf(asked.snapshot);
    const group = groups.get(key);
    if (group) group.push(asked);
    else groups.set(key, [asked]);
  }
  return [...groups.values()];
}

/** On a terminal one line that is overwritten, else a line for every tenth part. */
export function showProgress(title: string, at = 0, count = 1): void {
  const text = count > 1 ? `${title}: ${at + 1} of ${count} snapshots` : title;
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}${at + 1 === count ? '\n' : ''}`);
  else if (at % Math.ceil(count / 10) === 0) process.stderr.write(`${text}\n`);
}
