/** `index_status`: what is indexed, and what changed since. */

import * as z from 'zod';
import { ToolProblem } from '../../engine/answers/tool-input';
import { type FolderStats, folderStats } from '../../engine/indexer/folder-stats';
import type { StoredRepository } from '../../engine/stored-code';
import { registerTool, type ToolContext } from './run-tool';
import type { ServedDatabase } from './served-database';
import type { ServedIndex } from './served-index';
import { statusShape, structuredProblems } from './tool-shapes';

const description = `Says what is indexed, what changed since, and what to run. Use it only when answers seem old or incomplete.`;
const descriptionOfDatabase = `Lists the repositories that can be searched, with their branches and when they were pushed.`;

const shownLanguages = 8;

export function registerIndexStatus(context: ToolContext): void {
  const { folder, database } = context.code;
  const sharedStats = folder && new SharedStats(folder);
  registerTool(context, {
    name: 'index_status',
    title: 'Index status',
    description: folder ? description : descriptionOfDatabase,
    input: {},
    output: () => ({ ...(folder ? statusShape() : {}), ...(database ? repositoriesShape() : {}) }),
    async run(_input, signal) {
      const parts = [
        ...(sharedStats ? [await folderStatus(sharedStats, signal)] : []),
        ...(database ? [await databaseStatus(database)] : []),
      ];
      return {
        text: parts.map(({ text }) => text).join('\n\n'),
        data: () => Object.assign({}, ...parts.map(({ data }) => data)),
      };
    },
  });
}

type StatusPart = { readonly text: string; readonly data: object };

async function folderStatus(sharedStats: SharedStats, signal: AbortSignal): Promise<StatusPart> {
  const { index } = sharedStats;
  const about = { folder: index.folder.path, index: index.file };
  try {
    const stats = await sharedStats.get(signal);
    const { pending, isChecked: checked, problems } = stats;
    const advice = adviceOf(stats, about.folder);
    const languages = stats.languages.slice(0, shownLanguages);
    return {
      text: textOf(stats, about.folder, advice),
      data: {
        ...{ ...stats.index, chunks: stats.index.searchedChunks },
        ...{ indexed: true, ...about, pending, languages, advice, checked, ...structuredProblems(problems) },
      },
    };
  } catch (error) {
    if (!(error instanceof ToolProblem)) throw error;
    // Here, a missing index is an answer and not a failure.
    return { text: error.message, data: { indexed: false, ...about, advice: error.message } };
  }
}

/** The statistics need a walk of the folder, so simultaneous requests share one. */
class SharedStats {
  private running: Promise<FolderStats> | undefined;

  constructor(readonly index: ServedIndex) {}

  async get(signal: AbortSignal): Promise<FolderStats> {
    const { view } = await this.index.current(signal);
    this.running ??= folderStats(this.index.folder.path, {
      ...{ ...this.index.globs(), indexFile: this.index.file, index: view.reader },
    }).finally(() => {
      this.running = undefined;
    });
    return this.running;
  }
}

function adviceOf({ pending: { added, changed, removed }, index, problems }: FolderStats, folder: string): string {
  if (problems.length > 0) return `run \`codegrain index ${folder}\` to repair the index`;
  if (added + changed + removed > 0) return `run \`codegrain index ${folder}\` to index what changed`;
  return index.missingVectors > 0 ? 'some chunks are found only by words until their vectors are made' : '';
}

function textOf(
  { index, pending, languages, problems, isChecked }: FolderStats,
  folder: string,
  advice: string,
): string {
  const { added, changed, removed } = pending;
  const since = added + changed + removed === 0 ? 'nothing' : `${added} added, ${changed} changed, ${removed} removed`;
  const most = languages.slice(0, shownLanguages).map(({ language, files }) => `${language} ${files}`);
  const { files, searchedChunks, parents, model, missingVectors, file, bytes, sourceBytes } = index;
  return [
    `${folder} is indexed: ${files} files, ${searchedChunks} chunks, ${parents} parents`,
    ...problems.map(({ message }) => `damaged: ${message}`),
    ...(isChecked ? [] : [unchecked(folder)]),
    `changed since then: ${since}`,
    `languages: ${most.join(', ')}`,
    `model: ${model}${missingVectors > 0 ? `, ${missingVectors} vectors still to be made` : ''}`,
    `index: ${file}, ${megabytes(bytes)} for ${megabytes(sourceBytes)} of source`,
    ...(advice === '' ? [] : [`advice: ${advice}`]),
  ].join('\n');
}

/** Checking a large index takes longer than an agent should wait for a status. */
function unchecked(folder: string): string {
  return `not checked: names and vectors of this large index are checked when they are read; \`codegrain stats --check ${folder}\` checks everything`;
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Of the text; data has all. */
const maxRepositories = 100;
const maxBranches = 5;

const repositoriesShape = () => ({
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

async function databaseStatus(database: ServedDatabase): Promise<StatusPart> {
  try {
    const repositories = await database.repositories();
    return { text: repositoriesText(repositories), data: { repositories } };
  } catch (error) {
    if (!(error instanceof ToolProblem)) throw error;
    return { text: `the database did not answer: ${error.message}`, data: { databaseProblem: error.message } };
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
