/** Language models in the editor: who is asked, what comes back, and where it is shown. */
import assert from 'node:assert/strict';
import { existsSync, rmSync } from 'node:fs';
import {
  commands,
  extensions,
  type Hover,
  type LanguageModelChat,
  LanguageModelError,
  MarkdownString,
  Position,
  Uri,
} from 'vscode';
import type { agree } from '../../src/editor/enrich/agree';
import { EditorChat } from '../../src/editor/enrich/editor-chat';
import { textRequest } from '../../src/editor/enrich/run-files';
import { type RunGuard, runPrompt } from '../../src/editor/enrich/run-prompt';
import { ChatRefused } from '../../src/enrich/chat';
import { EndpointChat } from '../../src/enrich/endpoint-chat';
import { memories } from '../../src/enrich/memories';
import { openaiChat } from '../../src/enrich/openai-chat';
import { Prompt } from '../../src/enrich/prompt';
import { NoteLogWriter, noteFileOf } from '../../src/index/notes/note-log';
import { type ChatServer, closeServers, questions, says, serveChat } from '../unit/enrich/chat-server';
import { chunked, codegrain, fixture, open } from './codegrain';

describe('a prompt over chunks', function () {
  this.timeout(60_000);
  before(codegrain);
  afterEach(closeServers);

  const script = (): string => {
    const extension = extensions.getExtension('codegrain.codegrain') ?? assert.fail();
    return Uri.joinPath(extension.extensionUri, 'dist', 'engine.js').fsPath;
  };

  /** Notes what the user was told before the first request. */
  const guard = (server: ChatServer, prompt: Prompt, answer: boolean) => {
    const told: Parameters<typeof agree>[] = [];
    const parts: RunGuard = {
      async files() {
        const document = await open(fixture('src', 'cart.py'));
        return [textRequest(document, document.getText())];
      },
      prompt: async () => prompt,
      model: async () => new EndpointChat(openaiChat, { url: server.url, model: 'm' }),
      async agree(...estimate) {
        told.push(estimate);
        assert.equal(server.asked.length, 0);
        return answer;
      },
    };
    return Object.assign(parts, { told });
  };

  it('writes its results into a document, after the user has agreed to the place, the requests and the tokens', async () => {
    const server = await serveChat(says(() => 'A cart.'));
    const parts = guard(server, new Prompt('What is {path}?\n{chunk}'), true);
    const document = (await runPrompt(script(), parts)) ?? assert.fail();
    const [[model, { requests, inputTokens }] = assert.fail()] = parts.told;
    assert.equal(model.place, server.url.origin);
    assert.ok(requests === 1 && inputTokens > 50);
    const [line = ''] = document.getText().split('\n');
    const result = JSON.parse(line);
    assert.deepEqual([result.is, result.path, result.answer], ['answer', 'src/cart.py', 'A cart.']);
    assert.match(questions(server)[0] ?? '', /^What is src\/cart\.py\?/);
  });

  it('has merged records behind the answers', async () => {
    const memory = { id: 'm1', type: 'fact', text: 'A cart has lines.', confidence: 1 };
    const server = await serveChat(says(() => JSON.stringify({ memories: [memory], relations: [] })));
    const document = (await runPrompt(script(), guard(server, memories, true))) ?? assert.fail();
    const lines = document.getText().trim().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line).is),
      ['answer', 'record'],
    );
  });

  it('sends nothing where the user does not agree', async () => {
    const server = await serveChat(says(() => 'yes'));
    assert.equal(await runPrompt(script(), guard(server, new Prompt('{chunk}'), false)), undefined);
    assert.equal(server.asked.length, 0);
  });
});

describe('a language model of VS Code', () => {
  /** As VS Code hands them out. */
  const modelOf = (parts: AsyncIterable<string>, asked: unknown[] = []): LanguageModelChat => ({
    name: 'Test',
    id: 'test',
    vendor: 'tests',
    family: 'gpt-4o',
    version: '1',
    maxInputTokens: 10_000,
    async sendRequest(messages) {
      asked.push(...messages);
      return { text: parts, stream: parts };
    },
    countTokens: async (text) => String(text).length,
  });
  async function* said(...parts: string[]): AsyncGenerator<string> {
    yield* parts;
  }

  it('is asked as any other, and its tokens are counted', async () => {
    const asked: unknown[] = [];
    const model = new EditorChat(modelOf(said('It ', 'is.'), asked));
    const signal = new AbortController().signal;
    const answer = await model.ask([{ role: 'user', content: 'What is it?' }], { signal, maxTokens: 10 });
    assert.equal(answer.text, 'It is.');
    assert.ok(answer.usage.input > 4 && answer.usage.output > 1);
    assert.equal(asked.length, 1);
  });

  it('is another than those of the same family', () => {
    const ids = ['mini', 'large'].map((id) => new EditorChat({ ...modelOf(said()), id }).id);
    assert.notEqual(ids[0], ids[1]);
  });

  it('that the user did not agree to, or that is gone, is not asked about the next chunk', async () => {
    for (const error of [LanguageModelError.NoPermissions('no'), LanguageModelError.NotFound('gone')]) {
      const model = new EditorChat({ ...modelOf(said()), sendRequest: () => Promise.reject(error) });
      const asking = model.ask([{ role: 'user', content: 'What?' }], {
        signal: new AbortController().signal,
        maxTokens: 10,
      });
      await assert.rejects(asking, ChatRefused);
    }
  });

  it('that never ends is left, and so is one when the user cancels', async () => {
    const endless = async function* (): AsyncGenerator<string> {
      for (;;) yield 'and so on ';
    };
    const stop = new AbortController();
    const question = [{ role: 'user', content: 'What?' }] as const;
    const answer = await new EditorChat(modelOf(endless())).ask(question, { signal: stop.signal, maxTokens: 10 });
    assert.equal(answer.isCut, true);
    const cancelled = async function* (): AsyncGenerator<string> {
      yield 'one';
      stop.abort(new Error('cancelled'));
      yield 'two';
    };
    const asking = new EditorChat(modelOf(cancelled())).ask(question, { signal: stop.signal, maxTokens: 10 });
    await assert.rejects(asking, /cancelled/);
  });
});

describe('a note', () => {
  it('is shown when a boundary is hovered', async () => {
    const document = await open(fixture('src', 'cart.py'));
    await commands.executeCommand('codegrain.chunkCurrentFile');
    const { file } = await chunked(document);
    const chunk = file.chunks.find(({ role }) => role !== 'parent') ?? assert.fail();
    const folder = fixture('.codegrain').fsPath;
    const isNew = !existsSync(folder);
    const notes = noteFileOf(fixture('.codegrain', 'index.cgx').fsPath);
    const writer = await NoteLogWriter.open(notes);
    try {
      const line = { chunk: chunk.hash, document: 'd', stamp: 's', path: chunk.path };
      await writer.append({ ...line, note: '[Context] It adds up what is bought.' });
      await writer.close();
      const at = new Position(chunk.startLine - 1, document.lineAt(chunk.startLine - 1).text.length);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, at);
      const texts = hovers
        .flatMap(({ contents }) => contents)
        .map((each) => (each instanceof MarkdownString ? each.value : ''));
      assert.ok(
        texts.some((text) => text.includes('It adds up what is bought')),
        texts.join('\n'),
      );
    } finally {
      // Other suites find the workspace as it was.
      rmSync(isNew ? folder : notes, { recursive: true });
    }
  });
});
