/** What a database has, for `index_status`. */
import * as z from 'zod';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { StoredRepository } from '../../engine/stored-code';
import type { ServedDatabase } from './served-database';

/** Of the text; data has all. */
const maxRepositories = 100;
const maxBranches = 5;

export const repositoriesShape = () => ({
  repositories: z
    .array(
      z.object({
        repository: z.string(),
        chunks: z.number().describe('Of the default branch.'),
        branches: z.array(
          z.object({ name: z.string(), commit: z.string().optional(), pushedAt: z.string().optional() }),
        ),
      }),
    )
    .optional()
    .describe('The default branch of each comes first.'),
  databaseProblem: z.string().optional(),
});

export async function databaseStatus(
  database: ServedDatabase,
): Promise<{ readonly text: string; readonly structured: Record<string, unknown> }> {
  try {
    const repositories = await database.repositories();
    return {
      text: repositoriesText(repositories),
      structured: {
        repositories: repositories.map(({ repository, chunks, branches }) => ({
          ...{ repository, chunks },
          branches: branches.map(({ isDefault: _, ...branch }) => branch),
        })),
      },
    };
  } catch (error) {
    if (!(error instanceof ToolProblem)) throw error;
    return { text: `the database did not answer: ${error.message}`, structured: { databaseProblem: error.message } };
  }
}

function repositoriesText(repositories: readonly StoredRepository[]): string {
  if (repositories.length === 0) return 'The database has no repositories yet.';
  const more = repositories.length - maxRepositories;
  return [
    `Repositories in the database: ${repositories.length}`,
    ...repositories.slice(0, maxRepositories).map(repositoryLine),
    ...(more > 0 ? [`… and ${more} more`] : []),
  ].join('\n');
}

function repositoryLine({ repository, chunks, branches: [first, ...others] }: StoredRepository): string {
  const names = others.slice(0, maxBranches).map(({ name }) => name);
  const more = others.length - names.length;
  const also = names.length > 0 ? `; also ${names.join(', ')}${more > 0 ? ` and ${more} more` : ''}` : '';
  const pushed = first?.pushedAt === undefined ? 'not pushed completely yet' : `pushed ${first.pushedAt.slice(0, 10)}`;
  return `${repository}@${first?.name ?? ''}: ${chunks} chunks, ${pushed}${also}`;
}
