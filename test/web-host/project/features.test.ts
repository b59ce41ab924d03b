/** The features of the editor work in a web worker, or say why they do not. */
import assert from 'node:assert/strict';
import { commands, extensions, lm, Uri, workspace } from 'vscode';
import { closeAll, codegrain, fixture, open } from '../../host/codegrain';

describe('a feature', () => {
  before(() => codegrain());
  afterEach(closeAll);

  it('of the manifest is there: every command is registered', async () => {
    const { contributes } = extensions.getExtension('codegrain.codegrain')?.packageJSON ?? {};
    const declared: string[] = contributes.commands.map(({ command }: { command: string }) => command);
    const registered = new Set(await commands.getCommands(true));
    assert.deepEqual(
      declared.filter((command) => !registered.has(command)),
      [],
    );
  });

  it('that needs a process says so instead of failing', async () => {
    for (const name of ['exportWorkspaceChunks', 'runPrompt', 'writeNotes', 'connectAgents', 'pushToDatabase'])
      await commands.executeCommand(`codegrain.${name}`);
  });

  it('that shows boundaries runs on a file that is on no disk', async () => {
    await open(fixture('src', 'queue.ts'));
    await commands.executeCommand('codegrain.chunkCurrentFile');
    await commands.executeCommand('codegrain.toggleBoundaries');
    await commands.executeCommand('codegrain.toggleBoundaries');
  });

  it('for language models is registered', () => {
    assert.ok(lm.tools.some(({ name }) => name.startsWith('codegrain')));
  });

  it('for pages has its files', async () => {
    const { extensionUri } = extensions.getExtension('codegrain.codegrain') ?? {};
    assert.ok(extensionUri);
    const page = await workspace.fs.readFile(Uri.joinPath(extensionUri, 'dist', 'pages', 'search-page.js'));
    assert.ok(page.length > 0);
  });
});
