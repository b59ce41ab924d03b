/**
 * The built-in embedding model beside all-MiniLM-L6-v2 and BM25: held-out pairs, code search over our chunks, speed and size.
 *
 *     npm run bench:embedding -- --queries FILE --repos DIR [--held FILE] [--pools 10]
 *     npm run bench:embedding -- --quick --model FILE --model FILE … --queries FILE --repos DIR [--held FILE]
 *
 * `--queries` and `--repos`: see code-search/checkout.ts. `--held`: one JSON object {query, code, name, language} per line.
 * `--quick` has one row per model and only what is needed to choose between them; `--lines` cuts code files into windows of 50 lines
 * instead of our chunks, as published numbers do. `--only minilm` leaves the others out.
 * A first run waits about twenty minutes for MiniLM, whose vectors are then kept in `.cache`. A whole run writes
 * bench/results/embedding.md.
 */
import { writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun, installPeers } from './chunks/run';
import { meanOf, standardError } from './code-search/score';
import { CachedEmbedder } from './embedding/cached-embedder';
import { poolsOf, readHeld } from './embedding/held';
import { loadTime } from './embedding/load-time';
import { Ground, measureVectors, measureWords } from './embedding/measure';
import { MiniLm, miniLmSize } from './embedding/minilm';
import { loadOurs, sizeOfOurs } from './embedding/ours';
import { passageKinds } from './embedding/passages';
import { chunksPerSecond, typicalChunks } from './embedding/speed';
import { loadSplit } from './embedding/split';
import { type Column, heldTable, mainTable, quickTable, searchTable } from './embedding/table';
import { Ground as SearchGround } from './search/measure';
import { mixAlone, mixOfParents } from './search/variants';

/** MiniLM ranks only these: each costs it two minutes. */
const miniLmPools = 3;
const systems = ['ours', 'minilm', 'bm25'] as const;

const method = `Held-out pairs: a documentation sentence ranks the code of 1,000 pairs from packages that were not trained on; the mean of
1 / rank of its own code. "Removed": the definition's name is taken out of the code wherever it stands.
Code search: our chunks with the default limits, context before text (in which our model counts the words of the path and of the enclosing
names 16 times more, as in the product); the 10 best chunks of a repository, no ranking rules; a file has the
rank of its first chunk; nDCG@10. BM25 (k1 1.2, b 0.75) sees the same text as split words and whole identifiers. Mixed: 0.7 × vectors + 0.3 × BM25, both as
z-scores over the best 100 of each; fused: reciprocal ranks, k = 60. The product's BM25 weighs names, paths, signatures and documentation
apart (docs/search.md) and is mixed the same way; "parents" counts the children of a parent once, as the product shows them.
Speed: chunks of 225 to 275 tokens with their context, tokenising included, CPU time of all threads.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      queries: { type: 'string' },
      repos: { type: 'string' },
      held: { type: 'string' },
      model: { type: 'string', multiple: true, default: [] },
      pools: { type: 'string', default: '10' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      lines: { type: 'boolean', default: false },
    },
  });
  const { queries, repos, held, model: models, quick } = values;
  if (!queries || !repos) throw new Error('wanted: --queries FILE --repos DIR (see bench/code-search/checkout.ts)');
  const wanted = systems.filter((name) => !values.only || values.only.split(',').includes(name));
  if (wanted.length === 0) throw new Error(`--only takes ${systems.join(', ')}`);
  const pools = held ? poolsOf(readHeld(held)).slice(0, Number(values.pools)) : [];
  const parts = await loadSplit(queries, repos, values.lines ? 'lines' : 'ours');
  const ground = new Ground(parts, pools);
  const chunks = parts.reduce((sum, part) => sum + part.chunks.length, 0);
  const asked = parts.reduce((sum, { repository }) => sum + repository.questions.length, 0);
  const corpus = `${parts.length} repositories, ${chunks.toLocaleString('en')} chunks, ${asked} questions; ${pools.length} pools of held-out pairs.`;
  note(corpus);

  if (quick) {
    const columns: Column[] = [];
    if (wanted.includes('bm25')) columns.push(await measureWords(ground, ['context']));
    for (const folder of models.length > 0 ? models : [undefined]) columns.push(await quickColumn(ground, folder));
    process.stdout.write(`${quickTable(columns)}\n`);
    return;
  }
  const columns: Column[] = [];
  for (const name of wanted) columns.push(await columnOf[name](ground, models[0]));
  const ours = columns[0];
  // The product's own index has the built-in model, no other.
  if (ours && wanted[0] === 'ours' && models.length === 0) {
    note('the product without rules');
    const search = new SearchGround(
      parts.map(({ repository }) => repository),
      repos,
    );
    columns[0] = {
      ...ours,
      product: { chunks: await search.scores(mixAlone), parents: await search.scores(mixOfParents) },
    };
  }
  const shared = Math.min(...columns.map((column) => column.held?.visible.length ?? 0));
  const first = columns[0]?.search.context?.alone ?? [];
  const markdown = [
    '# Embedding models compared',
    `${describeRun()} ${corpus}`,
    method,
    mainTable(columns, shared),
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
  const whole = wanted.length === systems.length && models.length === 0 && pools.length > 0;
  if (whole) writeFileSync(productFile('bench', 'results', 'embedding.md'), `${markdown}\n`);
}

async function quickColumn(ground: Ground, folder: string | undefined): Promise<Column> {
  const title = folder === undefined ? 'built-in' : basename(folder);
  note(title);
  const embedder = await loadOurs(folder);
  return measureVectors(title, embedder, ground, { kinds: ['context'], shapes: [128], pools: ground.pools.length });
}

const columnOf: Readonly<Record<(typeof systems)[number], (ground: Ground, folder?: string) => Promise<Column>>> = {
  async ours(ground, folder) {
    note('ours');
    const embedder = await loadOurs(folder);
    const { dimensions } = embedder;
    const what = { kinds: passageKinds, shapes: ['int8', 128, 64], pools: ground.pools.length } as const;
    const measured = await measureVectors(`ours (${dimensions})`, embedder, ground, what);
    const { load, first } = await loadTime(folder);
    return {
      ...measured,
      chunksPerSecond: await chunksPerSecond(embedder, typicalChunks(ground.parts), 3),
      loadMs: `${load.toFixed(0)} + ${first.toFixed(0)} to the first vector`,
      size: megabytes(sizeOfOurs(folder)),
    };
  },
  async minilm(ground) {
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
    const what = { kinds: ['context'], shapes: [], pools: miniLmPools } as const;
    const measured = await measureVectors('all-MiniLM-L6-v2 int8', embedder, ground, what);
    const { model: own, runtime } = miniLmSize();
    return {
      ...measured,
      chunksPerSecond: await chunksPerSecond(model, typicalChunks(ground.parts), 4),
      loadMs,
      size: `${megabytes(own)} + ${megabytes(runtime)} of runtime`,
    };
  },
  async bm25(ground) {
    note('BM25');
    return measureWords(ground, passageKinds);
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
