/** Every format can be read back without loss, whatever the texts contain. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import Ajv from 'ajv/dist/2020';
import fc from 'fast-check';
import type { ChunkedFile } from '../../../../src/code/chunk';
import { withNote } from '../../../../src/code/records/embedded-text';
import { chunkText } from '../../../../src/engine/workers/chunker';
import { productFile } from '../../../../src/shared/product';
import {
  type ExportFormat,
  exportFormatNames,
  exportFormats,
  formatOfFileName,
} from '../../../../src/surfaces/export/export-formats';
import {
  type ExportedChunk,
  type ExportedFile,
  exportedFile,
  type Sink,
} from '../../../../src/surfaces/export/export-record';
import { runs } from '../../random-runs';
import { csvRows, encoded, readCsv, readJsonLines, readMarkdown, readParquet } from './read-back';

const about = { folder: 'folder', context: true, signatures: false, parents: true, model: 'model/2' };
const everything = { context: true, parents: true };
const as =
  (format: ExportFormat, with_ = about) =>
  (sink: Sink) =>
    exportFormats[format].createEncoder(sink, with_);

const isRecord = new Ajv({ allErrors: true }).compile(
  JSON.parse(readFileSync(productFile('docs', 'chunk-record.schema.json'), 'utf8')),
);

/** Files of many kinds: code with parents, prose with overlap, a notebook, a broken file and a difficult one. */
async function realFiles(): Promise<{ text: string; file: ChunkedFile }[]> {
  const paths = [
    'src/code/cut/cut-to-fit.ts',
    'src/surfaces/export/markdown-encoder.ts',
    'docs/search.md',
    'test/fixtures/workspace/src/cart.py',
  ];
  const texts: [string, string][] = [
    ...paths.map((path): [string, string] => [path, readFileSync(productFile(path), 'utf8')]),
    ['broken.ts', 'export function (((\n\tconst "x" = 1, y;\r\n}\n'],
    ['odd, "name".py', 'x = """=1+1, "quoted"\r\n```\n````\n"""\ny = "\u{1f600}é\u2028"  # no line break at the end'],
    [
      'essay.md',
      `# Essay\n\n${Array.from({ length: 90 }, (_, i) => `Sentence ${i} says a little more than the one before it.`).join(' ')}\n`,
    ],
    ['empty.py', ''],
  ];
  return Promise.all(texts.map(async ([path, text]) => ({ text, file: await chunkText({ path, text }) })));
}

describe('exported chunks', () => {
  let files: { text: string; file: ChunkedFile }[];
  let exported: ExportedFile[];
  let records: ExportedChunk[];
  before(async () => {
    files = await realFiles();
    exported = files.map(({ file }) => exportedFile(file, everything));
    records = exported.flatMap(({ chunks }) => chunks);
    assert.ok(records.some(({ role }) => role === 'parent') && records.some(({ overlap }) => overlap.before > 0));
  });

  it('are the chunk records in JSON Lines, valid by the schema', async () => {
    const read = readJsonLines(await encoded(as('jsonl'), exported));
    assert.deepEqual(
      read,
      files.flatMap(({ file }) => file.chunks),
    );
    for (const record of read) assert.ok(isRecord(record), JSON.stringify(isRecord.errors));
  });

  it('keep every field in CSV and Parquet', async () => {
    assert.deepEqual(readCsv(await encoded(as('csv'), exported)), records);
    assert.deepEqual(await readParquet(await encoded(as('parquet'), exported)), records);
  });

  it('keep a note and the hash without it in CSV and Parquet', async () => {
    const noted = files.map(({ file }) =>
      exportedFile(
        { ...file, chunks: file.chunks.map((chunk) => withNote(chunk, `About "${chunk.name}",\nin short.`)) },
        everything,
      ),
    );
    const expected = noted.flatMap(({ chunks }) => chunks);
    assert.ok(expected.every(({ note, plainHash }) => note !== undefined && plainHash !== undefined));
    assert.deepEqual(readCsv(await encoded(as('csv'), noted)), expected);
    assert.deepEqual(await readParquet(await encoded(as('parquet'), noted)), expected);
  });

  it('can be read in Markdown, with their exact text and place', async () => {
    const read = readMarkdown(await encoded(as('markdown'), exported));
    const searched = records.filter(({ role }) => role !== 'parent');
    assert.deepEqual(
      read,
      searched.map(({ path, id, startLine, endLine, start, end, text }) => {
        return { path, id, startLine, endLine, start, end, text };
      }),
    );
    for (const { text, file } of files)
      for (const { start, end, id } of file.chunks.filter(({ role }) => role !== 'parent'))
        assert.equal(read.find((chunk) => chunk.id === id)?.text, text.slice(start, end));
  });

  it('show parents in Markdown as headings above the chunks with their text', async () => {
    const text = (await encoded(as('markdown'), exported)).toString();
    const parent = records.find(({ role }) => role === 'parent');
    assert.ok(parent);
    assert.match(text, /\n### Parent: /);
    assert.equal(text.split(`id \`${parent.id}\``).length, 2);
    assert.match(text, new RegExp(`\n#### [^\n]+\n\n[^\n]*parent \`${parent.id}\``));
  });

  it('can omit context or parents, and lose nothing else', async () => {
    const { file } = files[0] ?? assert.fail();
    const plain = exportedFile(file, { context: false, parents: false }).chunks;
    assert.deepEqual(
      plain,
      file.chunks.flatMap(({ context: _c, imports: _i, globals: _g, omitted: _o, ...rest }) =>
        rest.role === 'parent' ? [] : [rest],
      ),
    );
    for (const record of plain) assert.ok(isRecord(record), JSON.stringify(isRecord.errors));
    const without = { ...about, context: false };
    const slim = [{ path: file.path, language: file.language, chunks: plain }];
    const csv = await encoded(as('csv', without), slim);
    assert.ok(!csvRows(csv.toString())[0]?.includes('context'));
    assert.deepEqual(readCsv(csv), plain);
    assert.deepEqual(await readParquet(await encoded(as('parquet', without), slim)), plain);
  });

  it('have their vectors, the same numbers in every format', async () => {
    const { file } = files[0] ?? assert.fail();
    const withVectors = exportedFile(file, everything, ({ role, start }) =>
      role === 'parent' ? undefined : [0.123456, -0.987654 / (start + 1)].map((value) => Number(value.toPrecision(6))),
    );
    const { chunks } = withVectors;
    assert.ok(chunks.some(({ embedding }) => embedding));
    for (const record of chunks) assert.ok(isRecord(record), JSON.stringify(isRecord.errors));
    assert.deepEqual(readJsonLines(await encoded(as('jsonl'), [withVectors])), chunks);
    assert.deepEqual(readCsv(await encoded(as('csv'), [withVectors])), chunks);
    const single = chunks.map((chunk) =>
      chunk.embedding ? { ...chunk, embedding: chunk.embedding.map(Math.fround) } : chunk,
    );
    assert.deepEqual(await readParquet(await encoded(as('parquet'), [withVectors])), single);
  });

  it('keep any text, in any number', async () => {
    const sample = records.find(({ role }) => role === 'child') ?? assert.fail();
    const nasty = fc.stringMatching(/^[a\u00e9\u{1f600}",;\r\n\t`#=\0 \\|<]*$/u);
    const chunk = fc
      .record({ text: nasty, context: nasty, name: nasty, scope: fc.array(nasty), path: nasty })
      .map((odd): ExportedChunk => ({ ...sample, ...odd, end: sample.start + odd.text.length }));
    await fc.assert(
      fc.asyncProperty(fc.array(chunk, { maxLength: 20 }), async (chunks) => {
        const file = [{ path: 'x', language: 'python', chunks }];
        assert.deepEqual(readJsonLines(await encoded(as('jsonl'), file)), chunks);
        assert.deepEqual(await readParquet(await encoded(as('parquet'), file)), chunks);
        const texts = chunks.map(({ text, context, name, scope }) => ({ text, context, name, scope }));
        const csv = readCsv(await encoded(as('csv'), file));
        assert.deepEqual(
          csv.map(({ text, context, name, scope }) => ({ text, context, name, scope })),
          texts,
        );
        const markdown = readMarkdown(await encoded(as('markdown'), file));
        assert.deepEqual(
          markdown.map(({ text }) => text),
          chunks.map(({ text }) => text),
        );
      }),
      { numRuns: runs(25) },
    );
  });

  it('of many row groups form one Parquet file', async () => {
    const [sample] = records;
    assert.ok(sample);
    const chunks = Array.from({ length: 2500 }, (_, i) => ({ ...sample, name: `name${i}` }));
    const read = await readParquet(await encoded(as('parquet'), [{ path: 'x', language: 'python', chunks }]));
    assert.deepEqual(read, chunks);
  });

  it('may be none: every format has a valid empty file', async () => {
    assert.deepEqual(readJsonLines(await encoded(as('jsonl'), [])), []);
    assert.deepEqual(readCsv(await encoded(as('csv'), [])), []);
    assert.deepEqual(await readParquet(await encoded(as('parquet'), [])), []);
    assert.deepEqual(readMarkdown(await encoded(as('markdown'), [])), []);
  });
});

describe('the format of an export', () => {
  it('follows from the extension of the file', () => {
    for (const format of exportFormatNames)
      for (const extension of exportFormats[format].extensions)
        assert.equal(formatOfFileName(`a.b/c.${extension.toUpperCase()}`), format);
    assert.equal(formatOfFileName('a.b/c.MD'), 'markdown');
    assert.equal(formatOfFileName('a.parquet/chunks'), undefined);
    assert.equal(formatOfFileName('-'), undefined);
  });

  it('is documented, with its extensions', () => {
    const docs = readFileSync(productFile('docs', 'export.md'), 'utf8');
    const documented = [...docs.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name);
    assert.deepEqual(documented, [...exportFormatNames]);
    for (const format of exportFormatNames)
      for (const extension of exportFormats[format].extensions)
        assert.ok(docs.includes(`\`.${extension}\``), `docs/export.md does not name .${extension}`);
  });
});
