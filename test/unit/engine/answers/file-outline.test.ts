/** The outline of a file: its definitions and their lines. */
import assert from 'node:assert/strict';
import { outlineOf, outlineText } from '../../../../src/engine/answers/file-outline';
import { chunkText } from '../../../../src/engine/workers/chunker';

const count = (text: string): number => Math.ceil(text.length / 4);

describe('an outline', () => {
  it('lists each definition of a file once with its line, however the file was chunked', async () => {
    const body = Array.from({ length: 120 }, (_, i) => `    total += compute(${i}, "${'x'.repeat(20)}");`).join('\n');
    const text = `class Sum {\n  add(total: number): number {\n${body}\n    return total;\n  }\n}\n\nfunction last(): void {}\n`;
    const { chunks } = await chunkText({ path: 'a.ts', text }, {});
    assert.ok(chunks.length > 3, 'the method is split');
    assert.deepEqual(
      outlineOf(chunks).map(({ line, kind, name }) => [line, kind, name]),
      [
        [1, 'class', 'Sum'],
        [2, 'method', 'add'],
        [127, 'function', 'last'],
      ],
    );
  });

  it('lists the sections of a document, also small ones that share a chunk, and no lines of code', async () => {
    const section = (name: string): string => `## ${name}\n\n${'Some words about it. '.repeat(60)}\n\n`;
    const small = '### Three\n\nShort.\n\n```sh\n# no section\n```\n\n### Four ###\n\nShort.\n';
    const { chunks } = await chunkText(
      { path: 'a.md', text: `# Top\n\n${section('One')}${section('Two')}${small}` },
      {},
    );
    assert.deepEqual(
      outlineOf(chunks).map(({ name }) => name),
      ['Top', 'One', 'Two', 'Three', 'Four'],
    );
  });

  it('says where it continues if it is too long', async () => {
    const entries = Array.from({ length: 500 }, (_, i) => ({
      line: i + 1,
      kind: 'function',
      name: `f${i}`,
      text: `f${i}`,
    }));
    const { text, shown } = await outlineText('a.ts', entries, 300, count);
    assert.ok(shown.length > 5 && shown.length < 500);
    assert.ok(count(text) <= 300);
    assert.ok(text.endsWith(`… ${500 - shown.length} more from line ${shown.length + 1}: ask with start_line`));
  });
});
