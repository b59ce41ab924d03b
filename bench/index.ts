/**
 * The index at several sizes: what it costs to build, to open, to ask and to update, and how much the quantised scan loses;
 * beside it other engines for words, and a plain scan of floats for vectors.
 *
 *     npm run bench:index -- --queries FILE --repos DIR [--sizes 10k,100k,1M]
 *
 * FILE and DIR are those of bench:search (`npm run bench:checkout` gets the repositories); without them only sentences from
 * comments are asked, of the corpus alone. Writes bench/results/index.md: the last result of each size, so sizes can be measured one
 * at a time, and `--sizes ''` only writes it. Everything else goes to `.cache`, and what is large is deleted again; 1M chunks need
 * 3 GB of disk meanwhile.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { productFile } from '../src/shared/product';
import { describeRun, installPeers } from './chunks/run';
import { readQueries } from './code-search/queries';
import { corpusFolder, fetchCorpus } from './corpus';
import { keepResult, keptResults, type Result } from './index/kept';
import { bundleSteps, chunkSource, chunksFile, measure, measurePeer, sentencesFile } from './index/run';
import { corpusFolders } from './index/source';
import { goalTable, mainTable, type NamedPeer, peerTable, sizeName } from './index/table';
import { hasNodeSqlite } from './lexical/engines';

/** Up to here the peers are asked too. */
const mostForPeers = 100_000;
const peers = ['ours', 'fts5', 'minisearch'];

function main(): void {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10k,100k,1M' },
      queries: { type: 'string' },
      repos: { type: 'string' },
      out: { type: 'string', default: productFile('bench', 'results', 'index.md') },
    },
  });
  const sizes = values.sizes.split(',').filter(Boolean).map(parseSize);
  installPeers();
  bundleSteps();
  if (!existsSync(chunksFile)) fetchCorpus((line) => process.stderr.write(`${line}\n`));
  chunkSource(corpusFolders(corpusFolder, values.repos));
  const { questions, asked } = questionsOf(values.queries);
  const questionsFile = join(dirname(sentencesFile), 'questions.json');
  writeFileSync(questionsFile, JSON.stringify(questions));
  for (const size of sizes) {
    // Before: the commit may be another one afterwards.
    const run = describeRun();
    const measured = measure(size, questionsFile, questions[0] ?? '');
    const others: NamedPeer[] = [];
    const keep = (): void => keepResult({ size, run, measured, others });
    keep();
    for (const name of size <= mostForPeers ? peers : []) {
      others.push({ name, size, row: measurePeer(name, size, questionsFile) });
      keep();
    }
  }
  const report = reportOf(keptResults(), asked);
  writeFileSync(values.out, report);
  process.stdout.write(report);
}

function questionsOf(queries: string | undefined): { questions: string[]; asked: string } {
  const sentences = JSON.parse(readFileSync(sentencesFile, 'utf8')) as string[];
  const open = queries === undefined ? [] : readQueries(queries).flatMap((repository) => repository.questions);
  const questions = [...new Set([...open.map(({ query }) => query), ...sentences])];
  return { questions, asked: `${open.length} questions of a code-search benchmark and ${sentences.length} sentences` };
}

function parseSize(text: string): number {
  const [, number, unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`"${text}" is no size; wanted: 10k, 100k, 1M`);
  return Number(number) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1);
}

function reportOf(results: readonly Result[], asked: string): string {
  const all = new Map(results.map(({ size, measured }) => [size, measured]));
  const recall = results[0]?.measured.truth.questions ?? 0;
  return `# The index at several sizes

Made by \`npm run bench:index\`.

${results.map(({ size, run }) => `- ${sizeName(size)}: ${run}`).join('\n')}

Chunks of real source, embedded by the built-in model (256 dimensions) and written by the product's writer, a megabyte of source at
a time, then compacted; chunking is not in the build. Beyond 159,000 real chunks they come again, with identifiers renamed and a
sixth of the words left out. Times are CPU milliseconds of the whole process, garbage collection and compilation included; each
step has a process of its own. On a machine that does other work they grow: the start of Node is a yardstick.

A query is parsed, embedded, looked for, mixed and ranked by the rules, and has ten hits, without reading their texts. ${asked}
from comments are asked in each mode, three times each, the median counts. An update is measured from chunks in memory until a
reader that was open before has them, in a process that has made words and vectors of 1,200 other chunks before, as one that keeps an
index has. Recall is that of ${recall} of the questions.

${goalTable(all)}

${mainTable(all)}

## Beside it: words alone

The same chunks and questions, the best 100 rows, without ranking. ${hasNodeSqlite() ? "FTS5 is that of Node's own SQLite." : 'FTS5 is that of node-sqlite3-wasm.'}
Memory is what loading and asking add. An engine that takes more than two minutes for a step is left out.

${peerTable(results.flatMap(({ others }) => others))}
`;
}

main();
