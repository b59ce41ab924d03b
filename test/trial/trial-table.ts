/** The tables of a trial: steps per task, repository and hand, and what the steps were. */
import type { TaskResult } from './trial-run';

export interface RepositoryTrial {
  readonly name: string;
  /** Those that were tried. */
  readonly keyboard: readonly TaskResult[];
  readonly mouse: readonly TaskResult[];
}

/** @param tasks the names of all. */
export function trialTables(trials: readonly RepositoryTrial[], tasks: readonly string[]): string {
  const columns = trials.flatMap(({ name, keyboard, mouse }) => [
    { head: `${name}: keys`, results: keyboard },
    { head: `${name}: mouse`, results: mouse },
  ]);
  const counts = tasks.map((task, i) =>
    row([`${i + 1}. ${task}`, ...columns.map(({ results }) => countOf(resultOf(results, task)))]),
  );
  const [first] = trials;
  const steps = tasks.map((task, i) =>
    row([`${i + 1}`, ...[first?.keyboard, first?.mouse].map((results = []) => stepsOf(resultOf(results, task)))]),
  );
  const problems = columns.flatMap(({ head, results }) =>
    results.flatMap(({ task, problem }) => (problem ? [`- ${head}, ${task}: ${problem.split('\n')[0]}`] : [])),
  );
  return [
    row(['task', ...columns.map(({ head }) => head)]),
    row(['---', ...columns.map(() => '---:')]),
    ...counts,
    row(['steps', ...columns.map(({ results }) => sumOf(results, ({ steps }) => steps.length))]),
    row(['seconds', ...columns.map(({ results }) => sumOf(results, ({ seconds }) => seconds))]),
    row([
      'done, of those tried',
      ...columns.map(({ results }) => `${results.filter(isDone).length} of ${results.length}`),
    ]),
    ...(problems.length > 0 ? ['', '## Not done', '', ...problems] : []),
    '',
    `## The steps on ${first?.name}`,
    '',
    row(['task', 'keyboard', 'mouse']),
    row(['---:', '---', '---']),
    ...steps,
    '',
  ].join('\n');
}

function resultOf(results: readonly TaskResult[], task: string): TaskResult | undefined {
  return results.find((result) => result.task === task);
}

function isDone({ problem }: TaskResult): boolean {
  return problem === undefined;
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function countOf(result: TaskResult | undefined): string {
  if (!result) return 'not tried';
  return isDone(result) ? String(result.steps.length) : 'not done';
}

function sumOf(results: readonly TaskResult[], count: (result: TaskResult) => number): string {
  return String(results.filter(isDone).reduce((sum, result) => sum + count(result), 0));
}

/** Steps in a row that are the same are written once: `Tab × 3`. */
function stepsOf(result: TaskResult | undefined): string {
  const runs: { step: string; times: number }[] = [];
  for (const step of result?.steps ?? []) {
    const last = runs.at(-1);
    if (last?.step === step) last.times += 1;
    else runs.push({ step, times: 1 });
  }
  return runs.map(({ step, times }) => (times > 1 ? `${step} × ${times}` : step)).join(' · ');
}
