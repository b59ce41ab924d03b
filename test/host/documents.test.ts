/** Documents are chunked as they are in the editor: unsaved, untitled, in any language, even if the parse worker is killed. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { commands, languages, Position, Range, WorkspaceEdit, window, workspace } from 'vscode';
import { chunked, closeAll, codegrain, draft, fixture, joined, open, until } from './codegrain';

describe('a document', () => {
  afterEach(closeAll);

  it('is chunked by its syntax, with a path relative to its folder', async () => {
    const document = await open(fixture('src', 'queue.ts'));
    const state = await chunked(document);
    assert.equal(state.file.path, 'src/queue.ts');
    assert.equal(state.file.language, 'typescript');
    assert.equal(joined(state), document.getText());
    assert.equal(state.coverage.covered, state.coverage.lines);
  });

  it('is chunked with its unsaved edits, and the newest text wins', async () => {
    const document = await open(fixture('src', 'cart.py'));
    for (let i = 0; i < 5; i++) {
      const edit = new WorkspaceEdit();
      edit.insert(document.uri, new Position(0, 0), `import module${i}\n`);
      await workspace.applyEdit(edit);
      void (await codegrain()).chunk(document);
    }
    assert.ok(document.isDirty);
    const state = await chunked(document);
    assert.equal(state.version, document.version);
    assert.equal(joined(state), document.getText());
  });

  it('can be untitled; its language is the one chosen in the editor', async () => {
    const state = await chunked(await draft('def first():\n    pass\n', 'python'));
    assert.equal(state.file.language, 'python');
    assert.equal(state.file.chunks[0]?.name, 'first');
  });

  it('on disk has the language of its name and text, as on the command line, whatever mode the editor has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'codegrain-mode-'));
    try {
      writeFileSync(join(folder, 'steps'), 'first = 1\nsecond = 2\n');
      const opened = await workspace.openTextDocument(join(folder, 'steps'));
      const document = await languages.setTextDocumentLanguage(opened, 'ruby');
      assert.equal(document.languageId, 'ruby');
      assert.equal((await chunked(document)).file.language, 'plaintext');
    } finally {
      await closeAll();
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('can be plain text', async () => {
    const state = await chunked(await draft('Once upon a time.\n', 'plaintext'));
    assert.equal(state.file.fallback, 'lines');
  });

  it('can be empty', async () => {
    const state = await chunked(await draft('', 'python'));
    assert.deepEqual(state.file.chunks, []);
  });

  it('keeps exact offsets with CRLF and emoji', async () => {
    const text = 'const a = "🌲🪵";\r\n\r\nexport function café() {\r\n  return a; // 🪚\r\n}\r\n';
    const document = await draft(text, 'typescript');
    const state = await chunked(document);
    assert.equal(document.getText(), text);
    for (const chunk of state.file.chunks) {
      const range = new Range(document.positionAt(chunk.start), document.positionAt(chunk.end));
      assert.equal(document.getText(range), chunk.text);
      assert.equal(document.positionAt(chunk.start).line + 1, chunk.startLine);
    }
  });

  it('that is minified is skipped with that reason', async () => {
    const document = await draft('f();'.repeat(5000), 'javascript');
    const state = await until(async () => (await codegrain()).chunk(document));
    assert.equal(state.is === 'skipped' && state.skipped.reason, 'minified');
  });

  it('is chunked after its parse worker was killed', async () => {
    const before = await chunked(await draft('a = 1\n', 'python'));
    const workers = until(() => {
      const pids = workerProcesses();
      return pids.length > 0 && pids;
    });
    for (const pid of await workers) process.kill(pid, 'SIGKILL');
    const after = await chunked(await draft('b = 2\n', 'python'));
    assert.equal(before.file.fallback, undefined);
    assert.equal(after.file.fallback, undefined);
    assert.equal(after.file.chunks[0]?.text, 'b = 2\n');
  });

  it('that is very long does not block another one', async () => {
    const long = await draft('def f(a):\n    return [a, 1, 2, 3]\n\n\n'.repeat(20_000), 'python');
    const state = (await codegrain()).chunk(long);
    const short = await chunked(await draft('x = 1\n', 'python'));
    assert.equal(short.file.chunks.length, 1);
    await state;
  });
});

describe('Chunk Current File', () => {
  afterEach(closeAll);

  it('shows the Chunks view and leaves the keyboard in the editor', async () => {
    const document = await open(fixture('src', 'queue.ts'));
    await commands.executeCommand('codegrain.chunkCurrentFile');
    assert.equal(window.activeTextEditor?.document, document);
  });

  it('opens nothing when no file is open, and does not wait for its message', async () => {
    await closeAll();
    assert.equal(await commands.executeCommand('codegrain.chunkCurrentFile'), undefined);
    assert.deepEqual(
      window.tabGroups.all.flatMap(({ tabs }) => tabs),
      [],
    );
  });
});

/** Ids of the parse workers that this extension host started. */
function workerProcesses(): number[] {
  const all = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return all
    .split('\n')
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((found) => Number(found?.[2]) === process.pid && /parse-worker\.js/.test(found?.[3] ?? ''))
    .map((found) => Number(found?.[1]));
}
