/** The tables of a trial: steps per task, repository and hand, and what the steps were. */
import type { TaskResult } from './trial-run';

export interface RepositoryTrial {
  readonly name: string;
  readonly keyboard: readonly TaskResult[];
  readonly mouse: readonly TaskResult[];
}

export function trialTables(trials: readonly RepositoryTrial[]): string {
  const tasks = trials[0]?.keyboard.map(({ task }) => task) ?? [];
  const heads = trials.flatMap(({ name }) => [`${name}: keys`, `${name}: mouse`]);
  const counts = tasks.map((task, i) => {
    const cells = trials.flatMap(({ keyboard, mouse }) => [countOf(keyboard[i]), countOf(mouse[i])]);
    return row([`${i + 1}. ${task}`, ...cells]);
  });
  const sums = trials.flatMap(({ keyboard, mouse }) => [sumOf(keyboard), sumOf(mouse)]);
  const [first] = trials;
  const steps = tasks.map((_, i) => row([`${i + 1}`, stepsOf(first?.keyboard[i]), stepsOf(first?.mouse[i])]));
  return [
    row(['task', ...heads]),
    row(['---', ...heads.map(() => '---:')]),
    ...counts,
    row(['all', ...sums]),
    '',
    `## The steps on ${first?.name}`,
    '',
    row(['task', 'keyboard', 'mouse']),
    row(['---:', '---', '---']),
    ...steps,
    '',
  ].join('\n');
}

function row(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function countOf(result: TaskResult | undefined): string {
  return result === undefined || result.problem !== undefined ? 'not done' : String(result.steps.length);
}

function sumOf(results: readonly TaskResult[]): string {
  return String(results.reduce((sum, { steps }) => sum + steps.length, 0));
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
