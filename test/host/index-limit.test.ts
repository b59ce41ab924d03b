/** An index that would be larger than its limit: what *Make It Fit…* offers, and what it changes. */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { makeIndexFit } from '../../src/vscode/indexing/index-commands';
import type { IndexState } from '../../src/vscode/indexing/index-summary';
import { emptyStatus } from '../../src/vscode/indexing/service-sync';
import { codegrain, fixture } from './codegrain';

describe('an index at its limit', () => {
  before(codegrain);
  const settings = (): vscode.WorkspaceConfiguration => vscode.workspace.getConfiguration('codegrain');
  const chosen = (id: string): unknown => settings().inspect(id)?.workspaceValue;
  afterEach(async () => {
    for (const id of ['index.maxSize', 'index.exclude'])
      await settings().update(id, undefined, vscode.ConfigurationTarget.Workspace);
  });

  const stateWith = (folders: readonly { path: string; saves: number }[]): IndexState => ({
    consent: 'given',
    isPaused: false,
    folders: [
      {
        ...emptyStatus,
        root: fixture().fsPath,
        is: 'failed',
        problem: {
          reason: 'too-large',
          message: 'the index is at its limit',
          overrun: { limit: 5e6, expected: 20e6, files: 100, folders },
        },
      },
    ],
  });

  /** Repeats commands until the question is answered: nothing says when its list is shown. */
  const answer = async (state: IndexState, ...keys: string[]): Promise<void> => {
    let isDone = false;
    const asked = makeIndexFit(state).finally(() => {
      isDone = true;
    });
    for (let wait = 500; !isDone; wait = 1000) {
      await new Promise((done) => setTimeout(done, wait));
      for (const key of keys) if (!isDone) await vscode.commands.executeCommand(key);
    }
    await asked;
  };
  const accept = 'workbench.action.acceptSelectedQuickOpenItem';

  it('gets a higher limit, with room for the next changes', async () => {
    await answer(stateWith([{ path: 'src', saves: 1e6 }]), accept);
    assert.equal(chosen('index.maxSize'), 22);
    assert.equal(chosen('index.exclude'), undefined);
  });

  it('leaves a folder out', async () => {
    await answer(stateWith([{ path: 'src', saves: 1e6 }]), 'workbench.action.quickOpenSelectNext', accept);
    assert.deepEqual([chosen('index.maxSize'), chosen('index.exclude')], [undefined, ['/src']]);
  });

  it('stays as it is if the question is dismissed', async () => {
    await answer(stateWith([]), 'workbench.action.closeQuickOpen');
    assert.deepEqual([chosen('index.maxSize'), chosen('index.exclude')], [undefined, undefined]);
  });
});
