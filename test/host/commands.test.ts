/** Commands on a chunk, from a row of the view or at the cursor. */
import assert from 'node:assert/strict';
import { commands, env, type Hover, type MarkdownString, Position, Selection, type Uri, window } from 'vscode';
import { chunked, closeAll, draft, fixture, open, until } from './codegrain';

/** Long enough for parents: several functions that use an import and a global. */
const text = `import numpy as np

LIMIT = 10

${Array.from({ length: 60 }, (_, i) => `def step${i}(value):\n    """Step ${i}."""\n    return np.clip(value + ${i}, 0, LIMIT)\n`).join('\n\n')}`;

describe('a chunk', () => {
  afterEach(closeAll);

  it('is copied, with or without its context', async () => {
    const document = await draft(text, 'python');
    const state = await chunked(document);
    const chunk = state.file.chunks.find(({ role, imports }) => role === 'child' && imports.length > 0);
    assert.ok(chunk && window.activeTextEditor);
    const inside = document.positionAt(chunk.start);
    window.activeTextEditor.selection = new Selection(inside, inside);
    await commands.executeCommand('codegrain.copyChunk');
    assert.equal(await env.clipboard.readText(), chunk.text);
    await commands.executeCommand('codegrain.copyChunkWithContext');
    const copied = await env.clipboard.readText();
    assert.equal(copied, chunk.context + chunk.text);
    assert.match(copied, /import numpy as np/);
    assert.match(copied, /LIMIT = 10/);
  });

  it('opens its parent', async () => {
    const document = await draft(text, 'python');
    const state = await chunked(document);
    const child = state.file.chunks.find(({ role }) => role === 'child');
    const parent = state.file.chunks.find(({ id }) => id === child?.parent);
    assert.ok(child && parent);
    await commands.executeCommand('codegrain.showParent', { uri: document.uri, chunk: child });
    const { selection } = window.activeTextEditor ?? {};
    assert.ok(selection);
    assert.deepEqual([selection.start.line + 1, selection.end.line + 1], [parent.startLine, parent.endLine]);
  });

  it('shows the definition that encloses it, not a sibling', async () => {
    const methods = text.slice(text.indexOf('def step0')).replace(/^(?=.)/gm, '    ');
    const document = await draft(`import numpy as np\n\nLIMIT = 10\n\nclass Steps:\n${methods}`, 'python');
    const state = await chunked(document);
    const child = state.file.chunks.findLast(({ role, scope }) => role === 'child' && scope[0] === 'Steps');
    assert.ok(child);
    await commands.executeCommand('codegrain.showParent', { uri: document.uri, chunk: child });
    const { selection } = window.activeTextEditor ?? {};
    assert.deepEqual([selection?.start.line, selection?.end.line], [4, child.endLine - 1]);
  });

  it('is revealed with the cursor at its first line', async () => {
    const document = await draft(text, 'python');
    await commands.executeCommand('codegrain.revealLines', document.uri.toString(), 40, 44);
    assert.equal(window.activeTextEditor?.selection.active.line, 39);
  });
});

describe('the hover of a boundary', () => {
  afterEach(closeAll);

  const hovers = async (uri: Uri, position: Position): Promise<string> => {
    const found = await commands.executeCommand<Hover[]>('vscode.executeHoverProvider', uri, position);
    return found.flatMap(({ contents }) => contents.map((each) => (each as MarkdownString).value)).join('\n');
  };

  it('shows what would be embedded, its tokens, and links to its imports and globals', async () => {
    const document = await draft(text, 'python');
    const state = await chunked(document);
    await commands.executeCommand('codegrain.chunkCurrentFile');
    const chunk = state.file.chunks.find(({ role, imports }) => role !== 'parent' && imports.length > 0);
    assert.ok(chunk);
    const line = document.lineAt(chunk.startLine - 1);
    const hover = await until(async () => (await hovers(document.uri, line.range.end)) || undefined);
    assert.ok(hover.includes(chunk.text.trimEnd()), hover);
    assert.ok(hover.includes(chunk.context.trimEnd()), hover);
    assert.match(hover, /tiktoken.*exact/);
    for (const { line: at } of [...chunk.imports, ...chunk.globals])
      assert.ok(hover.includes(`%2C${at}%2C`), `a link to line ${at}`);
  });

  it('appears over the first word of a chunk, not over other code, nor when boundaries are hidden', async () => {
    const document = await open(fixture('src', 'cart.py'));
    await chunked(document);
    await commands.executeCommand('codegrain.chunkCurrentFile');
    assert.match(await until(async () => (await hovers(document.uri, new Position(0, 1))) || undefined), /tiktoken/);
    assert.equal(await hovers(document.uri, new Position(0, 10)), '');
    await commands.executeCommand('codegrain.toggleBoundaries');
    assert.equal(await hovers(document.uri, document.lineAt(0).range.end), '');
  });
});
