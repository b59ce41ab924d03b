/** What language models in the editor can call: the tools, and the MCP servers that are registered in VS Code. */
import assert from 'node:assert/strict';
import { rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { loadBuiltInModel } from '../../src/engine/answers/kept-model';
import { CodeIndex } from '../../src/engine/code-index';
import { indexFolder } from '../../src/engine/indexer/indexer';
import { IndexReader } from '../../src/index/file/index-reader';
import { IndexView } from '../../src/search/view/index-view';
import { productFile } from '../../src/shared/product';
import type { IndexState } from '../../src/vscode/indexing/index-summary';
import { serverDefinitions } from '../../src/vscode/tools/mcp-servers';
import { type SearchInput, SearchTool } from '../../src/vscode/tools/search-tool';
import { closeAll, codegrain, fixture, open, until } from './codegrain';

const tokensIn = (text: string): number => Math.ceil(text.length / 4);

function textOf({ content }: vscode.LanguageModelToolResult): string {
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return part.value;
}

describe('language-model tools', () => {
  before(codegrain);

  const chunk = async (input: object, budget?: number, token?: vscode.CancellationToken): Promise<string> => {
    const tokenizationOptions =
      budget === undefined ? undefined : { tokenBudget: budget, countTokens: async (text: string) => tokensIn(text) };
    const options = { input, toolInvocationToken: undefined, ...(tokenizationOptions && { tokenizationOptions }) };
    return textOf(await vscode.lm.invokeTool('codegrain_chunk', options, token));
  };

  it('are declared with a description and an input schema', () => {
    for (const name of ['codegrain_pack', 'codegrain_search', 'codegrain_chunk', 'codegrain_uses']) {
      const tool = vscode.lm.tools.find((each) => each.name === name);
      assert.ok(tool, `${name} among ${vscode.lm.tools.map((each) => each.name)}`);
      assert.ok(tool.description.length > 100);
      assert.ok(tool.inputSchema);
    }
  });

  it('read the chunk at a line, with its context and a link', async () => {
    const text = await chunk({ path: 'src/queue.ts', line: 12 });
    assert.match(text, /^## \[src\/queue\.ts:\d+-\d+\]\(src\/queue\.ts#L\d+-L\d+\) · /);
    assert.match(text, /```typescript\n/);
  });

  it('outline a file', async () => {
    assert.match(await chunk({ path: 'src/queue.ts' }), /^src\/queue\.ts \(typescript\)\n +\d+ {2}/);
  });

  it('respect the token budget of the model', async () => {
    const whole = await chunk({ path: 'src/queue.ts', line: 12 });
    const less = await chunk({ path: 'src/queue.ts', line: 12 }, tokensIn(whole) - 1);
    assert.ok(tokensIn(less) < tokensIn(whole));
    assert.match(await chunk({ path: 'src/queue.ts', line: 12 }, 30), /more than the token budget/);
  });

  it('reject files outside the workspace, with a message a model can act on', async () => {
    const link = fixture('link.ts').fsPath;
    const outside = join(tmpdir(), 'codegrain-outside.ts');
    writeFileSync(outside, 'sesame();\n');
    symlinkSync(outside, link);
    try {
      for (const path of ['../x.ts', '/etc/passwd', outside, 'link.ts'])
        await assert.rejects(chunk({ path, line: 1 }), /not in the served folder|not in the workspace/, path);
      await assert.rejects(chunk({ path: 'src/nowhere.ts', line: 1 }), /no file src\/nowhere\.ts/);
      await assert.rejects(chunk({ path: 'src', line: 1 }), /not a regular file/);
      await assert.rejects(chunk({ path: 'src/queue.ts', line: 99_999 }), /no line 99999/);
    } finally {
      rmSync(link);
      rmSync(outside);
    }
  });

  it('can be cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(chunk({ path: 'src/queue.ts', line: 12 }, undefined, source.token));
  });

  it('say what to do if there is no index', async () => {
    const options = { input: { query: 'queue' }, toolInvocationToken: undefined };
    await assert.rejects(async () => vscode.lm.invokeTool('codegrain_search', options), /Index Workspace/);
  });

  it('search the index of the editor, including unsaved text, within the token budget', async function () {
    this.timeout(120_000);
    const { index } = await codegrain();
    await index.agree();
    await index.refresh();
    const search = async (query: string, tokenBudget: number, token?: vscode.CancellationToken): Promise<string> => {
      const tokenizationOptions = { tokenBudget, countTokens: async (text: string) => tokensIn(text) };
      const options = { input: { query }, toolInvocationToken: undefined, tokenizationOptions };
      return textOf(await vscode.lm.invokeTool('codegrain_search', options, token));
    };
    try {
      const whole = await search('runs jobs one after the other', 4000);
      assert.match(whole, /\[src\/queue\.ts:\d+-\d+\]\(src\/queue\.ts#L\d+-L\d+\)/);
      for (const budget of [60, 150, 400]) assert.ok(tokensIn(await search('queue of jobs', budget)) <= budget);
      const document = await open(fixture('src', 'queue.ts'));
      const edit = new vscode.WorkspaceEdit();
      edit.insert(
        document.uri,
        new vscode.Position(8, 0),
        'export function narwhalCount(): number {\n  return 1;\n}\n',
      );
      await vscode.workspace.applyEdit(edit);
      await until(async () => (await search('narwhalCount', 4000)).includes('function narwhalCount()'));
      const source = new vscode.CancellationTokenSource();
      const cancelled = search('queue', 4000, source.token);
      source.cancel();
      await assert.rejects(cancelled);
      const pack = async (task: string, tokenBudget: number): Promise<string> => {
        const tokenizationOptions = { tokenBudget, countTokens: async (text: string) => tokensIn(text) };
        const options = { input: { query: task }, toolInvocationToken: undefined, tokenizationOptions };
        return textOf(await vscode.lm.invokeTool('codegrain_pack', options));
      };
      assert.match(await pack('the queue counts narwhals wrongly in narwhalCount', 4000), /function narwhalCount\(\)/);
      for (const budget of [60, 400]) assert.ok(tokensIn(await pack('queue of jobs', budget)) <= budget);
      const uses = async (input: object): Promise<string> =>
        textOf(await vscode.lm.invokeTool('codegrain_uses', { input, toolInvocationToken: undefined }));
      assert.match(
        await uses({ name: 'Queue.attempt' }),
        /^## \[src\/queue\.ts:\d+\]\(src\/queue\.ts#L\d+\) .*attempt.* · in Queue · used by 1\n\[src\/queue\.ts:\d+\].*drain/,
      );
      assert.match(await uses({ path: 'src/queue.ts', line: 30, direction: 'uses' }), /MAX_ATTEMPTS/);
      await assert.rejects(uses({ name: 'noSuchThing' }), /Nothing named noSuchThing is defined in this workspace/);
      await assert.rejects(uses({}), /Give a name, or path and line/);
    } finally {
      await closeAll();
      await index.clear();
    }
  });
});

describe('the search tool', () => {
  const indexFile = join(tmpdir(), `codegrain-tools-${process.pid}`, 'index.cgx');
  const ready: IndexState = {
    ...{ consent: 'given', isPaused: false },
    folders: [
      {
        root: '',
        is: 'ready',
        isStale: false,
        isReader: false,
        files: 5,
        languages: ['python'],
        chunks: 20,
        bytes: 1,
        memory: 1,
      },
    ],
  };
  let searcher: CodeIndex;
  before(async function () {
    this.timeout(120_000);
    const root = fixture().fsPath;
    await indexFolder(root, { indexFile, jobs: 1 });
    const opened = IndexReader.open(indexFile);
    assert.ok('index' in opened);
    const view = new IndexView(opened.index, root);
    searcher = new CodeIndex([view], await loadBuiltInModel(view.model), async () => []);
  });
  after(() => rmSync(join(indexFile, '..'), { recursive: true, force: true }));

  const none = new vscode.CancellationTokenSource().token;
  const search = async (input: SearchInput, budget = 4000, state = ready, token = none): Promise<string> => {
    const tool = new SearchTool({ state }, { search: (query, options) => searcher.search(query, options) });
    const tokenizationOptions = { tokenBudget: budget, countTokens: async (text: string) => tokensIn(text) };
    return textOf(await tool.invoke({ input, toolInvocationToken: undefined, tokenizationOptions }, token));
  };

  it('finds code and links to it', async () => {
    const text = await search({ query: 'queue', path: 'src/**' });
    assert.match(text, /^## \[src\/queue\.ts:\d+-\d+\]\(src\/queue\.ts#L\d+-L\d+\) · /);
  });

  it('fills the token budget and never exceeds it', async () => {
    let before = 0;
    for (const budget of [50, 200, 800, 3000]) {
      const text = await search({ query: 'run jobs again' }, budget);
      assert.ok(tokensIn(text) <= budget, `${tokensIn(text)} of ${budget}`);
      assert.ok(text.length >= before);
      before = text.length;
      assert.equal((text.match(/^```/gm) ?? []).length % 2, 0);
    }
  });

  it('asks for confirmation, and shows the query', async () => {
    const { index } = await codegrain();
    const tool = new SearchTool(index, { search: (query, options) => index.search(query, options) });
    const prepared = tool.prepareInvocation({ input: { query: 'retries' } });
    assert.match(String(prepared.confirmationMessages?.title), /Codegrain/);
    const { message } = prepared.confirmationMessages ?? {};
    assert.match(message instanceof vscode.MarkdownString ? message.value : '', /retries/);
  });

  it('says why it cannot answer', async () => {
    const state = (consent: IndexState['consent'], folders: IndexState['folders'] = []): IndexState => ({
      ...ready,
      consent,
      folders,
    });
    const input = { query: 'queue' };
    await assert.rejects(search(input, 4000, state('unasked')), /not indexed yet/);
    await assert.rejects(search(input, 4000, state('refused')), /does not want/);
    await assert.rejects(search(input, 4000, state('unavailable')), /no folder is open/);
    const empty = {
      root: '',
      isStale: false,
      isReader: false,
      files: 0,
      languages: [],
      chunks: 0,
      bytes: 0,
      memory: 0,
    };
    await assert.rejects(search(input, 4000, state('given', [{ ...empty, is: 'indexing' }])), /being indexed/);
    const problem = { reason: 'disk-full', message: 'no space is left' } as const;
    await assert.rejects(
      search(input, 4000, state('given', [{ ...empty, is: 'failed', problem }])),
      /no space is left/,
    );
    await assert.rejects(search({ query: ' ' }), /empty/);
  });

  it('says what may be missing, and can be cancelled', async () => {
    const folders = ready.folders.map((folder) => ({ ...folder, is: 'indexing' as const }));
    assert.match(
      await search({ query: 'queue' }, 4000, { ...ready, folders }),
      /^Note: the workspace is still being indexed/,
    );
    const source = new vscode.CancellationTokenSource();
    source.cancel();
    await assert.rejects(search({ query: 'queue' }, 4000, ready, source.token), vscode.CancellationError);
  });
});

describe('the MCP servers', () => {
  it('are one per folder, and run', async () => {
    const settings = {
      script: productFile('dist', 'cli.js'),
      version: '1',
      setupOf: () => ({ include: [], exclude: ['x/**'] }),
    };
    const [server, ...more] = serverDefinitions(settings);
    assert.ok(server);
    assert.deepEqual(more, []);
    assert.deepEqual(server.args.slice(1), ['mcp', fixture().fsPath, '--read-only', '--exclude', 'x/**']);
    const env = { ELECTRON_RUN_AS_NODE: String(server.env.ELECTRON_RUN_AS_NODE) };
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: server.command, args: server.args, env, stderr: 'ignore' }),
    );
    const { tools } = await client.listTools();
    assert.ok(tools.some(({ name }) => name === 'search_code'));
    await client.close();
  });
});
