/**
 * What Codegrain saves an agent: of the lines that fixes of issues changed, how many are in the context after 2,000, 4,000 and 8,000
 * tokens, and how many tokens it takes until the first. For `pack`, for `search_code` in spans and in whole chunks, for grep and reading
 * around matches, and for reading whole files (docs/agents.md, "What it saves").
 *
 *     npm run bench:agents -- --questions DIR --snapshots DIR [--quick] [--limit N] [--repository owner/name,…] [--json FILE]
 *
 * DIR of the questions has issues-dev; DIR of the snapshots has what `npm run bench:checkout` makes. `--quick` takes every fifth issue
 * and only the methods with an index; `--limit N` takes N issues, spread over all. A run over all issues writes
 * bench/results/agents.md.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { tokenCounter } from '../src/tokens/token-counter';
import { definitionsIn, FileTree } from '../src/wings/proof/file-tree';
import { measureTask, type ReadingMethod, readingMethods } from '../src/wings/proof/measure-task';
import { goldPlaces } from '../src/wings/proof/measured-task';
import { defaultBudgets } from '../src/wings/proof/reading';
import { agentsReport, type MeasuredIssue } from './agents/agents-report';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { type Asked, readQuestionSets } from './search/question-sets';
import { Snapshots } from './search/snapshots';
import { visitQuestions } from './search/visit-questions';

const quickStep = 5;
const withIndex: readonly ReadingMethod[] = ['pack', 'spans', 'chunks'];

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      ...dataFlags,
      quick: { type: 'boolean', default: false },
      limit: { type: 'string' },
      repository: { type: 'string' },
      json: { type: 'string' },
    },
  });
  if (!values.questions || !values.snapshots) throw new Error(`usage: ${dataUsage}`);
  const snapshots = await Snapshots.in(values.snapshots);
  const run = describeRun();
  const repositories = values.repository?.split(',');
  const all = readQuestionSets(values.questions).filter(
    ({ set, snapshot }) =>
      (set === 'issues' || set === 'python-issues') && (!repositories || repositories.includes(snapshot.repository)),
  );
  const ready = all.filter(({ snapshot }) => snapshots.isReady(snapshot));
  const limit = Number(values.limit ?? (values.quick ? Math.ceil(ready.length / quickStep) : ready.length));
  const asked = spread(ready, limit);
  if (asked.length === 0) throw new Error('no repository is ready: see bench/checkout.ts');
  const methods = values.quick ? withIndex : readingMethods;
  const measured = await measureIssues(asked, snapshots, methods);
  const isWhole = asked.length === all.length && !values.quick;
  const leftOut = isWhole ? '' : `${asked.length} of ${all.length} issues.`;
  const markdown = agentsReport(measured, methods, [run, ...(leftOut ? [leftOut] : [])]);
  process.stdout.write(`${markdown}\n`);
  if (values.json) writeFileSync(values.json, JSON.stringify(measured));
  if (isWhole && !repositories) writeFileSync(productFile('bench', 'results', 'agents.md'), `${markdown}\n`);
}

async function measureIssues(
  asked: readonly Asked[],
  snapshots: Snapshots,
  methods: readonly ReadingMethod[],
): Promise<MeasuredIssue[]> {
  const counter = tokenCounter('o200k_base');
  const count = (text: string): number => counter.count(text);
  const measured: MeasuredIssue[] = [];
  let last: { readonly folder: string; readonly tree: FileTree } | undefined;
  await visitQuestions('issues', asked, snapshots, async ({ id, text, targets, snapshot }, searcher) => {
    const folder = snapshots.folderOf(snapshot);
    if (last?.folder !== folder) last = { folder, tree: await FileTree.read(folder) };
    const { tree } = last;
    const [view] = searcher.views;
    const places = goldPlaces(targets, view ? definitionsIn(view) : () => []);
    const results = await measureTask({ id, text, places }, { index: searcher, tree, count }, defaultBudgets, methods);
    measured.push({ id, repository: snapshot.repository, results });
  });
  return measured;
}

/** So many of them, evenly spread. */
function spread<T>(items: readonly T[], count: number): T[] {
  const step = Math.max(1, items.length / count);
  return items.filter((_, at) => Math.floor(at / step) !== Math.floor((at - 1) / step) || at === 0);
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
