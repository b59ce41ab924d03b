/** The commands about notes: consent, requests, and what is stored and cleared. */
import assert from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { ConfigurationTarget, extensions, Uri, window, workspace } from 'vscode';
import { noteFileOf } from '../../src/index/logs/note-log';
import { NoteReader } from '../../src/vscode/enrich/note-reader';
import { clearNotes, type NotesDialogs, writeNotes } from '../../src/vscode/enrich/write-notes';
import { openaiChat } from '../../src/wings/models/chat-dialects';
import { type ChatModel, ChatRefused } from '../../src/wings/models/chat-model';
import { EndpointChat } from '../../src/wings/models/endpoint-chat';
import { json } from '../unit/embedding/server/embedding-server';
import { type ChatServer, closeServers, reply, says, serveChat } from '../unit/wings/models/chat-server';
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
    return { script, notes: new NoteReader(fixture('.cache')), log, index: () => {} };
  };
  /** Records the number of requests that the user was asked to agree to. */
  const dialogs = (server: ChatServer, answer: boolean): NotesDialogs & { readonly requests: number[] } => {
    const asked: number[] = [];
    return {
      requests: asked,
      model: async () => new EndpointChat(openaiChat, { url: server.url, model: 'm', retries: 0 }),
      changeKey: async () => false,
      async confirm(_, { requests }) {
        asked.push(requests);
        return answer;
      },
    };
  };
  /** The notes of a file, one per chunk. */
  const notes = async (): Promise<(string | undefined)[]> => {
    const document = await open(fixture('src', 'cart.py'));
    const { file } = await chunked(document);
    const folder = parts().notes;
    return file.chunks.filter(({ role }) => role !== 'parent').map((chunk) => folder.noteOf(document.uri, chunk));
  };

  it('are written once, after the user has agreed to the number of requests, and cleared', async () => {
    const server = await serveChat(says(() => 'It belongs to a shop.'));
    const no = dialogs(server, false);
    await writeNotes(parts(), no, false);
    assert.equal(server.requests.length, 0);
    const yes = dialogs(server, true);
    await writeNotes(parts(), yes, false);
    assert.deepEqual(yes.requests, no.requests);
    assert.deepEqual(yes.requests, [server.requests.length]);
    for (const note of await notes()) assert.equal(note, '[Context] It belongs to a shop.');
    await writeNotes(parts(), yes, false);
    assert.equal(yes.requests.length, 1);
    await clearNotes(parts());
    for (const note of await notes()) assert.equal(note, undefined);
  });

  it('that failed are retried, and no others', async () => {
    let isFailing = true;
    const server = await serveChat((asked, response) => {
      const question = asked.body.messages.at(-1)?.content ?? '';
      const isChosenChunk = /<chunk>[\s\S]*def load[\s\S]*<\/chunk>/.test(question);
      if (isFailing && isChosenChunk) json(response, { error: { message: 'tired' } }, 400);
      else reply(asked, response, 'It belongs to a shop.');
    });
    await writeNotes(parts(), dialogs(server, true), false);
    const failed = (await notes()).filter((note) => note === undefined).length;
    assert.ok(failed > 0);
    isFailing = false;
    const again = dialogs(server, true);
    await writeNotes(parts(), again, true);
    assert.deepEqual(again.requests, [failed]);
    assert.ok((await notes()).every((note) => note !== undefined));
  });

  it('are written about the chunks that the settings make', async () => {
    const { update } = workspace.getConfiguration('codegrain.chunk', fixture());
    const server = await serveChat(says(() => 'It belongs to a shop.'));
    const usual = dialogs(server, false);
    await writeNotes(parts(), usual, false);
    try {
      await update('maxTokens', 40, ConfigurationTarget.Workspace);
      const small = dialogs(server, false);
      await writeNotes(parts(), small, false);
      assert.ok((small.requests[0] ?? 0) > (usual.requests[0] ?? 0), `${small.requests} ${usual.requests}`);
    } finally {
      await update('maxTokens', undefined, ConfigurationTarget.Workspace);
    }
  });

  it('are written about the files that the settings select', async () => {
    const { update } = workspace.getConfiguration('codegrain.enrich', fixture());
    const server = await serveChat(says(() => 'It belongs to a shop.'));
    const all = dialogs(server, false);
    await writeNotes(parts(), all, false);
    const paths = (): string[] =>
      server.requests.map(({ body }) => /path="([^"]*)"/.exec(body.messages[0]?.content ?? '')?.[1] ?? '');
    try {
      await update('include', ['src'], ConfigurationTarget.Workspace);
      await update('exclude', ['*.py'], ConfigurationTarget.Workspace);
      await writeNotes(parts(), dialogs(server, true), false);
      assert.ok(paths().length > 0 && paths().length < (all.requests[0] ?? 0));
      for (const path of paths()) assert.ok(path.startsWith('src/') && !path.endsWith('.py'), path);
    } finally {
      await update('include', undefined, ConfigurationTarget.Workspace);
      await update('exclude', undefined, ConfigurationTarget.Workspace);
    }
  });

  it('are no longer requested once the model refuses', async () => {
    const server = await serveChat(says(() => 'yes'));
    let asked = 0;
    const ask = (): Promise<never> => {
      asked++;
      return Promise.reject(new ChatRefused('nobody agreed', 'consent'));
    };
    const model = async (): Promise<ChatModel> =>
      Object.assign(new EndpointChat(openaiChat, { url: server.url, model: 'm' }), { ask });
    const report = await writeNotes(parts(), { ...dialogs(server, true), model }, false);
    assert.deepEqual([report?.answered, report?.stopped, report?.refusal?.message], [0, 'refused', 'nobody agreed']);
    assert.equal(asked, 1);
  });
});
