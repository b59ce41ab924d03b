/** Tells which checkouts of a queries file are missing, and how to get them. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { type Repository, readQueries } from './queries';
import { indexedFolder, snapshotOf } from './snapshot';

/** The flags that benchmarks share: a folder of questions, and a folder of repositories at the commits the questions are about. */
export const dataFlags = { questions: { type: 'string' }, snapshots: { type: 'string' } } as const;
export const dataUsage = '--questions DIR --snapshots DIR (see bench/checkout.ts)';

/** The repositories of the file questions. All are checked out. */
export function requireFileQuestions(questions: string, snapshots: string): Repository[] {
  const repositories = readQueries(fileQuestionsIn(questions));
  requireCheckouts(snapshots, repositories);
  return repositories;
}

export function fileQuestionsIn(questions: string): string {
  return join(questions, 'code-search-dev', 'queries.json');
}

export function requireCheckouts(snapshots: string, repositories: readonly Repository[]): void {
  const missing = repositories.filter((one) => !existsSync(indexedFolder(snapshots, snapshotOf(one))));
  if (missing.length === 0) return;
  const names = missing.map(({ name, revision }) => `  ${name} at ${revision.slice(0, 12)}`);
  throw new Error(
    `these repositories are missing in ${snapshots}:\n${names.join('\n')}\n` +
      'get them with: npm run bench:checkout -- --questions DIR --snapshots DIR --clones DIR',
  );
}
