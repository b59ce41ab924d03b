/** The repositories of a queries file on disk: one folder each, at the commit the questions were written for. */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './queries';

export function folderOf(repositories: string, { name, root }: Repository): string {
  return join(repositories, name, root);
}

/** What is wrong with a checkout; undefined: nothing. */
export function problemOf(repositories: string, repository: Repository): string | undefined {
  const folder = join(repositories, repository.name);
  if (!existsSync(folderOf(repositories, repository))) return 'is not there';
  // An unpacked archive has no commit to compare.
  if (!existsSync(join(folder, '.git'))) return undefined;
  const head = git(folder, 'rev-parse', 'HEAD');
  return head === repository.revision
    ? undefined
    : `is at ${head.slice(0, 12)}, not at ${repository.revision.slice(0, 12)}`;
}

export function needCheckouts(repositories: string, wanted: readonly Repository[]): void {
  const problems = wanted.flatMap((repository) => {
    const problem = problemOf(repositories, repository);
    return problem ? [`  ${repository.name} ${problem}`] : [];
  });
  if (problems.length === 0) return;
  throw new Error(
    `the repositories that are searched are missing from ${repositories}:\n${problems.join('\n')}\n` +
      'get them with: npm run bench:checkout -- --queries FILE --repos DIR',
  );
}

/** Clones what is missing and checks out its commit. */
export function checkOut(repositories: string, repository: Repository): void {
  const folder = join(repositories, repository.name);
  if (!existsSync(folder)) {
    const url = `https://github.com/${repository.github}.git`;
    // Without the contents of files of other commits: they are fetched when they are checked out.
    execFileSync('git', ['clone', '--quiet', '--no-checkout', '--filter=blob:none', url, folder], { stdio: 'inherit' });
  }
  git(folder, 'checkout', '--quiet', '--detach', repository.revision);
}

function git(folder: string, ...command: string[]): string {
  return execFileSync('git', ['-C', folder, ...command], { encoding: 'utf8' }).trim();
}
