/** CSV, TSV and similar tables: cut between records, with the header in the context of every chunk. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Chunk } from '../../../../src/code/chunk';
import { coverageOf } from '../../../../src/code/records/coverage';
import { chunkText } from '../../../../src/engine/workers/chunker';
import type { ChunkOptions } from '../../../../src/options/chunk-options';
import { readBytes } from '../../../../src/workspace/read-file';
import { runs } from '../../random-runs';

async function cut(text: string, options: Partial<ChunkOptions> = {}, path = 'a.csv'): Promise<readonly Chunk[]> {
  const { chunks } = await chunkText({ path, text }, options);
  const searched = chunks.filter(({ role }) => role !== 'parent');
  assert.equal(searched.map((chunk) => chunk.text.slice(chunk.overlap.before)).join(''), text);
  for (const chunk of searched) {
    assert.equal(chunk.text, text.slice(chunk.start, chunk.end));
    assert.ok(chunk.tokens.text <= (options.maxTokens ?? 400), `${chunk.tokens.text} tokens`);
  }
  return searched;
}

const people = Array.from({ length: 200 }, (_, i) => [
  `Person ${i}`,
  `${20 + (i % 50)}`,
  `Street ${i}, City`,
  `note "${i}"`,
]);

function table(delimiter: string, header?: readonly string[], rows = people): string {
  const quoted = (field: string): string =>
    field.includes(delimiter) || /["\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field;
  return [...(header ? [header] : []), ...rows].map((row) => `${row.map(quoted).join(delimiter)}\n`).join('');
}

const names = ['name', 'age', 'address', 'note'];

describe('a delimited table', () => {
  for (const [delimiter, path] of [
    [',', 'a.csv'],
    [';', 'a.csv'],
    ['|', 'a.psv'],
    ['|', 'a.csv'],
    ['\t', 'a.tsv'],
    ['\t', 'a.csv'],
  ] as const) {
    it(`has its header in every chunk, with ${JSON.stringify(delimiter)} in ${path}`, async () => {
      const chunks = await cut(table(delimiter, names), {}, path);
      assert.ok(chunks.length > 5);
      const header = names.join(delimiter);
      for (const [i, chunk] of chunks.entries()) {
        assert.equal(`${chunk.context}${chunk.text}`.split('\n').filter((line) => line === header).length, 1);
        assert.equal(chunk.context.includes(header), i > 0);
        assert.equal(chunk.kind, 'table');
        assert.deepEqual(chunk.overlap, { before: 0, after: 0 });
      }
    });
  }

  it('is cut between records, not inside quoted fields with line breaks', async () => {
    const rows = people.map(([name = '', age = '', address = '']) => [
      name,
      age,
      address,
      'first line\nsecond, line\n\nlast',
    ]);
    const text = table(',', names, rows);
    for (const chunk of await cut(text, { maxTokens: 100 })) {
      assert.match(chunk.text, /^(?:name,age|Person \d+,)/);
      assert.match(chunk.text, /(?:note|last")\n$/);
    }
  });

  it('has no header where the first row is data', async () => {
    for (const first of [
      ['Person x', '37', 'Street', 'n'],
      ['Person x', '2020-01-01', 'Street', 'n'],
      ['Person 7', 'x', 'Street', 'n'],
      ['a@example.org', 'x', 'y', 'n'],
    ]) {
      const chunks = await cut(
        table(
          ',',
          first,
          people.map((row) => (first[0] === 'Person 7' ? ['Person 7', 'b', 'c', 'd'] : row)),
        ),
      );
      for (const { context } of chunks) assert.ok(!context.includes(first.join(',')), context);
    }
  });

  it('has a header of years, of one column, and of a comment', async () => {
    const years = await cut(table(',', ['country', '2019', '2020', '2021'], people));
    assert.ok(years.at(-1)?.context.includes('country,2019,2020,2021'));
    const words = await cut(`word\n${people.map(([name]) => `${name}\n`).join('')}`, { maxTokens: 100 });
    assert.match(words.at(-1)?.context ?? '', /^word$/m);
    const genes = await cut(`##version 1\n#name\tage\taddress\tnote\n${table('\t', undefined)}`, {}, 'a.tsv');
    assert.match(genes.at(-1)?.context ?? '', /^#name\tage\taddress\tnote$/m);
  });

  it('shows the first columns of a header that is too wide', async () => {
    const wide = Array.from({ length: 80 }, (_, i) => `column_number_${i}`);
    const rows = Array.from({ length: 20 }, () => wide.map((_, i) => `${i}`));
    const last = (await cut(table(',', wide, rows))).at(-1);
    assert.match(last?.context ?? '', /^column_number_0,column_number_1,.*,…$/m);
    assert.ok((last?.tokens.total ?? 0) - (last?.tokens.text ?? 0) <= 100);
  });

  it('is cut between fields where a row is larger than the limit', async () => {
    const rows = Array.from({ length: 3 }, () => Array.from({ length: 300 }, (_, i) => `value ${i}`));
    const text = table(
      ',',
      Array.from({ length: 300 }, (_, i) => `c${i}`),
      rows,
    );
    for (const chunk of await cut(text, { maxTokens: 100 })) assert.match(chunk.text, /[,\n]$/);
  });

  it('is not "minified" because its rows are long', () => {
    const rows = Array.from({ length: 50 }, () => Array.from({ length: 300 }, (_, i) => `value ${i}`));
    const read = readBytes('wide.csv', Buffer.from(table(',', undefined, rows)));
    assert.ok(!('skipped' in read));
  });

  it('is text if its lines are not rows', async () => {
    const { language } = await chunkText({ path: 'a.csv', text: 'Dear all,\nthis is, as you see, no table.\n\nBye\n' });
    assert.equal(language, 'plaintext');
  });

  it('keeps every character of any text', async () => {
    const field = fc.constantFrom('a', '"', ',', '\n', '\r\n', ';', '\t', '#', '""', 'long field ', '"q, r"');
    await fc.assert(
      fc.asyncProperty(fc.array(field, { minLength: 1, maxLength: 200 }), async (parts) => {
        const text = `a,b\n1,2\n${parts.join('')}`;
        const chunks = await cut(text, { maxTokens: 16, parentTokens: 64 });
        const { covered, lines } = coverageOf(text, chunks);
        assert.equal(covered, lines);
      }),
      { numRuns: runs(70) },
    );
  });
});
