import assert from 'node:assert/strict';
import { meanOf } from '../../../../bench/code-search/score';
import type { SearchedChunk } from '../../../../bench/code-search/searched-chunks';
import { embeddingTable, heldTable, quickTable, searchTable } from '../../../../bench/embedding/embedding-tables';
import { EmbeddingTestData, measureVectors, measureWords } from '../../../../bench/embedding/measure-embedder';
import { passageKinds } from '../../../../bench/embedding/passage-kinds';
import { chunksPerSecond, typicalChunks } from '../../../../bench/embedding/speed';
import { FakeEmbedder } from './fake-embedder';

function chunk(path: string, text: string, context = ''): SearchedChunk {
  return { path, text, context, name: '', scope: [], language: 'go', startLine: 1, tokens: 250 };
}

const chunks = [
  chunk('mux.go', 'func route(pattern string) { register handler }'),
  chunk('tree.go', 'type node struct { children }', '// radix tree insert\n'),
  chunk('middleware/compress.go', 'func writer(level int) {}'),
];
const questions = [
  { query: 'register a handler for a pattern', category: 'semantic', targets: ['mux.go'] },
  { query: 'insert into the radix tree', category: 'architecture', targets: ['tree.go'] },
  { query: 'compress', category: 'symbol', targets: ['middleware/compress.go'] },
];
const repository = { name: 'chi', language: 'go', github: 'go-chi/chi', revision: 'a5', root: '', questions };
const pool = [
  { query: 'read file', code: 'func readFile() {}', name: 'readFile', language: 'go' },
  { query: 'close socket', code: 'func closeSocket() {}', name: 'closeSocket', language: 'go' },
];
const data = new EmbeddingTestData([{ repository, chunks }], [pool]);

describe('a measured system', () => {
  it('finds words of the context only if the context is embedded, and words of the path only if the path is', async () => {
    const words = await measureWords(data, passageKinds);
    const scores = (kind: (typeof passageKinds)[number]): number[] =>
      words.search[kind]?.alone?.map(({ score }) => score) ?? [];
    assert.deepEqual(scores('text'), [1, 0, 0]);
    assert.deepEqual(scores('context'), [1, 1, 0]);
    assert.deepEqual(scores('path'), [1, 1, 1]);
  });

  it('is ranked alone, mixed and fused, with full and with smaller vectors', async () => {
    const what = { kinds: passageKinds, shapes: ['int8', 128, 64], pools: 1 } as const;
    const measured = await measureVectors('stand-in', new FakeEmbedder(), data, what);
    for (const kind of passageKinds) {
      for (const way of ['alone', 'mixed', 'fused'] as const) {
        const scored = measured.search[kind]?.[way] ?? [];
        assert.equal(scored.length, questions.length);
        assert.ok(meanOf(scored) > 0.5);
      }
    }
    assert.deepEqual(measured.shapes.get('int8'), measured.search.context);
    assert.deepEqual([...measured.shapes.keys()], ['int8', 128, 64]);
  });

  it('is also ranked over code files alone', async () => {
    const guide = { ...chunk('guide.md', 'insert into the radix tree, insert into the tree'), language: 'markdown' };
    const mixed = new EmbeddingTestData([{ repository, chunks: [guide, ...chunks] }], []);
    const what = { kinds: ['context'], shapes: [], pools: 0 } as const;
    for (const measured of [
      await measureWords(mixed, ['context']),
      await measureVectors('stand-in', new FakeEmbedder(), mixed, what),
    ]) {
      assert.equal(measured.search.context?.alone?.[1]?.score, 1 / Math.log2(3));
      assert.equal(measured.codeFiles.alone?.[1]?.score, 1);
      assert.equal(measured.held, undefined);
    }
  });

  it('fills its column of the tables; cells without a measurement are empty', async () => {
    const what = { kinds: ['context'], shapes: [], pools: 1 } as const;
    const columns = [
      { ...(await measureVectors('stand-in', new FakeEmbedder(), data, what)), chunksPerSecond: 1234.5, size: '9 MB' },
      await measureWords(data, ['context']),
    ];
    const table = embeddingTable(columns, 2);
    assert.match(embeddingTable(columns, 1), /removed, first 1 \|.*\n\| … all 2 \|/);
    const without = columns.map((column) => ({ ...column, held: undefined }));
    assert.doesNotMatch(embeddingTable(without, 0), /held-out/);
    assert.match(table, /^\| measure \| to reach \| stand-in \| BM25 \|/);
    assert.match(table, /name visible \/ removed \|.*\| 1\.000 \/ 0\.\d+ \| 1\.000 \/ 0\.\d+ \|/);
    assert.match(table, /text only \| +\| +\| +\|/);
    assert.match(table, /\| 1,235 \|/);
    assert.match(searchTable(columns, 'category'), /\| semantic \| 1 \| 1\.000 \| 1\.000 \| 1\.000 \|/);
    assert.match(heldTable(columns), /\| go \| 2 \| 1\.000 \/ 0\.\d+ \|/);
    const quick = quickTable(columns).split('\n');
    assert.equal(quick.length, 4);
    assert.equal(new Set(quick.map((line) => line.split('|').length)).size, 1);
  });

  it('has a speed over real chunks of the stated size', async () => {
    assert.equal(typicalChunks(data.parts).length, 3);
    assert.equal(typicalChunks([{ repository, chunks: [{ ...chunk('a', 'b'), tokens: 30 }] }]).length, 0);
    assert.ok((await chunksPerSecond(new FakeEmbedder(), typicalChunks(data.parts), 0.01)) > 0);
  });
});
