/**
 * Search quality: does a question find the files that answer it, and what is each part of the ranking worth?
 *
 *     npm run bench:search -- --queries FILE --repos DIR [--quick] [--context llm --provider P --model M [--endpoint URL]]
 *
 * `--queries` and `--repos`: see code-search/checkout.ts. Indexes are kept in `.cache`; a first run makes them, in about two minutes.
 * `--quick` has only the table of systems. A whole run writes bench/results/search.md.
 * `--context llm` has a language model write notes about every chunk first (docs/enrich.md), and compares what they are worth.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { describeRun } from './chunks/run';
import { folderOf, needCheckouts } from './code-search/checkouts';
import { type Repository, readQueries } from './code-search/queries';
import { meanOf, meansBy, type Scored, standardError } from './code-search/score';
import { budgets, Ground } from './search/measure';
import { indexSimply } from './search/simple-index';
import { ablations, product, systems, withNotes } from './search/variants';

const method = `The folder of each repository is indexed with the default limits, documents included; the 10 best hits of a question; a file has
the rank of its first hit; nDCG@10, every question counts the same. Recall: the share of the files asked for that are among the best
chunks which fit into a number of tokens, without their parents and context. The weights (src/search/rank/rank-weights.ts) were chosen on these
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
  if (!queries || !repos) throw new Error('wanted: --queries FILE --repos DIR (see bench/code-search/checkout.ts)');
  const repositories = readQueries(queries);
  needCheckouts(repos, repositories);
  if (values.context !== undefined && (values.context !== 'llm' || !values.provider || !values.model))
    throw new Error('wanted: --context llm --provider ollama|openai --model M');
  const flags = (['provider', 'model', 'endpoint'] as const).flatMap((name) => {
    const value = values[name];
    return value === undefined ? [] : [`--${name}`, value];
  });
  const ground = new Ground(repositories, repos, flags);
  const rows: string[][] = [];
  let own: Scored[] = [];
  for (const variant of values.context === 'llm' ? [...systems, withNotes] : systems) {
    process.stderr.write(`${variant.title}\n`);
    const scored = await ground.scores(variant);
    if (variant === product) own = scored;
    const recall = variant.recall ? (await ground.recall(variant)).map(short) : budgets.map(() => '');
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
    parts.push('## What each part is worth', await ablationTable(ground, own));
    for (const group of ['language', 'category', 'repository'] as const) {
      const means = [...meansBy(own, group)].map(([name, { mean, count }]) => [name, String(count), short(mean)]);
      parts.push(`## By ${group}`, table([group, 'questions', 'nDCG@10'], means));
    }
    parts.push('## Cost', await costTable(ground, repos, repositories));
  }
  const markdown = parts.join('\n\n');
  process.stdout.write(`${markdown}\n`);
  if (!quick) writeFileSync(productFile('bench', 'results', 'search.md'), `${markdown}\n`);
}

async function ablationTable(ground: Ground, own: readonly Scored[]): Promise<string> {
  const whole = meanOf(own);
  const rows: string[][] = [];
  for (const variant of ablations) {
    process.stderr.write(`without ${variant.title}\n`);
    const scored = await ground.scores(variant);
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
async function costTable(ground: Ground, repos: string, repositories: readonly Repository[]): Promise<string> {
  const rows: string[][] = [];
  for (const variant of systems.slice(0, 3)) {
    await ground.times(variant);
    const times = await ground.times(variant);
    const at = (share: number): string => `${(times[Math.floor(share * (times.length - 1))] ?? 0).toFixed(1)} ms`;
    rows.push([`${variant.title}: CPU per question, texts of hits read, p50 / p95`, `${at(0.5)} / ${at(0.95)}`]);
  }
  const embedder = await loadBuiltIn();
  let bytes = 0;
  const start = process.cpuUsage();
  for (const repository of repositories) {
    const file = join(tmpdir(), `codegrain-bench-${process.pid}.cgx`);
    bytes += (await indexSimply(folderOf(repos, repository), file, embedder)).bytes;
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
