/** Language models in the editor: requests, answers, and where they are shown. */
import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  ConfigurationTarget,
  commands,
  extensions,
  type Hover,
  type LanguageModelChat,
  LanguageModelError,
  MarkdownString,
  Position,
  Uri,
  window,
  workspace,
} from 'vscode';
import { NoteLogWriter, noteFileOf } from '../../src/index/logs/note-log';
import { EditorChat } from '../../src/vscode/enrich/editor-chat';
import type { confirmRequests } from '../../src/vscode/enrich/model-messages';
import type { RunOutcome } from '../../src/vscode/enrich/run-job';
import { continueRun, type RunDialogs, type RunParts, runPrompt } from '../../src/vscode/enrich/run-prompt-command';
import { textScope } from '../../src/vscode/enrich/run-scope';
import { openaiChat } from '../../src/wings/models/chat-dialects';
import { ChatRefused } from '../../src/wings/models/chat-model';
import { EndpointChat } from '../../src/wings/models/endpoint-chat';
import { memories, Prompt } from '../../src/wings/models/prompt';
import { RunStore } from '../../src/wings/models/run-store';
import { json } from '../unit/embedding/server/embedding-server';
import { type ChatServer, closeServers, questions, reply, says, serveChat } from '../unit/wings/models/chat-server';
import { chunked, codegrain, fixture, open } from './codegrain';

describe('a prompt over chunks', function () {
  this.timeout(60_000);
  before(codegrain);
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'codegrain-runs-'));
  });
  afterEach(async () => {
    await closeServers();
    rmSync(folder, { recursive: true });
  });

  const log = window.createOutputChannel('Runs of the tests', { log: true });
  after(() => log.dispose());
  const parts = (): Omit<RunParts, 'embedding'> => {
    const extension = extensions.getExtension('codegrain.codegrain') ?? assert.fail();
    const script = Uri.joinPath(extension.extensionUri, 'dist', 'parse-worker.js').fsPath;
    return { script, store: new RunStore(folder), log };
  };
  /** Records the estimates that the user saw before the first request. */
  const dialogs = (server: ChatServer, prompt: Prompt, answer: boolean, room?: number) => {
    const estimates: Parameters<typeof confirmRequests>[] = [];
    const model = async () => new EndpointChat(openaiChat, { url: server.url, model: 'm', window: room, retries: 0 });
    const recorded: RunDialogs = {
      async scope() {
        const document = await open(fixture('src', 'cart.py'));
        return textScope(document, document.getText());
      },
      prompt: async () => prompt,
      model,
      async modelOf(id) {
        const same = await model();
        assert.equal(id, same.id);
        return same;
      },
      async confirm(...estimate) {
        estimates.push(estimate);
        return answer;
      },
    };
    return Object.assign(recorded, { estimates });
  };
  const lines = ({ document }: RunOutcome): { is: string; path: string; answer: string }[] =>
    (document ?? assert.fail())
      .getText()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  it('writes its results into a document after the user has agreed to the server, the requests and the tokens', async () => {
    const server = await serveChat(says(() => 'A cart.'));
    const recorded = dialogs(server, new Prompt('What is {path}?\n{chunk}'), true);
    const ran = (await runPrompt(parts(), recorded)) ?? assert.fail();
    const [[model, { requests, inputTokens }] = assert.fail()] = recorded.estimates;
    assert.equal(model.place, server.url.origin);
    assert.ok(requests === 1 && inputTokens > 50);
    const [result] = lines(ran);
    assert.deepEqual([result?.is, result?.path, result?.answer], ['answer', 'src/cart.py', 'A cart.']);
    assert.match(questions(server)[0] ?? '', /^What is src\/cart\.py\?/);
    assert.equal(ran.run, undefined);
    assert.deepEqual(readdirSync(folder), []);
  });

  const withSettings = async (
    settings: Readonly<Record<string, unknown>>,
    work: () => Promise<void>,
  ): Promise<void> => {
    const set = async (values: Readonly<Record<string, unknown>>): Promise<void> => {
      for (const [id, value] of Object.entries(values))
        await workspace.getConfiguration('codegrain').update(id, value, ConfigurationTarget.Global);
    };
    try {
      await set(settings);
      await work();
    } finally {
      await set(Object.fromEntries(Object.keys(settings).map((id) => [id, undefined])));
    }
  };
  const prompt = new Prompt('<context>{context}</context><text>{text}</text>');
  const textsOf = (server: ChatServer): string[] =>
    questions(server).map((question) => /<text>([\s\S]*)<\/text>/.exec(question)?.[1] ?? '');

  it('uses the chunk settings: asks about the chunks that the editor shows, also when it is continued later', async () => {
    let isBusy = true;
    const server = await serveChat((asked, response, count) => {
      if (isBusy && count === 1) json(response, { error: 'a wrong key' }, 401);
      else reply(asked, response, `Part ${count}.`);
    });
    const recorded = dialogs(server, prompt, true);
    await withSettings({ 'chunk.maxTokens': 40, 'chunk.context': 'none' }, async () => {
      const document = await open(fixture('src', 'cart.py'));
      const { file } = await chunked(document);
      const shown = file.chunks.filter(({ role }) => role !== 'parent').map(({ text }) => text);
      assert.ok(shown.length > 2);
      await runPrompt(parts(), recorded);
      assert.deepEqual(textsOf(server), shown.slice(0, 2));
      assert.ok(questions(server).every((question) => question.startsWith('<context></context>')));
    });
    isBusy = false;
    const [stored = assert.fail()] = parts().store.list();
    const before = server.requests.length;
    const rest = (await continueRun(parts(), recorded, stored)) ?? assert.fail();
    assert.equal(rest.run, undefined);
    const requests = recorded.estimates[0]?.[1].requests ?? 0;
    assert.equal(server.requests.length - before, requests - 1);
  });

  it('sends one request at a time and continues after a chunk that fails, unless the settings say otherwise', async () => {
    let atOnce = 0;
    let most = 0;
    const server = await serveChat(async (asked, response) => {
      most = Math.max(most, ++atOnce);
      await new Promise((done) => setTimeout(done, 30));
      atOnce--;
      if (asked.body.messages.at(-1)?.content.includes('def total')) json(response, { error: 'not this one' }, 400);
      else reply(asked, response, 'Seen.');
    });
    await withSettings({ 'chunk.maxTokens': 40 }, async () => {
      const ran = (await runPrompt(parts(), dialogs(server, prompt, true))) ?? assert.fail();
      assert.ok(ran.report.failed > 0 && ran.report.answered > 0);
      assert.deepEqual([most, ran.left, ran.report.stopped], [1, 0, undefined]);
    });
    await withSettings({ 'chunk.maxTokens': 40, 'enrich.parallel': 3, 'enrich.onError': 'fail-fast' }, async () => {
      const ran = (await runPrompt(parts(), dialogs(server, prompt, true))) ?? assert.fail();
      assert.deepEqual([most, ran.report.stopped], [3, 'failure']);
    });
  });

  it('appends merged records to the answers', async () => {
    const memory = { id: 'm1', type: 'fact', text: 'A cart has lines.', confidence: 1 };
    const server = await serveChat(says(() => JSON.stringify({ memories: [memory], relations: [] })));
    const ran = (await runPrompt(parts(), dialogs(server, memories, true))) ?? assert.fail();
    assert.deepEqual(
      lines(ran).map(({ is }) => is),
      ['answer', 'record'],
    );
  });

  it('sends nothing and stores no run if the user does not agree', async () => {
    const server = await serveChat(says(() => 'yes'));
    assert.equal(await runPrompt(parts(), dialogs(server, new Prompt('{chunk}'), false)), undefined);
    assert.equal(server.requests.length, 0);
    assert.deepEqual(parts().store.list(), []);
  });

  it('that ended early resumes later, also in another window, and asks only for missing answers', async () => {
    let trouble: 'key' | 'one' | undefined = 'key';
    const server = await serveChat((asked, response, count) => {
      if (trouble === 'key' && count > 0) json(response, { error: 'a wrong key' }, 401);
      else if (trouble === 'one' && count === 3) json(response, { error: 'not this one' }, 400);
      else reply(asked, response, `Part ${count}.`);
    });
    const recorded = dialogs(server, new Prompt('{chunk}'), true, 160);
    const first = (await runPrompt(parts(), recorded)) ?? assert.fail();
    assert.equal(first.report.refusal?.reason, 'key');
    assert.deepEqual([first.report.answered, first.report.failed, server.requests.length], [1, 0, 2]);
    const requests = recorded.estimates[0]?.[1].requests ?? 0;
    assert.ok(requests > 3 && first.left === requests - 1);

    trouble = 'one';
    const [stored = assert.fail()] = parts().store.list();
    assert.equal(stored.about.title, 'src/cart.py');
    const second = (await continueRun(parts(), recorded, stored)) ?? assert.fail();
    assert.equal(recorded.estimates[1]?.[1].requests, requests - 1);
    assert.deepEqual([second.report.answered, second.report.failed, second.left], [requests - 2, 1, 0]);
    assert.equal(lines(second).length, requests);

    trouble = undefined;
    const third = (await continueRun(parts(), recorded, stored)) ?? assert.fail();
    assert.equal(recorded.estimates[2]?.[1].requests, 1);
    assert.equal(third.run, undefined);
    assert.deepEqual(new Set(lines(third).map(({ is }) => is)), new Set(['answer']));
    assert.equal(lines(third).length, requests);
    // One was refused and one failed: only these were asked again.
    assert.equal(server.requests.length, requests + 2);
    assert.equal(new Set(questions(server)).size, requests);
    assert.deepEqual(readdirSync(folder), []);
  });
});

describe('a language model of VS Code', () => {
  /** A model as VS Code provides it. */
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

  it('answers like any other model, and its tokens are counted', async () => {
    const asked: unknown[] = [];
    const model = new EditorChat(modelOf(said('It ', 'is.'), asked));
    const signal = new AbortController().signal;
    const answer = await model.ask([{ role: 'user', content: 'What is it?' }], { signal, maxTokens: 10 });
    assert.equal(answer.text, 'It is.');
    assert.ok(answer.usage.input > 4 && answer.usage.output > 1);
    assert.equal(asked.length, 1);
  });

  it('has another id than other models of its family', () => {
    const ids = ['mini', 'large'].map((id) => new EditorChat({ ...modelOf(said()), id }).id);
    assert.notEqual(ids[0], ids[1]);
  });

  it('that lacks consent, does not exist or refuses is not asked about the next chunk', async () => {
    const { NoPermissions, NotFound, Blocked } = LanguageModelError;
    for (const error of [NoPermissions('no'), NotFound('gone'), Blocked('no quota')]) {
      const model = new EditorChat({ ...modelOf(said()), sendRequest: () => Promise.reject(error) });
      const asking = model.ask([{ role: 'user', content: 'What?' }], {
        signal: new AbortController().signal,
        maxTokens: 10,
      });
      await assert.rejects(asking, ChatRefused);
    }
  });

  it('that the user has to allow is asked once for several requests, and waits for the user', async () => {
    for (const isAllowed of [true, false]) {
      let asked = 0;
      let answer = (): void => {};
      const allowed = new Promise<void>((done, fail) => {
        answer = () => (isAllowed ? done() : fail(LanguageModelError.NoPermissions('no')));
      });
      const slow: LanguageModelChat = {
        ...modelOf(said()),
        async sendRequest() {
          asked++;
          await allowed;
          return { text: said('Yes.'), stream: said() };
        },
      };
      const model = new EditorChat(slow, 50);
      const options = { signal: new AbortController().signal, maxTokens: 10 };
      const asking = [1, 2, 3].map(() => model.ask([{ role: 'user', content: 'What?' }], options));
      const all = Promise.allSettled(asking);
      // Longer than the timeout of a silent model.
      await new Promise((done) => setTimeout(done, 150));
      assert.equal(asked, 1);
      answer();
      const outcomes = await all;
      assert.equal(asked, isAllowed ? 3 : 1);
      for (const outcome of outcomes) {
        if (isAllowed) assert.ok(outcome.status === 'fulfilled' && outcome.value.text === 'Yes.');
        else assert.ok(outcome.status === 'rejected' && outcome.reason instanceof ChatRefused);
      }
    }
  });

  it('that stops sending times out', async () => {
    const silent = async function* (): AsyncGenerator<string> {
      yield 'It ';
      await new Promise(() => {});
    };
    const asking = new EditorChat(modelOf(silent()), 50).ask([{ role: 'user', content: 'What?' }], {
      signal: new AbortController().signal,
      maxTokens: 10,
    });
    await assert.rejects(asking, /sent nothing for 0.05 s/);
  });

  it('that never ends is stopped, and so is one when the user cancels', async () => {
    const endless = async function* (): AsyncGenerator<string> {
      for (;;) yield 'and so on ';
    };
    const stop = new AbortController();
    const question = [{ role: 'user', content: 'What?' }] as const;
    const answer = await new EditorChat(modelOf(endless())).ask(question, { signal: stop.signal, maxTokens: 10 });
    assert.equal(answer.isTruncated, true);
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
      // Restore the workspace for other suites.
      rmSync(isNew ? folder : notes, { recursive: true });
    }
  });
});
