/** Prose and notebooks are chunked in the editor as on the command line. */
import assert from 'node:assert/strict';
import { commands, NotebookEdit, NotebookRange, WorkspaceEdit, window, workspace } from 'vscode';
import { chunked, closeAll, fixture, open, until } from './codegrain';

describe('a Markdown file', () => {
  afterEach(closeAll);

  it('is split into sections with whole fences, and loses nothing', async () => {
    const document = await open(fixture('docs', 'guide.md'));
    await workspace.getConfiguration('codegrain').update('chunk.maxTokens', 100);
    try {
      const state = await until(async () => {
        const found = await chunked(document);
        return found.file.chunks.length > 3 && found;
      });
      const text = document.getText();
      const leaves = state.file.chunks.filter(({ role }) => role !== 'parent');
      assert.equal(leaves.map((chunk) => chunk.text.slice(chunk.overlap.before)).join(''), text);
      for (const fence of [/```python\ncart[\s\S]*?\n```\n/, /````markdown[\s\S]*?\n````\n/]) {
        const block = fence.exec(text)?.[0] ?? 'missing';
        assert.ok(
          leaves.some((chunk) => chunk.text.includes(block)),
          block,
        );
      }
      assert.equal(state.coverage.covered, state.coverage.lines);
    } finally {
      await workspace.getConfiguration('codegrain').update('chunk.maxTokens', undefined);
    }
  });
});

describe('a notebook', () => {
  afterEach(closeAll);

  it('has chunks in its cells that carry the imports of other cells', async () => {
    await workspace.getConfiguration('codegrain').update('chunk.maxTokens', 64);
    try {
      const notebook = await workspace.openNotebookDocument(fixture('analysis.ipynb'));
      await window.showNotebookDocument(notebook, { selections: [new NotebookRange(3, 4)] });
      const cell = notebook.cellAt(3).document;
      const state = await until(async () => {
        const found = await chunked(cell);
        return found.file.chunks.some(({ name }) => name === 'clean') && found;
      });
      const clean = state.file.chunks.find(({ name, role }) => name === 'clean' && role !== 'parent');
      assert.ok(clean);
      assert.equal(clean.path, 'analysis.ipynb');
      assert.equal(cell.getText().slice(clean.start, clean.end), clean.text.slice(0, clean.end - clean.start));
      assert.match(clean.context, /import numpy as np/);
      assert.equal(clean.startLine, 1);
      const edit = new WorkspaceEdit();
      edit.set(notebook.uri, [NotebookEdit.deleteCells(new NotebookRange(0, 1))]);
      await workspace.applyEdit(edit);
      const moved = await until(async () => {
        const found = await chunked(cell);
        return found.file.chunks.find((chunk) => chunk.name === 'clean' && chunk.pieces?.from === 2);
      });
      assert.equal(moved.text, clean.text);
    } finally {
      await workspace.getConfiguration('codegrain').update('chunk.maxTokens', undefined);
      await commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    }
  });
});
