/** The text of a file is put together from its chunks. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { productFile } from '../../../../src/shared/product';
import { joinChunks } from '../../../../src/wings/team/stored/stored-file-text';

const samples = ['typescript', 'python', 'markdown', 'html'].flatMap((id) =>
  readdirSync(productFile('grammars', 'samples', id)).map((name) => join('grammars', 'samples', id, name)),
);

describe('a file made from its chunks', () => {
  for (const path of samples)
    it(`is the file that was pushed: ${path}`, async () => {
      const text = readFileSync(productFile(path), 'utf8');
      const { chunks } = await chunkText({ path, text }, { maxTokens: 120 });
      const joined = joinChunks([...chunks].reverse());
      assert.equal(joined.text, text);
      assert.deepEqual(joined.chunks.map(({ id }) => id).sort(), chunks.map(({ id }) => id).sort());
    });

  it('has its lines and offsets where they were, also if a chunk is missing', async () => {
    const path = 'a.py';
    const text = Array.from({ length: 9 }, (_, i) => `def f${i}(x):\n    return x + ${i}\n`).join('\n\n');
    const { chunks } = await chunkText({ path, text }, { maxTokens: 30 });
    const [, missing] = chunks.filter(({ role }) => role !== 'parent');
    const joined = joinChunks(chunks.filter((chunk) => chunk !== missing));
    assert.equal(joined.text.length, text.length);
    assert.equal(joined.text.indexOf('def f8'), text.indexOf('def f8'));
    assert.equal(joined.text.split('\n').indexOf('def f8(x):'), text.split('\n').indexOf('def f8(x):'));
  });

  it('of a notebook has the text of its cells, each from the line it has in the file', async () => {
    const cell = (source: string) => ({ cell_type: 'code', metadata: {}, outputs: [], execution_count: 1, source });
    const functions = (name: string): string =>
      Array.from({ length: 12 }, (_, i) => `def ${name}_${i}(total):\n    return total + ${i}\n`).join('\n\n');
    const notebook = {
      nbformat: 4,
      nbformat_minor: 5,
      metadata: { language_info: { name: 'python' } },
      cells: [cell(functions('first')), cell(functions('second'))],
    };
    const text = JSON.stringify(notebook, undefined, 1);
    const { chunks } = await chunkText({ path: 'a.ipynb', text }, { maxTokens: 60 });
    const joined = joinChunks(chunks);
    const searched = joined.chunks.filter(({ role }) => role !== 'parent');
    assert.ok(searched.length > 1);
    for (const chunk of searched) {
      assert.equal(joined.text.slice(chunk.start, chunk.end), chunk.text);
      assert.equal(joined.text.slice(0, chunk.start).split('\n').length, chunk.startLine);
    }
    assert.ok(joined.text.includes('def second_7(total):\n    return total + 7'));
  });

  it('of no chunks is empty', () => {
    assert.deepEqual(joinChunks([]), { text: '', chunks: [] });
  });
});
