/**
 * Measures the index at several sizes: the cost to build, open, query and update it, and how much recall the quantised scan loses.
 * For comparison it measures other engines for words, and a plain scan of float vectors.
 *
 *     npm run bench:index -- --questions DIR --snapshots DIR [--sizes 10k,100k,1M]
 *
 * The folders are those of bench:search (checkout.ts). Without them, the questions are only sentences from comments, and the source is
 * only the corpus. Writes bench/results/index.md with the last result of each size, so sizes can be measured one at a time, and
 * `--sizes ''` only writes the report. All other files go to `.cache`, and large ones are deleted at the end; 1M chunks need 3 GB of
 * disk while they are measured.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { productFile } from '../src/shared/product';
import { describeRun, installPeers } from './chunks/run-chunkers';
import { dataFlags } from './code-search/require-checkouts';
import { indexedFolder } from './code-search/snapshot';
import { corpusFolder, fetchCorpus } from './corpus';
import type { PastedTexts } from './index/ask-step';
import { corpusFolders } from './index/chunked-source';
import { indexGoalTable, indexTable, type NamedPeer, peerTable, sizeName } from './index/index-tables';
import { bundleSteps, chunkSource, chunksFile, measure, measurePeer, sentencesFile } from './index/run-steps';
import { type Result, savedResults, saveResult } from './index/saved-results';
import { hasNodeSqlite } from './lexical/engines';
import { joinedIssues, longIssues, readQuestionSets } from './search/question-sets';

/** The other engines are measured up to this size. */
const maxPeerChunks = 100_000;
const peers = ['ours', 'fts5', 'minisearch'];

function main(): void {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string', default: '10k,100k,1M' },
      ...dataFlags,
      out: { type: 'string', default: productFile('bench', 'results', 'index.md') },
    },
  });
  const sizes = values.sizes.split(',').filter(Boolean).map(parseSize);
  installPeers();
  bundleSteps();
  if (!existsSync(chunksFile)) fetchCorpus((line) => process.stderr.write(`${line}\n`));
  const open = values.questions === undefined ? [] : readQuestionSets(values.questions);
  const asked = open.filter(({ set }) => set === 'files');
  const { snapshots } = values;
  const folders = snapshots === undefined ? [] : asked.map(({ snapshot }) => indexedFolder(snapshots, snapshot));
  chunkSource(corpusFolders(corpusFolder, [...new Set(folders)]));
  const sentences = JSON.parse(readFileSync(sentencesFile, 'utf8')) as string[];
  const questions = [...new Set([...asked.map(({ text }) => text), ...sentences])];
  const questionText = `${asked.length} questions of a code-search benchmark and ${sentences.length} sentences`;
  const questionsFile = join(dirname(sentencesFile), 'questions.json');
  writeFileSync(questionsFile, JSON.stringify(questions));
  const pastedFile = join(dirname(sentencesFile), 'pasted.json');
  const pasted: PastedTexts = { issues: longIssues(open), longTexts: joinedIssues(open) };
  writeFileSync(pastedFile, JSON.stringify(pasted));
  for (const size of sizes) {
    // Read before measuring, because the commit may change meanwhile.
    const run = describeRun();
    const measured = measure(size, questionsFile, pastedFile, questions[0] ?? '');
    const others: NamedPeer[] = [];
    const keep = (): void => saveResult({ size, run, measured, others });
    keep();
    for (const name of size <= maxPeerChunks ? peers : []) {
      others.push({ name, size, row: measurePeer(name, size, questionsFile) });
      keep();
    }
  }
  const report = reportOf(savedResults(), questionText);
  writeFileSync(values.out, report);
  process.stdout.write(report);
}

function parseSize(text: string): number {
  const [, number, unit] = /^(\d+)([kM]?)$/.exec(text) ?? [];
  if (number === undefined) throw new Error(`"${text}" is not a size; use 10k, 100k or 1M`);
  return Number(number) * (unit === 'M' ? 1e6 : unit === 'k' ? 1e3 : 1);
}

function reportOf(results: readonly Result[], questionText: string): string {
  const all = new Map(results.map(({ size, measured }) => [size, measured]));
  const recall = results[0]?.measured.truth.questions ?? 0;
  return `# The index at several sizes

Made by \`npm run bench:index\`.

${results.map(({ size, run }) => `- ${sizeName(size)}: ${run}`).join('\n')}

Chunks of real source, embedded by the built-in model (256 dimensions) and written by the product's writer, a megabyte of source at
a time, then compacted; the build does not include chunking. Beyond 159,000 real chunks, the chunks are repeated with identifiers
renamed and a sixth of the words left out. Times are CPU milliseconds of the whole process, including garbage collection and
compilation; each step has its own process. Times grow if the machine does other work: compare them with the start of Node.

A query is parsed, embedded, searched, mixed and ranked by the rules, and returns ten hits, without reading their texts. ${questionText}
from comments are asked in each mode, three times each; the median counts. Issues of about 500 words are real ones, asked as they were
written; texts of 10,000 words are several of them together. An update is measured from chunks in memory until a
reader that was open before has them, in a process that has already made words and vectors of 1,200 other chunks, like an index
service. Recall is over ${recall} of the questions.

${indexGoalTable(all)}

${indexTable(all)}

## Beside it: words alone

The same chunks and questions, the best 100 rows, without ranking. ${hasNodeSqlite() ? "FTS5 is that of Node's own SQLite." : 'FTS5 is that of node-sqlite3-wasm.'}
Memory is the increase from loading and querying. An engine that takes more than two minutes for a step is left out.

${peerTable(results.flatMap(({ others }) => others))}
`;
}

main();
