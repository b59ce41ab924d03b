/** `codegrain measure [DIR]` shows on the user's own repository what agents read with and without Codegrain. */
import { accessSync, constants, readFileSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import type { OptionValues } from '../../../options/option';
import { errorMessage } from '../../../shared/error-message';
import { printableJson, printError, printLine } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { type MeasuredFolder, measureFolder } from '../../../wings/proof/measure-task';
import { defaultBudgets } from '../../../wings/proof/reading';
import { measurePage } from '../../../wings/proof/report/measure-page';
import { type MeasureReport, measureReport, plotBudgets } from '../../../wings/proof/report/measure-report';
import { reportText } from '../../../wings/proof/report/report-text';
import { commitTasks, type StatedTask, skipCauses } from '../../../wings/proof/tasks/commit-tasks';
import { GitHistory } from '../../../wings/proof/tasks/git-history';
import { readTasks } from '../../../wings/proof/tasks/task-file';
import { formatCount } from '../format-numbers';
import { chatNotes, refusalText } from '../options/chat-flags';
import { type CommandAbout, command } from '../options/command-help';
import { oneFolder, requireFolder, UsageError } from '../options/flags';
import { loopFlags, prepareLoops } from '../options/measured-loops';
import { jsonFlag, numberFlag, textFlag } from '../options/shared-flags';
import { StatusLine } from '../output/progress-listener';

export const measureAbout = {
  usage: 'measure [DIR] [options]',
  about:
    'Measure on the last commits of a repository how many tokens it takes until the changed code is in the context: with Codegrain, with grep, and with whole files. No model is used and nothing is sent, unless you name one.',
  flags: {
    own: {
      commits: numberFlag(
        'commits N',
        { default: 20, min: 1, max: 1000 },
        'How many commits become tasks: the last ones that fit.',
      ),
      tasks: textFlag(
        'tasks FILE',
        'Your own tasks, one JSON object per line: `{"task": "…", "commit": "…", "places": [{"path": "src/a.ts", "lines": [[3, 9]]}]}`.',
        'the last commits',
      ),
      budgets: textFlag(
        'budgets LIST',
        'Tokens that the columns are about; reading stops at the last one.',
        defaultBudgets.join(','),
      ),
      html: textFlag('html FILE', 'Also write a page with a plot.'),
      json: jsonFlag,
    },
    loop: loopFlags,
  },
  notes:
    'A task is the message of a commit; its answer are the lines that the commit changed, in code that is no test, at the commit before. The commits are read with git into a temporary folder with an index of its own; your folder, its index and its git state stay as they are. docs/agents.md says how the readers work.\n\nWith --provider, a language model also works on some of the tasks, with and without the tools; before the first request it is said how much is sent where. ' +
    chatNotes,
  exit: '0 measured, 1 there is no task to measure, 2 wrong use or error.',
} satisfies CommandAbout;

type Values = OptionValues<typeof measureAbout.flags.own>;

export const measureCommand = command(measureAbout, async ({ values: groups, chosen, positionals }) => {
  const values = groups.own;
  const folder = resolve(oneFolder('measure', positionals) ?? '.');
  requireFolder(folder);
  if (values.tasks !== undefined && chosen.own.commits !== undefined)
    throw new UsageError('--tasks cannot be combined with --commits');
  // Before the work, not after it.
  if (values.html !== undefined) requireWritable(values.html);
  const shown = budgetsOf(values.budgets);
  const budgets = values.html === undefined ? shown : plotBudgets(shown);
  const { tasks, history, skipped } = await chosenTasks(folder, values);
  if (tasks.length === 0) {
    printError(`codegrain: there is no task to measure${skippedText(skipped)}`);
    return 1;
  }
  const prepared = await prepareLoops(tasks, groups.loop, chosen.loop);
  if (prepared === 'declined') return 1;
  const line = new StatusLine();
  let result: MeasuredFolder;
  try {
    result = await measureFolder(folder, tasks, history, {
      budgets,
      onMessage: (message) => line.print(message),
      onProgress: (done, of, indexing) => {
        const files = indexing ? `: indexing ${indexing.done} of ${indexing.total} files` : '';
        line.show(`task ${done + 1} of ${of}${files}`);
      },
      also: prepared?.run,
    });
  } finally {
    line.clear();
  }
  const { refusal } = prepared?.loops ?? {};
  const status = print(
    { ...reportOf(folder, result, { budgets, shown, skipped, history }), loops: prepared?.loops.report() },
    values,
  );
  if (refusal) printError(`codegrain: ${refusalText(refusal, false)}`);
  return refusal ? 2 : status;
});

function print(report: MeasureReport, { json, html }: Values): number {
  if (report.measured.length === 0) {
    printError(`codegrain: there is no task to measure${skippedText(report.skipped)}`);
    return 1;
  }
  if (html !== undefined) {
    try {
      writeFileSync(html, measurePage(report));
    } catch (error) {
      throw new UsageError(`--html: ${errorMessage(error)}`);
    }
  }
  printLine(json ? printableJson(report) : reportText(report));
  if (html !== undefined && !json) printLine(`\nThe page with the plot is ${printablePath(resolve(html))}`);
  return 0;
}

function reportOf(
  folder: string,
  { measured, unindexed, missing }: MeasuredFolder,
  rest: Pick<MeasureReport, 'budgets' | 'shown' | 'skipped'> & { readonly history: GitHistory | undefined },
): MeasureReport {
  const { history, skipped, ...budgets } = rest;
  const notIndexed = unindexed.length > 0 ? [[skipCauses['not-indexed'], unindexed.length] as const] : [];
  return measureReport(measured, {
    folder: basename(folder),
    date: new Date().toISOString().slice(0, 10),
    ...budgets,
    skipped: [...skipped, ...notIndexed],
    notes: [
      ...(missing > 0
        ? [`${formatCount(missing, 'file')} of these commits could not be had: the clone does not have the contents.`]
        : []),
      ...(history?.isShallow ? ['The clone is shallow: older commits are not in it.'] : []),
    ],
  });
}

async function chosenTasks(folder: string, { tasks: file, commits }: Values) {
  if (file === undefined) {
    const history = await GitHistory.open(folder);
    const { tasks, skipped } = await commitTasks(history, commits);
    return { tasks, history, skipped: [...skipped].map(([cause, count]) => [skipCauses[cause], count] as const) };
  }
  const { tasks, problems } = readTasks(readTaskFile(file));
  if (problems.length > 0) {
    const more = problems.length > 3 ? `; ${problems.length - 3} more` : '';
    throw new UsageError(`--tasks: ${file}: ${problems.slice(0, 3).join('; ')}${more}`);
  }
  if (!tasks.some(({ commit }) => commit !== undefined)) return { tasks, history: undefined, skipped: [] };
  const history = await GitHistory.open(folder);
  const known: StatedTask[] = [];
  for (const task of tasks)
    known.push(task.commit === undefined ? task : { ...task, commit: await history.commitId(task.commit) });
  return { tasks: known, history, skipped: [] };
}

function readTaskFile(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    throw new UsageError(`--tasks: ${errorMessage(error)}`);
  }
}

function requireWritable(file: string): void {
  try {
    if (statSync(file, { throwIfNoEntry: false })?.isDirectory()) throw new Error(`${file} is a folder`);
    accessSync(dirname(resolve(file)), constants.W_OK);
  } catch (error) {
    throw new UsageError(`--html: ${errorMessage(error)}`);
  }
}

function budgetsOf(list: string | undefined): readonly number[] {
  if (list === undefined) return defaultBudgets;
  const budgets = list.split(',').map((each) => (/^\d{2,6}$/.test(each.trim()) ? Number(each) : Number.NaN));
  if (budgets.some((budget) => Number.isNaN(budget) || budget < 100) || budgets.length > 6)
    throw new UsageError(`--budgets must be up to six numbers from 100 to 999999, such as 2000,4000, not "${list}"`);
  return [...new Set(budgets)].sort((a, b) => a - b);
}

function skippedText(skipped: readonly (readonly [string, number])[]): string {
  return skipped.length > 0 ? `; left out: ${skipped.map(([why, count]) => `${count} ${why}`).join('; ')}` : '';
}
