/** The commands about notes: who is asked how often, what is kept, and what goes. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { ConfigurationTarget, extensions, Uri, window, workspace } from 'vscode';
import { type ChatModel, ChatRefused } from '../../src/enrich/chat-model';
import { EndpointChat } from '../../src/enrich/endpoint-chat';
import { openaiChat } from '../../src/enrich/openai-chat';
import { noteFileOf } from '../../src/index/notes/note-log';
import { FolderNotes } from '../../src/vscode/enrich/folder-notes';
import { clearNotes, type NotesGuard, writeNotes } from '../../src/vscode/enrich/write-notes';
import { json } from '../unit/embedding/server/embedding-server';
import { type ChatServer, closeServers, reply, says, serveChat } from '../unit/enrich/chat-server';
import { chunked, codegrain, fixture, open } from './codegrain';

describe('notes about chunks', function () {
  this.timeout(60_000);
  const log = window.createOutputChannel('Notes of the tests', { log: true });
  before(codegrain);
  afterEach(async () => {
    await closeServers();
    rmSync(noteFileOf(fixture('.codegrain', 'index.cgx').fsPath), { force: true });
  });
  after(() => log.dispose());

  const parts = () => {
    const extension = extensions.getExtension('codegrain.codegrain') ?? assert.fail();
    const script = Uri.joinPath(extension.extensionUri, 'dist', 'parse-worker.js').fsPath;
    return { script, notes: new FolderNotes(fixture('.cache')), log, index: () => {} };
  };
  /** Keeps how many requests the user was told of. */
  const guard = (server: ChatServer, answer: boolean): NotesGuard & { readonly told: number[] } => {
    const told: number[] = [];
    return {
      told,
      model: async () => new EndpointChat(openaiChat, { url: server.url, model: 'm', retries: 0 }),
      changeKey: async () => false,
      async agree(_, { requests }) {
        told.push(requests);
        return answer;
      },
    };
  };
  /** One for each chunk of a file. */
  const notes = async (): Promise<(string | undefined)[]> => {
    const document = await open(fixture('src', 'cart.py'));
    const { file } = await chunked(document);
    const folder = parts().notes;
    return file.chunks.filter(({ role }) => role !== 'parent').map((chunk) => folder.noteOf(document.uri, chunk));
  };

  it('are written after the user has agreed to so many requests, once, and cleared', async () => {
    const server = await serveChat(says(() => 'It belongs to a shop.'));
    const no = guard(server, false);
    await writeNotes(parts(), no, false);
    assert.equal(server.asked.length, 0);
    const yes = guard(server, true);
    await writeNotes(parts(), yes, false);
    assert.deepEqual(yes.told, no.told);
    assert.deepEqual(yes.told, [server.asked.length]);
    for (const note of await notes()) assert.equal(note, '[Context] It belongs to a shop.');
    await writeNotes(parts(), yes, false);
    assert.equal(yes.told.length, 1);
    await clearNotes(parts());
    for (const note of await notes()) assert.equal(note, undefined);
  });

  it('that failed are asked for again, and no others', async () => {
    let isTired = true;
    const server = await serveChat((asked, response) => {
      const question = asked.body.messages.at(-1)?.content ?? '';
      const isMeant = /<chunk>[\s\S]*def load[\s\S]*<\/chunk>/.test(question);
      if (isTired && isMeant) json(response, { error: { message: 'tired' } }, 400);
      else reply(asked, response, 'It belongs to a shop.');
    });
    await writeNotes(parts(), guard(server, true), false);
    const failed = (await notes()).filter((note) => note === undefined).length;
    assert.ok(failed > 0);
    isTired = false;
    const again = guard(server, true);
    await writeNotes(parts(), again, true);
    assert.deepEqual(again.told, [failed]);
    assert.ok((await notes()).every((note) => note !== undefined));
  });

  it('are written about the files that the settings choose', async () => {
    const { update } = workspace.getConfiguration('codegrain.enrich', fixture());
    const server = await serveChat(says(() => 'It belongs to a shop.'));
    const all = guard(server, false);
    await writeNotes(parts(), all, false);
    const paths = (): string[] =>
      server.asked.map(({ body }) => /path="([^"]*)"/.exec(body.messages[0]?.content ?? '')?.[1] ?? '');
    try {
      await update('include', ['src'], ConfigurationTarget.Workspace);
      await update('exclude', ['*.py'], ConfigurationTarget.Workspace);
      await writeNotes(parts(), guard(server, true), false);
      assert.ok(paths().length > 0 && paths().length < (all.told[0] ?? 0));
      for (const path of paths()) assert.ok(path.startsWith('src/') && !path.endsWith('.py'), path);
    } finally {
      await update('include', undefined, ConfigurationTarget.Workspace);
      await update('exclude', undefined, ConfigurationTarget.Workspace);
    }
  });

  it('are asked for no more where the model answers nobody', async () => {
    const server = await serveChat(says(() => 'yes'));
    let asked = 0;
    const ask = (): Promise<never> => {
      asked++;
      return Promise.reject(new ChatRefused('nobody agreed', 'consent'));
    };
    const model = async (): Promise<ChatModel> =>
      Object.assign(new EndpointChat(openaiChat, { url: server.url, model: 'm' }), { ask });
    const report = await writeNotes(parts(), { ...guard(server, true), model }, false);
    assert.deepEqual([report?.answered, report?.stopped, report?.refusal?.message], [0, 'refused', 'nobody agreed']);
    assert.equal(asked, 1);
  });
});
