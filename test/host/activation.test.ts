/** The extension activates on first use, quickly, and registers the commands of its manifest. */
import assert from 'node:assert/strict';
import { performance } from 'node:perf_hooks';
import { commands, extensions } from 'vscode';
import { report } from './report';

describe('activation', () => {
  it('is quick and registers every command of the manifest', async () => {
    const extension = extensions.getExtension('codegrain.codegrain');
    assert.ok(extension, 'the extension is installed');
    const wasActive = extension.isActive;
    const start = performance.now();
    await extension.activate();
    if (!wasActive) report(`    activation took ${(performance.now() - start).toFixed(1)} ms`);
    assert.equal(extension.isActive, true);
    const registered = new Set(await commands.getCommands(true));
    const declared: { command: string }[] = extension.packageJSON.contributes.commands;
    const missing = declared.filter(({ command }) => !registered.has(command));
    assert.ok(registered.has('codegrain.chunkCurrentFile'));
    assert.deepEqual(missing, []);
  });
});
