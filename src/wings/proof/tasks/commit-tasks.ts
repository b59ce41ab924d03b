/** The last commits of a repository as tasks: the message, and the lines that the commit changed, at the commit before. */
import { detectLanguage } from '../../../languages/detect-language';
import { isTestPath, rolesOf } from '../../../search/file-role';
import { skipByName } from '../../../workspace/skip-by-name';
import type { ChangedLines } from '../measured-task';
import { type ChangedFile, type Commit, type GitHistory, HistoryProblem } from './git-history';

/** A task before it is known which functions its lines are in. */
export interface StatedTask {
  readonly id: string;
  /** The commit that it is asked at; undefined: the files as they are now. */
  readonly commit: string | undefined;
  readonly text: string;
  readonly changed: readonly ChangedLines[];
}

const maxFiles = 20;
/** Commits that are looked at for each one that is wanted, and at least. */
const lookedAt = { each: 30, least: 300 };

/** Oldest first. */
export async function commitTasks(history: GitHistory, count: number) {
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

// The message of a commit as the text of a task, and which commits are no tasks by their message or author.

/** Why a commit is no task. In the order in which reports list them. */
export const skipCauses = {
  merge: 'merges',
  revert: 'reverts',
  bot: 'made by bots',
  release: 'releases and version bumps',
  short: 'messages of less than four words',
  'no-parent': 'without a commit before: the first one, or the end of a shallow clone',
  'many-files': 'more than 20 files',
  'no-code': 'no change in code: only tests, documents, data, lock files or new files',
  formatting: 'only white space',
  missing: 'contents that this clone does not have',
  'not-indexed': 'only files that are not indexed',
} as const;
type SkipCause = keyof typeof skipCauses;

const minWords = 4;
const bots =
  /\[bot\]|\b(?:dependabot|renovate|greenkeeper|github-actions|pre-commit-ci|snyk-bot|semantic-release|weblate|allcontributors|imgbot|mergify|bors|rust-?timer)\b/i;
const reverts = /^(?:revert|reapply|back ?out)\b/i;
const releases =
  /^(?:(?:chore|build|ci|release|deps?)(?:\([^)]*\))?!?:\s*)?(?:bump|release|prepare (?:for )?(?:next )?(?:release|development|version)|(?:update|set|change|increase) (?:the )?version|publish|version)\b|^v?\d+\.\d+[\w.-]*\s*$|^(?:chore|build)\(deps[^)]*\)/i;

/** Undefined if message and author say nothing against it. */
export function causeByMessage({ parents, author, message }: Commit): SkipCause | undefined {
  const subject = message.trimStart().split('\n')[0] ?? '';
  if (parents.length > 1) return 'merge';
  if (reverts.test(subject)) return 'revert';
  if (bots.test(author)) return 'bot';
  if (releases.test(subject)) return 'release';
  if (
    taskText(message)
      .split(/\s+/)
      .filter((word) => /\p{L}/u.test(word)).length < minWords
  )
    return 'short';
  return parents.length === 0 ? 'no-parent' : undefined;
}

/** Without trailers, and without the numbers of issues and pull requests: they say nothing that is in the code. */
export function taskText(message: string): string {
  return message
    .replace(/\r\n?/g, '\n')
    .split('\n')
    .filter((line, at) => at === 0 || !isTrailer(line))
    .map(withoutNumbers)
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}

function isTrailer(line: string): boolean {
  return (
    /^(?:[A-Z]\w*(?:-\w+)+|Bug|Link|Ticket|Cc|CC|git-svn-id): /.test(line) ||
    /^\(cherry picked from commit \w+\)$/.test(line.trim())
  );
}

function withoutNumbers(line: string): string {
  return line
    .replace(
      /(?:\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?|refs?|see|part of)\b)?:?\s*(?:[\w.-]+\/[\w.-]+)?(?:#|GH-|gh-)\d+\b/gi,
      '',
    )
    .replace(/https?:\/\/\S+\/(?:issues|pull|pulls|merge_requests)\/\d+\S*/g, '')
    .replace(/\(\s*[,;]?\s*\)/g, '')
    .replace(/[ \t]+$/, '');
}
