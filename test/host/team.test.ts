/** The team's database in the editor, over the real wire protocol: scopes, read-only documents, the way back to the workspace. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import { openPostgres } from '../../bench/database/postgres-server';
import { productFile } from '../../src/shared/product';
import { storedPlaceOf, storedUri } from '../../src/vscode/common/stored-place';
import { databaseSettings } from '../../src/vscode/settings/settings';
import type { SearchScope } from '../../src/vscode/team/search-scope';
import { serverDefinitions, withPassword } from '../../src/vscode/tools/mcp-servers';
import { readDatabaseAddress } from '../../src/wings/team/database-address';
import { pushRepository } from '../pushed-repository';
import { closeAll, codegrain, fixture, joined, until } from './codegrain';

const { commands, lm, window, workspace } = vscode;

describe("the team's database in the editor", function () {
  this.timeout(120_000);
  /** Both names have signs that addresses and roots use themselves. */
  const root = 'acme/billing@release/2@x';
  const billing = productFile('test', 'fixtures', 'billing');
  let server: Awaited<ReturnType<typeof openPostgres>>;

  before(async () => {
    const { index } = await codegrain();
    await index.agree();
    await index.refresh();
    server = await openPostgres();
    await pushRepository(server.url, billing, 'acme/billing', 'release/2@x');
    await pushRepository(server.url, fixture().fsPath, 'workspace', 'main');
    await setUrl(urlWithoutPassword());
  });
  after(async () => {
    await choose({ is: 'workspace' });
    await setUrl(undefined);
    await closeAll();
    await (await codegrain()).index.clear();
    await server.close();
  });

  const urlWithoutPassword = (): string => {
    const url = new URL(server.url);
    url.password = '';
    return url.href;
  };
  const targetOf = (url: string) => ({ ...readDatabaseAddress(url, undefined), url, owner: '' });
  const setUrl = async (url: string | undefined): Promise<void> => {
    await workspace.getConfiguration('codegrain').update('database.url', url, vscode.ConfigurationTarget.Global);
    await until(() => databaseSettings().url === url);
  };
  const choose = async (scope: SearchScope): Promise<void> => {
    await commands.executeCommand('codegrain.chooseSearchScope', scope);
  };
  const ask = async (query: string, scope?: string, tool = 'codegrain_search'): Promise<string> => {
    const { content } = await lm.invokeTool(tool, { input: { query, scope }, toolInvocationToken: undefined });
    const [part] = content;
    assert.ok(part instanceof vscode.LanguageModelTextPart);
    return part.value;
  };
  const storedFile = (path: string): Thenable<vscode.TextDocument> => workspace.openTextDocument(storedUri(root, path));

  it('has addresses that keep both names apart from the path', () => {
    const uri = vscode.Uri.parse(storedUri(root, 'src/ä #1?.ts').toString());
    assert.deepEqual(storedPlaceOf(uri), { root, path: 'src/ä #1?.ts' });
    assert.equal(storedPlaceOf(fixture('src', 'queue.ts')), undefined);
  });

  it('is searched by a model only if it asks for it', async () => {
    const own = await ask('remind customers whose invoice is overdue');
    assert.ok(!own.includes('remindOverdue'), own);
    const all = await ask('remind customers whose invoice is overdue', 'all');
    assert.match(all, new RegExp(`${root}/src/invoice\\.ts:\\d+-\\d+`));
    const jobs = await ask('runs jobs one after the other', 'all');
    // The folder is open here, so what was pushed of it is not found a second time.
    assert.match(jobs, /\]\(src\/queue\.ts#L/);
    assert.ok(!jobs.includes('workspace@main'), jobs);
  });

  it('is read by a model at the places that an answer names', async () => {
    const read = async (path: string, line?: number): Promise<string> => {
      const { content } = await lm.invokeTool('codegrain_chunk', {
        input: { path, line },
        toolInvocationToken: undefined,
      });
      const [part] = content;
      assert.ok(part instanceof vscode.LanguageModelTextPart);
      return part.value;
    };
    const answer = await ask('remind customers whose invoice is overdue', 'all');
    const [, path = '', line = ''] = new RegExp(`(${root}/src/invoice\\.ts):(\\d+)`).exec(answer) ?? [];
    const code = await read(path, Number(line));
    assert.match(code, /remindOverdue/);
    assert.ok(code.includes(`${path}:`) && !code.includes(`](${path}`), code);
    assert.match(await read(path), /remindOverdue/);
  });

  it('is served to agents, with the password in the environment alone, once the user agreed to search there', async () => {
    const { password } = new URL(server.url);
    const team = {
      maySearch: false,
      target: targetOf(urlWithoutPassword()),
      onDidChange: new vscode.EventEmitter<void>().event,
    };
    const settings = {
      ...{ script: productFile('dist', 'cli.js'), version: '1', setupOf: () => ({ include: [], exclude: [] }) },
      database: { environment: async () => ({ PGPASSWORD: password }) },
    };
    assert.ok(!serverDefinitions({ ...settings, team })[0]?.args.includes('--from'));
    const agreed = { ...settings, team: { ...team, maySearch: true } };
    const [definition] = serverDefinitions(agreed);
    assert.ok(definition);
    await withPassword(definition, agreed);
    assert.deepEqual(definition.args.slice(-2), ['--from', urlWithoutPassword()]);
    assert.equal(definition.env.PGPASSWORD, password);
    const client = new Client({ name: 'test', version: '1' });
    const env = Object.fromEntries(Object.entries(definition.env).map(([name, value]) => [name, String(value)]));
    await client.connect(
      new StdioClientTransport({ command: definition.command, args: definition.args, env, stderr: 'ignore' }),
    );
    const query = { query: 'remind customers whose invoice is overdue', scope: 'acme/billing' };
    const { content } = await client.callTool({ name: 'search_code', arguments: query });
    assert.match(JSON.stringify(content), /remindOverdue/);
    await client.close();
  });

  it('is searched in one repository, also in one that is open here', async () => {
    const jobs = await ask('runs jobs one after the other', 'workspace@main');
    assert.match(jobs, /workspace@main\/src\/queue\.ts:\d+-\d+/);
    assert.ok(!jobs.includes('](src/queue.ts'), jobs);
    assert.match(await ask('jobs', 'nowhere@main'), /could not be searched: .*nowhere/);
  });

  it('is packed for a task', async () => {
    const text = await ask('convert rounds an amount of money between two currencies wrongly', 'all', 'codegrain_pack');
    assert.match(text, /src\/currency\.py/);
    assert.match(text, /def convert/);
  });

  it('has its files as read-only documents with their own text and language', async () => {
    const document = await storedFile('src/invoice.ts');
    assert.equal(document.getText(), readFileSync(`${billing}/src/invoice.ts`, 'utf8'));
    assert.equal(document.languageId, 'typescript');
    assert.equal(workspace.fs.isWritableFileSystem(document.uri.scheme), false);
    const python = await storedFile('src/currency.py');
    assert.equal(python.languageId, 'python');
    await assert.rejects(Promise.resolve(workspace.fs.writeFile(document.uri, new Uint8Array())));
  });

  it('has the chunks of its documents as they were pushed, with a hover', async () => {
    const document = await storedFile('src/invoice.ts');
    const editor = await window.showTextDocument(document);
    const { chunk } = await codegrain();
    const state = await until(() => chunk(document));
    assert.ok(state.is === 'chunked');
    assert.equal(joined(state), document.getText());
    assert.deepEqual([...new Set(state.file.chunks.map(({ path }) => path))], ['src/invoice.ts']);
    await commands.executeCommand('codegrain.showBoundaries');
    const [first] = state.file.chunks.filter(({ role }) => role !== 'parent');
    assert.ok(first);
    const at = document.lineAt(first.startLine - 1);
    const hovers = await until(async () => {
      const found = await commands.executeCommand<vscode.Hover[]>(
        'vscode.executeHoverProvider',
        document.uri,
        at.range.start,
      );
      return found.length > 0 && found;
    });
    const text = hovers.flatMap(({ contents }) =>
      contents.map((each) => (typeof each === 'string' ? each : each.value)),
    );
    assert.match(text.join('\n'), /InvoiceLine/);
    assert.equal(editor.document.isDirty, false);
  });

  it('says in plain words that a file is gone', async () => {
    await assert.rejects(Promise.resolve(storedFile('src/gone.ts')), /no longer has this file/);
  });

  it('leads from a document to the same definition in a folder of the window', async () => {
    const document = await workspace.openTextDocument(storedUri('workspace@main', 'src/queue.ts'));
    const line =
      document.getText().slice(0, document.getText().indexOf('private async attempt')).split('\n').length - 1;
    await window.showTextDocument(document, { selection: new vscode.Range(line, 0, line, 0) });
    const edit = new vscode.WorkspaceEdit();
    const local = fixture('src', 'queue.ts');
    edit.insert(local, new vscode.Position(0, 0), '\n\n\n');
    await workspace.applyEdit(edit);
    await commands.executeCommand('codegrain.openInWorkspace', document.uri);
    const editor = await until(
      () => String(window.activeTextEditor?.document.uri) === String(local) && window.activeTextEditor,
    );
    assert.match(editor.document.lineAt(editor.selection.active.line).text, /private async attempt/);
    await commands.executeCommand('workbench.action.files.revert');
  });

  it('is in results editors, whose lines lead to its documents', async () => {
    await choose({ is: 'all' });
    const content = '# Query: convert an amount of money between currencies\n# Repositories: all\n';
    const document = await workspace.openTextDocument({ content, language: 'codegrain-results' });
    await window.showTextDocument(document);
    await commands.executeCommand('codegrain.rerunResults');
    const text = await until(() => document.getText().includes('currency.py') && document.getText());
    assert.match(text, /^# Repositories: all$/m);
    assert.match(text, new RegExp(`^# From the database: ${root}$`, 'm'));
    const line = text.split('\n').findIndex((each) => each.includes('def convert'));
    const links = await commands.executeCommand<vscode.LocationLink[]>(
      'vscode.executeDefinitionProvider',
      document.uri,
      new vscode.Position(line, 12),
    );
    assert.equal(String(links[0]?.targetUri), String(storedUri(root, 'src/currency.py')));
  });

  it('that fails costs only its own part of an answer', async () => {
    await setUrl('postgresql://me@127.0.0.1:1/none');
    const text = await ask('runs jobs one after the other', 'all');
    assert.match(text, /\]\(src\/queue\.ts#L/);
    assert.match(text, /could not be searched: no server is listening/);
    await setUrl(undefined);
    await assert.rejects(ask('jobs', 'all'), /No database of a team is configured/);
  });
});
