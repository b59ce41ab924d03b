/**
 * Compares the built-in embedding model with all-MiniLM-L6-v2 and BM25: held-out pairs, code search over our chunks, speed and size.
 *
 *     npm run bench:embedding -- --questions DIR --snapshots DIR [--held FILE] [--pools 10]
 *     npm run bench:embedding -- --quick --model FILE --model FILE … --questions DIR --snapshots DIR [--held FILE]
 *
 * For `--questions` and `--snapshots` see checkout.ts. `--held` has one JSON object {query, code, name, language} per line.
 * `--quick` prints one row per model with only the numbers needed to choose between models. `--lines` cuts code files into windows
 * of 50 lines instead of our chunks, as published numbers do. `--only minilm` leaves out the others.
 * The first run waits about twenty minutes for MiniLM, whose vectors are then cached in `.cache`. A full run writes
 * bench/results/embedding.md.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun, installPeers } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { meanOf, type Scored, standardError } from './code-search/score';
import { builtInBytes, loadStaticModel } from './embedding/built-in-model';
import { CachedEmbedder } from './embedding/cached-embedder';
import { type Column, embeddingTable, heldTable, quickTable, searchTable } from './embedding/embedding-tables';
import { poolsOf, readHeldPairs } from './embedding/held-pairs';
import { loadTime } from './embedding/load-time';
import { EmbeddingTestData, measureVectors, measureWords } from './embedding/measure-embedder';
import { MiniLm, miniLmSize } from './embedding/minilm';
import { passageKinds } from './embedding/passage-kinds';
import { loadSplit } from './embedding/search-split';
import { chunksPerSecond, typicalChunks } from './embedding/speed';
import { askQuestions } from './search/ask-questions';
import { readQuestionSets } from './search/question-sets';
import { scoredBy } from './search/search-tables';
import { Snapshots } from './search/snapshots';
import { mixAlone } from './search/variants';

/** MiniLM ranks only this many pools, because each takes two minutes. */
const miniLmPools = 3;
const systems = ['ours', 'minilm', 'bm25'] as const;

const method = `Held-out pairs: a documentation sentence ranks the code of 1,000 pairs from packages that no model was trained on; the number is the
mean of 1 / rank of its own code. "Removed": the definition's name is removed from the code wherever it occurs.
Code search: our chunks with the default limits, context before text (our model counts the words of the path and of the enclosing
names 16 times more, as in the product); nDCG@10 of the 10 best chunks of a repository, without ranking rules; a file has the rank of
its first chunk. BM25 (k1 1.2, b 0.75) sees the same text as split words and whole identifiers. Mixed: 0.7 × vectors + 0.3 × BM25, both as
z-scores over the best 100 of each; fused: reciprocal ranks, k = 60. The product's BM25 has separate weights for names, paths, signatures and
documentation (docs/search.md) and is mixed the same way.
Speed: chunks of 225 to 275 tokens with their context, including tokenising, in CPU time of all threads.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...dataFlags,
      held: { type: 'string' },
      model: { type: 'string', multiple: true, default: [] },
      pools: { type: 'string', default: '10' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      lines: { type: 'boolean', default: false },
    },
  });
  const { questions, snapshots, held, model: models, quick } = values;
  if (!questions || !snapshots) throw new Error(`usage: ${dataUsage}`);
  const selected = systems.filter((name) => !values.only || values.only.split(',').includes(name));
  if (selected.length === 0) throw new Error(`--only accepts ${systems.join(', ')}`);
  const pools = held ? poolsOf(readHeldPairs(held)).slice(0, Number(values.pools)) : [];
  const parts = await loadSplit(questions, snapshots, values.lines ? 'lines' : 'ours');
  const data = new EmbeddingTestData(parts, pools);
  const chunks = parts.reduce((sum, part) => sum + part.chunks.length, 0);
  const questionCount = parts.reduce((sum, { repository }) => sum + repository.questions.length, 0);
  const corpus = `${parts.length} repositories, ${chunks.toLocaleString('en')} chunks, ${questionCount} questions; ${pools.length} pools of held-out pairs.`;
  note(corpus);

  if (quick) {
    const columns: Column[] = [];
    if (selected.includes('bm25')) columns.push(await measureWords(data, ['context']));
    for (const folder of models.length > 0 ? models : [undefined]) columns.push(await quickColumn(data, folder));
    process.stdout.write(`${quickTable(columns)}\n`);
    return;
  }
  const columns: Column[] = [];
  for (const name of selected) columns.push(await columnOf[name](data, models[0]));
  const ours = columns[0];
  // The product's own index always uses the built-in model.
  if (ours && selected[0] === 'ours' && models.length === 0) {
    note('the product without rules');
    columns[0] = { ...ours, product: await productScores(questions, snapshots) };
  }
  const shared = Math.min(...columns.map((column) => column.held?.visible.length ?? 0));
  const first = columns[0]?.search.context?.alone ?? [];
  const markdown = [
    '# Embedding models compared',
    `${describeRun()} ${corpus}`,
    method,
    embeddingTable(columns, shared),
    `The standard error of a mean over these questions is ${standardError(first).toFixed(3)} (${columns[0]?.title}: ${meanOf(first).toFixed(3)}).`,
    '## Code search by language',
    searchTable(columns, 'language'),
    '## By category',
    searchTable(columns, 'category'),
    '## By repository',
    searchTable(columns, 'repository'),
    ...(pools.length > 0 ? ['## Held-out pairs by language, name visible / removed', heldTable(columns)] : []),
  ].join('\n\n');
  process.stdout.write(`${markdown}\n`);
  const whole = selected.length === systems.length && models.length === 0 && pools.length > 0;
  if (whole) writeFileSync(productFile('bench', 'results', 'embedding.md'), `${markdown}\n`);
}

/** The product's own mix of words and vectors. */
async function productScores(questions: string, folder: string): Promise<Scored[]> {
  const asked = readQuestionSets(questions).filter(({ set }) => set === 'files');
  const answers = await askQuestions(asked, [mixAlone], await Snapshots.in(folder));
  return (answers.get(mixAlone) ?? []).map(scoredBy('nDCG@10'));
}

async function quickColumn(data: EmbeddingTestData, folder: string | undefined): Promise<Column> {
  const title = folder === undefined ? 'built-in' : basename(folder);
  note(title);
  const embedder = await loadStaticModel(folder);
  return measureVectors(title, embedder, data, { kinds: ['context'], shapes: [128], pools: data.pools.length });
}

const columnOf: Readonly<
  Record<(typeof systems)[number], (data: EmbeddingTestData, folder?: string) => Promise<Column>>
> = {
  async ours(data, folder) {
    note('ours');
    const embedder = await loadStaticModel(folder);
    const { dimensions } = embedder;
    const options = { kinds: passageKinds, shapes: ['int8', 128, 64], pools: data.pools.length } as const;
    const measured = await measureVectors(`ours (${dimensions})`, embedder, data, options);
    const { load, first } = await loadTime(folder);
    return {
      ...measured,
      chunksPerSecond: await chunksPerSecond(embedder, typicalChunks(data.parts), 3),
      loadMs: `${load.toFixed(0)} + ${first.toFixed(0)} to the first vector`,
      size: megabytes(builtInBytes(folder)),
    };
  },
  async minilm(data) {
    note('MiniLM');
    installPeers();
    const start = process.cpuUsage();
    const model = await MiniLm.load();
    const { user, system } = process.cpuUsage(start);
    const loadMs = ((user + system) / 1000).toFixed(0);
    const file = productFile('.cache', 'bench', 'embedding', `${model.id}.vectors`);
    const embedder = new CachedEmbedder(model, file, (done, of) => {
      if (process.stderr.isTTY) process.stderr.write(`\r${done} of ${of} vectors `);
    });
    const options = { kinds: ['context'], shapes: [], pools: miniLmPools } as const;
    const measured = await measureVectors('all-MiniLM-L6-v2 int8', embedder, data, options);
    const { model: own, runtime } = miniLmSize();
    return {
      ...measured,
      chunksPerSecond: await chunksPerSecond(model, typicalChunks(data.parts), 4),
      loadMs,
      size: `${megabytes(own)} + ${megabytes(runtime)} of runtime`,
    };
  },
  async bm25(data) {
    note('BM25');
    return measureWords(data, passageKinds);
  },
};

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
