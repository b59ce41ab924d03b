/** Open files are chunked in a web worker, wherever they come from. */
import assert from 'node:assert/strict';
import { Position, WorkspaceEdit, workspace } from 'vscode';
import { chunked, closeAll, fixture, joined, open } from '../../host/codegrain';

describe('a file that is on no disk', () => {
  afterEach(closeAll);

  it('is chunked by its syntax, with the imports that a chunk uses', async () => {
    const document = await open(fixture('src', 'queue.ts'));
    const state = await chunked(document);
    assert.equal(state.file.language, 'typescript');
    assert.equal(state.file.path, 'src/queue.ts');
    assert.equal(joined(state), document.getText());
    assert.equal(state.coverage.covered, state.coverage.lines);
    const imports = state.file.chunks.flatMap((chunk) => chunk.imports);
    assert.ok(JSON.stringify(imports).includes('readFileSync'), JSON.stringify(imports));
  });

  it('is chunked again after an edit', async () => {
    const document = await open(fixture('src', 'cart.py'));
    await chunked(document);
    const edit = new WorkspaceEdit();
    edit.insert(document.uri, new Position(0, 0), 'import os\n');
    await workspace.applyEdit(edit);
    const state = await chunked(document);
    assert.equal(state.version, document.version);
    assert.equal(joined(state), document.getText());
  });

  for (const path of ['broken.ts', 'windows.ts', 'src/größe/maß.py', 'README.md'])
    it(`keeps all of its text: ${path}`, async () => {
      const document = await open(fixture(...path.split('/')));
      assert.equal(joined(await chunked(document)), document.getText());
    });

  it('can be empty', async () => {
    const state = await chunked(await open(fixture('empty.ts')));
    assert.equal(state.file.chunks.length, 0);
  });

  it('can be untitled, with the language of the editor', async () => {
    const document = await workspace.openTextDocument({ content: 'fn main() {}\n', language: 'rust' });
    assert.equal((await chunked(document)).file.language, 'rust');
  });
});
