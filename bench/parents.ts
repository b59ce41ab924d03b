/**
 * Does returning parents help? The same search, and of its hits either the chunks themselves or their parents (`--by-parent`), best
 * first until a budget of tokens is full: which share of the lines that answer is in them?
 *
 *     npm run bench:parents -- --questions DIR --snapshots DIR [--sets lines,issues,…]
 *
 * The folders are those of `npm run bench:search`. Questions whose lines are not known, and repositories that are missing, are left
 * out. The table is kept in bench/results/parents.md.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Hit } from '../src/search/hits/hit';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { counterOrApproximate } from '../src/tokens/token-counter';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { readQuestionSets, type SetName } from './search/question-sets';
import { Snapshots } from './search/snapshots';
import { lineRecall, type Returned } from './search/span-recall';
import { visitQuestions } from './search/visit-questions';

const budgets = [1000, 2000, 4000, 8000] as const;
/** More than the largest budget has room for. */
const limit = 60;

interface Measured {
  readonly set: SetName;
  readonly repository: string;
  /** Share of the lines that answer, by budget. */
  readonly children: readonly number[];
  readonly parents: readonly number[];
}

const titles: Readonly<Partial<Record<SetName, string>>> = {
  lines: 'short questions (octocode)',
  'repository-questions': 'long questions about repositories (SWE-QA)',
  issues: 'issues (SWE-bench Multilingual)',
  'python-issues': 'issues in Python (Loc-Bench)',
};

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...dataFlags, sets: { type: 'string' } } });
  if (!values.questions || !values.snapshots) throw new Error(`usage: ${dataUsage}`);
  const snapshots = await Snapshots.in(values.snapshots);
  const run = describeRun();
  const sets = values.sets?.split(',');
  const questions = readQuestionSets(values.questions).filter(
    ({ set, snapshot, targets }) =>
      (sets?.includes(set) ?? true) && targets.some(({ spans }) => spans.length > 0) && snapshots.isReady(snapshot),
  );
  if (questions.length === 0) throw new Error('no repository is ready: see bench/checkout.ts');
  const counter = counterOrApproximate('o200k_base', (message) => process.stderr.write(`${message}\n`));
  const count = (text: string): number => counter.count(text);
  const measured: Measured[] = [];
  await visitQuestions('parents', questions, snapshots, async ({ set, text, targets, snapshot }, searcher) => {
    const chunks = (await searcher.search(text, { limit, byChunk: true, parents: false })).hits;
    const families = (await searcher.search(text, { limit, byParent: true })).hits;
    const share = (hits: readonly Hit[], budget: number): number => lineRecall(within(hits, budget, count), targets);
    const children = budgets.map((budget) => share(chunks, budget));
    const parents = budgets.map((budget) => share(families, budget));
    measured.push({ set, repository: snapshot.repository, children, parents });
  });
  const table = [
    '| questions | number | repositories | budget | chunks | parents | parents − chunks |',
    '|---|---:|---:|---:|---:|---:|---:|',
    ...(Object.keys(titles) as SetName[]).flatMap((set) => rowsOf(titles[set] ?? set, measured, set)),
    ...rowsOf('**all**', measured),
  ].join('\n');
  process.stdout.write(`${table}\n`);
  const file = productFile('bench', 'results', 'parents.md');
  if (!sets) writeFileSync(file, `# Parents measured\n\n${run}\n\n${method}\n\n${table}\n`);
}

const method = `The mean share of the lines that answer within a budget of tokens (\`o200k_base\`), default options, best hits first. "Chunks": the
chunks that were found. "Parents": for each parent once, at the place of its best chunk, the whole parent, or the chunk where only that
fits. Texts end at the first that does not fit. In brackets: the 95 % interval of the mean difference between the two for the same
question (normal approximation). Lines that answer are annotated (octocode), cited by a reference answer (SWE-QA) or changed by the fix.`;

/** Parents where they fit, and else the chunk, until that does not fit. */
function within(hits: readonly Hit[], budget: number, count: (text: string) => number): Returned[] {
  const returned: Returned[] = [];
  let left = budget;
  for (const hit of hits) {
    const shown = [hit.parent, hit].find((each) => each && count(each.text) <= left);
    if (!shown) break;
    left -= count(shown.text);
    returned.push({ path: hit.path, spans: [[shown.startLine, shown.endLine]] });
  }
  return returned;
}

function rowsOf(title: string, measured: readonly Measured[], set?: SetName): string[] {
  const own = measured.filter((one) => set === undefined || one.set === set);
  if (own.length === 0) return [];
  const repositories = new Set(own.map(({ repository }) => repository)).size;
  return budgets.map((budget, i) => {
    const children = mean(own.map((one) => one.children[i] ?? 0));
    const parents = mean(own.map((one) => one.parents[i] ?? 0));
    const differences = own.map((one) => (one.parents[i] ?? 0) - (one.children[i] ?? 0));
    const head = i === 0 ? `${title} | ${own.length} | ${repositories}` : ' | | ';
    return `| ${head} | ${budget} | ${children.toFixed(3)} | ${parents.toFixed(3)} | ${withInterval(differences)} |`;
  });
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function withInterval(values: readonly number[]): string {
  const middle = mean(values);
  const error = (1.96 * Math.sqrt(mean(values.map((value) => (value - middle) ** 2)))) / Math.sqrt(values.length);
  const signed = (value: number): string => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;
  return `${signed(middle)} [${signed(middle - error)}, ${signed(middle + error)}]`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
