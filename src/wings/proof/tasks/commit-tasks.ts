/** The last commits of a repository as tasks: the message, and the lines that the commit changed, at the commit before. */
import { detectLanguage } from '../../../languages/detect-language';
import { isTestPath, rolesOf } from '../../../search/file-role';
import { skipByName } from '../../../workspace/skip-by-name';
import type { ChangedLines } from '../measured-task';
import { causeByMessage, type SkipCause, taskText } from './commit-message';
import { type ChangedFile, type Commit, type GitHistory, HistoryProblem } from './git-history';

/** A task before it is known which functions its lines are in. */
export interface StatedTask {
  readonly id: string;
  /** The commit that it is asked at; undefined: the files as they are now. */
  readonly commit: string | undefined;
  readonly text: string;
  readonly changed: readonly ChangedLines[];
}

interface CommitTasks {
  /** Oldest first. */
  readonly tasks: readonly StatedTask[];
  readonly skipped: ReadonlyMap<SkipCause, number>;
}

const maxFiles = 20;
/** Commits that are looked at for each one that is wanted, and at least. */
const lookedAt = { each: 30, least: 300 };

export async function commitTasks(history: GitHistory, count: number): Promise<CommitTasks> {
  const tasks: StatedTask[] = [];
  const skipped = new Map<SkipCause, number>();
  for (const commit of await history.commits(Math.max(lookedAt.least, lookedAt.each * count))) {
    if (tasks.length === count) break;
    const task = causeByMessage(commit) ?? (await taskOf(commit, history));
    if (typeof task === 'string') skipped.set(task, (skipped.get(task) ?? 0) + 1);
    else tasks.push(task);
  }
  return { tasks: tasks.reverse(), skipped };
}

async function taskOf(
  { id, parents: [parent = ''], message }: Commit,
  history: GitHistory,
): Promise<StatedTask | SkipCause> {
  const files = await history.changes(parent, id, true);
  if (files.length > maxFiles) return 'many-files';
  const code = files.filter(isChangedCode);
  if (code.length === 0) return 'no-code';
  const changed: ChangedLines[] = [];
  for (const { path, before, after } of code) {
    const spans = await history.changedLines(before, after).catch((error: unknown) => {
      if (error instanceof HistoryProblem) return undefined;
      throw error;
    });
    if (!spans) return 'missing';
    if (spans.length > 0) changed.push({ path, spans });
  }
  if (changed.length === 0) return 'formatting';
  return { id: id.slice(0, 12), commit: parent, text: taskText(message), changed };
}

function isChangedCode({ status, path }: ChangedFile): boolean {
  if (status !== 'changed' && status !== 'renamed') return false;
  const language = detectLanguage(path, '');
  if (language === undefined || isTestPath(path) || skipByName(path)) return false;
  const roles = rolesOf(path, language);
  return !roles.has('document') && !roles.has('data');
}
