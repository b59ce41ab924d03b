/**
 * Measures search quality: does a question find the files that answer it, and how much does each part of the ranking contribute?
 *
 *     npm run bench:search -- --queries FILE --repos DIR [--quick] [--context llm --provider P --model M [--endpoint URL]]
 *
 * For `--queries` and `--repos` see code-search/checkout.ts. Indexes are cached in `.cache`; the first run makes them in about two
 * minutes. `--quick` prints only the table of systems. A full run writes bench/results/search.md.
 * With `--context llm`, a language model first writes notes about every chunk (docs/enrich.md), and the results with and without
 * them are compared.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run-chunkers';
import { indexedFolder, requireCheckouts } from './code-search/checkouts';
import { type Repository, readQueries } from './code-search/queries';
import { meanOf, meansBy, type Scored, standardError } from './code-search/score';
import { budgets, SearchTestData } from './search/measure-search';
import { makeSimpleIndex } from './search/simple-index';
import { ablations, product, systems, withNotes } from './search/variants';

const method = `The folder of each repository is indexed with the default limits, including documents. nDCG@10 is over the 10 best hits of a
question; a file has the rank of its first hit; every question has the same weight. Recall: the share of the target files that are
among the best chunks that fit into a number of tokens, without their parents and context. The weights (src/search/rank/rank-weights.ts) were chosen on these
questions. Published on the same questions: BM25 over windows of 50 lines .656, a transformer of 137 M parameters .718, with BM25 and
rules .841, semble .842.`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      queries: { type: 'string' },
      repos: { type: 'string' },
      quick: { type: 'boolean', default: false },
      context: { type: 'string' },
      provider: { type: 'string' },
      model: { type: 'string' },
      endpoint: { type: 'string' },
    },
  });
  const { queries, repos, quick } = values;
  if (!queries || !repos) throw new Error('usage: --queries FILE --repos DIR (see bench/code-search/checkout.ts)');
  const repositories = readQueries(queries);
  requireCheckouts(repos, repositories);
  if (values.context !== undefined && (values.context !== 'llm' || !values.provider || !values.model))
    throw new Error('usage: --context llm --provider ollama|openai --model M');
  const flags = (['provider', 'model', 'endpoint'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const data = new SearchTestData(repositories, repos, flags);
  const rows: string[][] = [];
  let own: Scored[] = [];
  for (const variant of values.context === 'llm' ? [...systems, withNotes] : systems) {
    process.stderr.write(`${variant.title}\n`);
    const scored = await data.scores(variant);
    if (variant === product) own = scored;
    const recall = variant.recall ? (await data.recall(variant)).map(short) : budgets.map(() => '');
    const typescript = scored.filter(({ language }) => language === 'typescript');
    rows.push([variant.title, short(meanOf(scored)), short(meanOf(typescript)), ...recall]);
  }
  const recallHeads = budgets.map((budget) => `recall at ${budget.toLocaleString('en')} tokens`);
  const goals = ['to reach', '≥ .86', '≥ .75', ...budgets.map((budget) => (budget === 2000 ? '≥ .94' : ''))];
  const parts = [
    '# Search measured',
    describeRun(),
    method,
    '## Systems',
    table(['system', 'nDCG@10', 'TypeScript', ...recallHeads], [goals, ...rows]),
    `The standard error of a mean over these ${own.length} questions is ${short(standardError(own))}.`,
  ];
  if (!quick) {
    parts.push('## What each part is worth', await ablationTable(data, own));
    for (const group of ['language', 'category', 'repository'] as const) {
      const means = [...meansBy(own, group)].map(([name, { mean, count }]) => [name, String(count), short(mean)]);
      parts.push(`## By ${group}`, table([group, 'questions', 'nDCG@10'], means));
    }
    parts.push('## Cost', await costTable(data, repos, repositories));
  }
  const markdown = parts.join('\n\n');
  process.stdout.write(`${markdown}\n`);
  if (!quick) writeFileSync(productFile('bench', 'results', 'search.md'), `${markdown}\n`);
}

async function ablationTable(data: SearchTestData, own: readonly Scored[]): Promise<string> {
  const whole = meanOf(own);
  const rows: string[][] = [];
  for (const variant of ablations) {
    process.stderr.write(`without ${variant.title}\n`);
    const scored = await data.scores(variant);
    const lost = meanOf(scored) - whole;
    const typescript = scored.filter(({ language }) => language === 'typescript');
    rows.push([
      variant.title,
      short(meanOf(scored)),
      `${lost < 0 ? '−' : '+'}${Math.abs(lost).toFixed(4).slice(1)}`,
      short(meanOf(typescript)),
    ]);
  }
  return table(['without', 'nDCG@10', 'change', 'TypeScript'], rows);
}

/** CPU time of this process. */
async function costTable(data: SearchTestData, repos: string, repositories: readonly Repository[]): Promise<string> {
  const rows: string[][] = [];
  for (const variant of systems.slice(0, 3)) {
    await data.times(variant);
    const times = await data.times(variant);
    const at = (share: number): string => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)} ms`;
    rows.push([`${variant.title}: CPU per question, texts of hits read, p50 / p95`, `${at(0.5)} / ${at(0.95)}`]);
  }
  const embedder = await loadBuiltIn();
  let bytes = 0;
  const start = process.cpuUsage();
  for (const repository of repositories) {
    const file = join(tmpdir(), `codegrain-bench-${process.pid}.cgx`);
    bytes += (await makeSimpleIndex(indexedFolder(repos, repository), file, embedder)).bytes;
    rmSync(file, { force: true });
  }
  const { user, system } = process.cpuUsage(start);
  const speed = bytes / (user + system);
  rows.push([
    'indexing in one process: chunks, context, vectors, words, file',
    `${speed.toFixed(2)} MB of source per CPU-second (${(bytes / 1e6).toFixed(1)} MB)`,
  ]);
  return table(['measure', ''], rows);
}

function short(value: number): string {
  return value.toFixed(3).replace(/^0/, '');
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;
  return [line(head), line(head.map((_, i) => (i === 0 ? '---' : '---:'))), ...rows.map(line)].join('\n');
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
