/**
 * The checked-out repositories of a queries file: one folder each, at the commit that the questions were written for.
 */
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Repository } from './queries';

export function indexedFolder(repositories: string, { name, root }: Repository): string {
  return join(repositories, name, root);
}

/** What is wrong with a checkout, or undefined if it is usable. */
export function checkoutProblem(repositories: string, repository: Repository): string | undefined {
  const folder = join(repositories, repository.name);
  if (!existsSync(indexedFolder(repositories, repository))) return 'is missing';
  // An unpacked archive has no commit to compare.
  if (!existsSync(join(folder, '.git'))) return undefined;
  const head = git(folder, 'rev-parse', 'HEAD');
  return head === repository.revision
    ? undefined
    : `is at ${head.slice(0, 12)}, not at ${repository.revision.slice(0, 12)}`;
}

export function requireCheckouts(repositories: string, required: readonly Repository[]): void {
  const problems = required.flatMap((repository) => {
    const problem = checkoutProblem(repositories, repository);
    return problem ? [`  ${repository.name} ${problem}`] : [];
  });
  if (problems.length === 0) return;
  throw new Error(
    `these repositories are missing or wrong in ${repositories}:\n${problems.join('\n')}\n` +
      'get them with: npm run bench:checkout -- --queries FILE --repos DIR',
  );
}

/** Clones the repository if it is missing, and checks out its commit. */
export function checkOut(repositories: string, repository: Repository): void {
  const folder = join(repositories, repository.name);
  if (!existsSync(folder)) {
    const url = `https://github.com/${repository.github}.git`;
    // Does not fetch file contents of other commits; git fetches contents when it checks them out.
    execFileSync('git', ['clone', '--quiet', '--no-checkout', '--filter=blob:none', url, folder], { stdio: 'inherit' });
  }
  git(folder, 'checkout', '--quiet', '--detach', repository.revision);
}

function git(folder: string, ...command: string[]): string {
  return execFileSync('git', ['-C', folder, ...command], { encoding: 'utf8' }).trim();
}
