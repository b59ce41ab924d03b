/**
 * How often the prompt hook adds code to a task, and how often that is right: each open question and issue is given to it in its own
 * repository, where the code that answers is known, and in another one, where anything it adds is wrong (docs/agents.md, "Before the
 * first thought").
 *
 *     npm run bench:hook -- --questions DIR --snapshots DIR [--step N]
 *
 * `--step N` takes every Nth question. A run over all questions writes bench/results/hook.md.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Pack } from '../src/engine/answers/pack/pack';
import { promptContext, taskIn } from '../src/engine/answers/task-prompt';
import { errorMessage } from '../src/shared/error-message';
import { productFile } from '../src/shared/product';
import { tokenCounter } from '../src/tokens/token-counter';
import { describeRun } from './chunks/run-chunkers';
import { dataFlags, dataUsage } from './code-search/require-checkouts';
import { type Asked, readQuestionSets, setNames } from './search/question-sets';
import { markdownTable } from './search/search-tables';
import { setsAbout } from './search/set-goals';
import { Snapshots } from './search/snapshots';
import { visitQuestions } from './search/visit-questions';

interface Job extends Asked {
  readonly isOwn: boolean;
}

interface Outcome {
  readonly job: Job;
  readonly isTask: boolean;
  readonly pack: Pack | undefined;
}

async function main(): Promise<void> {
  const { values } = parseArgs({ options: { ...dataFlags, step: { type: 'string', default: '1' } } });
  if (!values.questions || !values.snapshots) throw new Error(`usage: ${dataUsage}`);
  const snapshots = await Snapshots.in(values.snapshots);
  const run = describeRun();
  const all = readQuestionSets(values.questions).filter(({ snapshot }) => snapshots.isReady(snapshot));
  const step = Number(values.step);
  const questions = all.filter((_, at) => at % step === 0);
  const outcomes = await giveAll(jobsOf(questions), snapshots);
  const markdown = [
    '# What the prompt hook adds',
    `${run}\n${questions.length} questions and issues, each in its own repository and in another one.`,
    table(outcomes),
  ].join('\n\n');
  process.stdout.write(`${markdown}\n`);
  if (step === 1) writeFileSync(productFile('bench', 'results', 'hook.md'), `${markdown}\n`);
}

function jobsOf(questions: readonly Asked[]): Job[] {
  const repositories = [...new Map(questions.map((asked) => [asked.snapshot.repository, asked.snapshot])).values()];
  return questions.flatMap((asked, at) => {
    const others = repositories.filter(({ repository }) => repository !== asked.snapshot.repository);
    // Always the same one for a question.
    const other = others[(at * 7919) % others.length];
    return [{ ...asked, isOwn: true }, ...(other ? [{ ...asked, snapshot: other, isOwn: false }] : [])];
  });
}

async function giveAll(jobs: readonly Job[], snapshots: Snapshots): Promise<Outcome[]> {
  const counter = tokenCounter('o200k_base');
  const count = (text: string): number => counter.count(text);
  const outcomes: Outcome[] = [];
  await visitQuestions('prompts', jobs, snapshots, async (job, searcher) => {
    const task = taskIn(job.text);
    const pack = task === undefined ? undefined : await promptContext(searcher, task, count);
    outcomes.push({ job, isTask: task !== undefined, pack });
  });
  return outcomes;
}

function table(outcomes: readonly Outcome[]): string {
  const rows = setNames.flatMap((set) => {
    const ofSet = outcomes.filter(({ job }) => job.set === set);
    return ofSet.length === 0 ? [] : [rowOf(setsAbout[set].title, ofSet)];
  });
  const heads = [
    'set',
    'prompts',
    'taken for a task',
    'added',
    'of these: a right file',
    'of these: a right line',
    'tokens added, mean',
    'added in another repository',
  ];
  return markdownTable(heads, [...rows, rowOf('all', outcomes)]);
}

function rowOf(title: string, outcomes: readonly Outcome[]): string[] {
  const own = outcomes.filter(({ job }) => job.isOwn);
  const other = outcomes.filter(({ job }) => !job.isOwn);
  const added = own.flatMap(({ job, pack }) => (pack ? [{ job, pack }] : []));
  const withLines = added.filter(({ job }) => job.targets.some(({ spans }) => spans.length > 0));
  const tokens = added.reduce((sum, { pack }) => sum + pack.tokens, 0) / Math.max(1, added.length);
  return [
    title,
    String(own.length),
    share(own.filter(({ isTask }) => isTask).length, own.length),
    share(added.length, own.length),
    share(added.filter(({ job, pack }) => hasFile(job, pack)).length, added.length),
    withLines.length === 0
      ? '–'
      : share(withLines.filter(({ job, pack }) => hasLine(job, pack)).length, withLines.length),
    tokens.toFixed(0),
    share(other.filter(({ pack }) => pack).length, other.length),
  ];
}

function hasFile({ targets }: Asked, { places }: Pack): boolean {
  return targets.some(({ path }) => places.some((place) => place.path === path));
}

function hasLine({ targets }: Asked, { places }: Pack): boolean {
  return targets.some(({ path, spans }) =>
    places.some(
      (place) =>
        place.path === path &&
        place.spans.some(([start, end]) => spans.some(([from, to]) => start <= to && end >= from)),
    ),
  );
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : `${((100 * count) / of).toFixed(1)} %`;
}

main().catch((error: unknown) => {
  process.stderr.write(`${errorMessage(error)}\n`);
  process.exitCode = 2;
});
