/** The message of a commit as the text of a task, and which commits are no tasks by their message or author. */
import type { Commit } from './git-history';

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
export type SkipCause = keyof typeof skipCauses;

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
