/** "Find Dependencies" and "Find Callers" in the editor, on saved and unsaved text. */
import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import {
  CancellationTokenSource,
  ConfigurationTarget,
  commands,
  env,
  type Hover,
  LanguageModelTextPart,
  lm,
  type MarkdownString,
  Position,
  Range,
  Selection,
  type TextDocument,
  WorkspaceEdit,
  window,
  workspace,
} from 'vscode';
import type { WorkspaceIndex } from '../../src/vscode/indexing/workspace-index';
import { chunked, closeAll, codegrain, fixture, open, until } from './codegrain';

const files = {
  'tax.py': 'def tax_of(amount):\n    return amount * 19 // 100\n',
  'invoice.py': 'from tax import tax_of\n\n\ndef gross_of(net):\n    return net + tax_of(net)\n',
  'letter.py': 'from invoice import gross_of\n\n\ndef write_letter(net):\n    return f"pay {gross_of(net)}"\n',
};

describe('the graph view', function () {
  this.timeout(120_000);
  let index: WorkspaceIndex;
  before(async () => {
    ({ index } = await codegrain());
    mkdirSync(fixture('taxes').fsPath, { recursive: true });
    for (const [name, text] of Object.entries(files)) writeFileSync(fixture('taxes', name).fsPath, text);
    await autoSave('off');
    await index.agree();
    await index.refresh();
  });
  afterEach(closeAll);
  after(async () => {
    await autoSave(undefined);
    await index.clear();
    rmSync(fixture('taxes').fsPath, { recursive: true });
  });

  /** On by default in a browser. */
  const autoSave = (value: string | undefined): Thenable<void> =>
    workspace.getConfiguration('files').update('autoSave', value, ConfigurationTarget.Global);
  /** Runs a command with the cursor in a line (1-based), and reads what the view shows. */
  const shown = async (document: TextDocument, command: string, line: number): Promise<string> => {
    const editor = await window.showTextDocument(document);
    editor.selection = new Selection(line - 1, 0, line - 1, 0);
    await commands.executeCommand(command);
    return copied();
  };
  const copied = async (): Promise<string> => {
    await commands.executeCommand('codegrain.graph.copy');
    return env.clipboard.readText();
  };
  const type = async (document: TextDocument, line: number, text: string): Promise<void> => {
    const edit = new WorkspaceEdit();
    edit.replace(document.uri, new Range(line - 1, 0, line - 1, document.lineAt(line - 1).text.length), text);
    await workspace.applyEdit(edit);
  };

  it('shows what the chunk of a row in the Chunks view uses', async () => {
    const uri = fixture('taxes', 'invoice.py');
    const [chunk] = (await chunked(await open(uri))).file.chunks;
    await commands.executeCommand('codegrain.showUses', { uri, chunk });
    assert.equal(await copied(), 'tax_of  taxes/tax.py:1\n');
  });

  it('shows what the code at the cursor uses and what uses it, and switches between both', async () => {
    const document = await open(fixture('taxes', 'invoice.py'));
    assert.equal(await shown(document, 'codegrain.showUses', 5), 'tax_of  taxes/tax.py:1\n');
    await commands.executeCommand('codegrain.graph.switchDirection');
    assert.equal(await copied(), 'write_letter  taxes/letter.py:5\n');
    assert.equal(await shown(document, 'codegrain.showUsedBy', 4), 'write_letter  taxes/letter.py:5\n');
  });

  it('takes the place from a link', async () => {
    const uri = fixture('taxes', 'tax.py').toString();
    await commands.executeCommand('codegrain.showUsedBy', uri, 1, 'tax_of');
    assert.equal(await copied(), 'gross_of  taxes/invoice.py:5\n');
  });

  it('knows a text that was just typed, and finds its definition again when its line moves', async () => {
    const document = await open(fixture('taxes', 'letter.py'));
    await type(document, 5, '    return tax_of(net)');
    await type(document, 1, 'from tax import tax_of');
    assert.equal(await shown(document, 'codegrain.showUses', 5), 'tax_of  taxes/tax.py:1\n');
    await type(document, 1, '\n\nfrom invoice import gross_of\nfrom tax import tax_of');
    await type(document, 8, '    return gross_of(tax_of(net))');
    await commands.executeCommand('codegrain.graph.refresh');
    assert.equal(await copied(), 'gross_of  taxes/invoice.py:4\ntax_of  taxes/tax.py:1\n');
    const tax = await open(fixture('taxes', 'tax.py'));
    assert.equal(
      await shown(tax, 'codegrain.showUsedBy', 1),
      'gross_of  taxes/invoice.py:5\nwrite_letter  taxes/letter.py:8\n',
    );
    assert.equal(document.isDirty, true);
    await window.showTextDocument(document);
    await commands.executeCommand('workbench.action.files.revert');
    await until(async () => (await shown(tax, 'codegrain.showUsedBy', 1)) === 'gross_of  taxes/invoice.py:5\n');
  });

  it('is linked from the hover of a chunk, with counts', async () => {
    const document = await open(fixture('taxes', 'invoice.py'));
    await chunked(document);
    await commands.executeCommand('codegrain.chunkCurrentFile');
    const text = await until(async () => {
      const at = new Position(0, 0);
      const hovers = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', document.uri, at);
      const texts = hovers.flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value));
      return texts.find((each) => each.includes('used by'));
    });
    assert.match(
      text,
      /\[uses 1\]\(command:codegrain\.showUses\?[^)]+\) · \[used by 1\]\(command:codegrain\.showUsedBy\?/,
    );
  });

  it('puts signatures into copies with context if the settings ask for them, and into what models read', async () => {
    const context = (value: string | undefined): Thenable<void> =>
      workspace.getConfiguration('codegrain').update('chunk.context', value, ConfigurationTarget.Global);
    const document = await open(fixture('taxes', 'invoice.py'));
    const copiedChunk = async (): Promise<string> => {
      const editor = await window.showTextDocument(document);
      editor.selection = new Selection(4, 0, 4, 0);
      await commands.executeCommand('codegrain.copyChunkWithContext');
      return env.clipboard.readText();
    };
    const text = document.getText();
    assert.equal(await copiedChunk(), `# taxes/invoice.py\n${text}`);
    await context('signatures');
    try {
      const expected = `# taxes/invoice.py\n# from taxes/tax.py:\n# def tax_of(amount)\n${text}`;
      await until(async () => (await copiedChunk()) === expected);
    } finally {
      await context(undefined);
    }
    const options = { input: { path: 'taxes/invoice.py', line: 5 }, toolInvocationToken: undefined };
    const { content } = await lm.invokeTool('codegrain_chunk', options, new CancellationTokenSource().token);
    const read = content.map((part) => (part instanceof LanguageModelTextPart ? part.value : '')).join('');
    assert.match(read, /Definitions it uses:\n\[taxes\/tax\.py:1\]\(taxes\/tax\.py#L1\) def tax_of\(amount\):?$/);
  });

  it('shows nothing for code that nothing uses', async () => {
    const document = await open(fixture('taxes', 'letter.py'));
    assert.equal(await shown(document, 'codegrain.showUsedBy', 4), '');
  });
});
