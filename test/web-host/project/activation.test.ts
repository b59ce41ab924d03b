/** The extension starts in the web worker. */
import assert from 'node:assert/strict';
import { env, UIKind, workspace } from 'vscode';

describe('VS Code for the web', () => {
  it('runs extensions in a web worker, on a folder that is on no disk', () => {
    assert.equal(env.uiKind, UIKind.Web);
    assert.equal(env.remoteName, undefined);
    assert.equal(workspace.workspaceFolders?.[0]?.uri.scheme, 'webfiles');
    assert.ok('importScripts' in globalThis);
  });
});
