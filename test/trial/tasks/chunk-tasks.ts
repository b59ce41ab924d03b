/** Tasks about the chunks of the file that is open. */
import assert from 'node:assert/strict';
import { eventually } from '../../ui/eventually';
import { visibleLines } from '../../ui/screen';
import type { AnyTurn, TrialTask } from '../trial-task';

export const showBoundaries: TrialTask = {
  name: 'See how the open file is split',
  async keyboard(turn) {
    await turn.hand.runCommand('Toggle Chunk Boundaries');
    await areDrawn(turn);
  },
  async mouse(turn) {
    const { hand, window } = turn;
    await hand.goToSearch();
    await window.view();
    await window.page.locator('.sidebar .pane-header', { hasText: /^Chunks/i }).hover();
    await hand.click(window.titleButton('Show Chunk Boundaries', 'Chunks'), 'Show Chunk Boundaries');
    await areDrawn(turn);
  },
};

async function areDrawn({ window }: AnyTurn): Promise<void> {
  await eventually(async () => {
    const lines = await visibleLines(window.page);
    assert.ok(lines.some(({ labels }) => labels.some((label) => label.includes('tokens'))));
  });
}
