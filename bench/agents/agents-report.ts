/** The results of bench:agents as Markdown: what is to be reached, all issues together, and by repository, the worst first. */
import type { ReadingMethod, TaskResult } from '../../src/wings/proof/measure-task';
import { defaultBudgets } from '../../src/wings/proof/reading';
import { type MethodSummary, summarize } from '../../src/wings/proof/report/measure-report';
import { type GoalRow, goalTable, markdownTable } from '../search/search-tables';

export interface MeasuredIssue {
  readonly id: string;
  readonly repository: string;
  readonly results: TaskResult;
}

const titles: Readonly<Record<ReadingMethod, string>> = {
  pack: '`pack`',
  spans: '`search_code`',
  chunks: '`search_code`, whole chunks',
  grep: 'grep + read',
  files: 'whole files',
};

const limit = defaultBudgets[2];

const method = `Issues of other projects as people wrote them, with the lines that their fix changed, at the commit before the fix. No model takes
part: each row is a way of reading, and what it shows is compared with the changed lines. Answers are the texts that the tools return, with
headings, counted with o200k_base. Shares are of the changed lines; every issue has the same weight. Tokens until the first changed
line and until all changed places are counted from the top of what is read, up to ${limit.toLocaleString('en-US')}: what is not found until then counts as the limit, so
means are too small where much is not found. Calls are those until all places are found, or the limit. docs/agents.md describes the
readers.`;

/** Times what whole chunks and grep + read show; and of the tokens until the first changed line. */
const atLeast = { chunks: 1.5, grep: 3 } as const;
const atMost = 0.5;
const goalBudgets = [2000, 4000] as const;

export function agentsReport(
  issues: readonly MeasuredIssue[],
  methods: readonly ReadingMethod[],
  notes: readonly string[],
): string {
  const repositories = [...new Set(issues.map(({ repository }) => repository))];
  const byRepository = repositories
    .map((repository) => ({ repository, own: issues.filter((issue) => issue.repository === repository) }))
    .sort((a, b) => linesAt(summaryOf(a.own, 'pack'), 4000) - linesAt(summaryOf(b.own, 'pack'), 4000));
  return [
    '# What Codegrain saves an agent',
    notes.join('\n'),
    method,
    '## What is to be reached',
    goalTable(goals(issues, methods)),
    `## All ${issues.length} issues`,
    methodTable(issues, methods),
    '## By repository',
    'Share of the changed lines within 2,000 and 4,000 tokens, and mean tokens until the first; the worst repository first.',
    markdownTable(
      ['repository', 'issues', ...methods.map((each) => titles[each])],
      byRepository.map(({ repository, own }) => [
        repository,
        String(own.length),
        ...methods.map((each) => {
          const summary = summaryOf(own, each);
          return `${percent(linesAt(summary, 2000))}, ${percent(linesAt(summary, 4000))}, ${whole(summary.firstLine.mean)}`;
        }),
      ]),
    ),
  ].join('\n\n');
}

function goals(issues: readonly MeasuredIssue[], methods: readonly ReadingMethod[]): GoalRow[] {
  const pack = summaryOf(issues, 'pack');
  const others = (['chunks', 'grep'] as const).filter((each) => methods.includes(each));
  const chunks = summaryOf(issues, 'chunks');
  const both = issues.filter(
    ({ results: { pack: own, chunks: other } }) => own?.firstLine !== undefined && other?.firstLine !== undefined,
  );
  return [
    ...others.flatMap((other) =>
      goalBudgets.map((budget): GoalRow => {
        const value = linesAt(pack, budget) / linesAt(summaryOf(issues, other), budget);
        const measure = `changed lines within ${budget.toLocaleString('en-US')} tokens, times those of ${titles[other]}`;
        return { set: '`pack`', measure, value, goal: atLeast[other], show: times };
      }),
    ),
    {
      set: '`pack`',
      measure: 'mean tokens until the first changed line, of those of whole chunks',
      value: pack.firstLine.mean / chunks.firstLine.mean,
      goal: atMost,
      isMost: true,
      show: times,
    },
    {
      set: '`pack`',
      measure: 'the same, over issues where both show one',
      value: meanFirst(both, 'pack') / meanFirst(both, 'chunks'),
      goal: atMost,
      isMost: true,
      show: times,
    },
  ];
}

function meanFirst(issues: readonly MeasuredIssue[], each: ReadingMethod): number {
  return summaryOf(issues, each).firstLine.mean;
}

function methodTable(issues: readonly MeasuredIssue[], methods: readonly ReadingMethod[]): string {
  const heads = [
    'reading',
    ...defaultBudgets.map((budget) => `lines, ${budget / 1000}k`),
    ...defaultBudgets.map((budget) => `places, ${budget / 1000}k`),
    'first line: mean',
    'median',
    'found',
    'all places: mean',
    'median',
    'found',
    'calls',
    'ms',
  ];
  const rows = methods.map((each) => {
    const { lines, places, firstLine, allPlaces, calls, medianMilliseconds } = summaryOf(issues, each);
    const until = [firstLine, allPlaces].flatMap(({ mean, median, found }) => [
      whole(mean),
      whole(median),
      percent(found),
    ]);
    return [
      titles[each],
      ...lines.map(percent),
      ...places.map(percent),
      ...until,
      calls.toFixed(1),
      whole(medianMilliseconds),
    ];
  });
  return markdownTable(heads, rows);
}

function summaryOf(issues: readonly MeasuredIssue[], each: ReadingMethod): MethodSummary {
  return summarize(
    issues.flatMap(({ results }) => results[each] ?? []),
    limit,
  );
}

function linesAt({ lines }: MethodSummary, budget: (typeof defaultBudgets)[number]): number {
  return lines[defaultBudgets.indexOf(budget)] ?? Number.NaN;
}

function percent(share: number): string {
  return Number.isNaN(share) ? '–' : `${Math.round(share * 100)} %`;
}

function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US');
}

function times(value: number): string {
  return `${value.toFixed(2)} ×`;
}
