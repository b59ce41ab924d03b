/**
 * What the server answers from: the index of a folder, the database of a team, or both together. The folder answers first: the
 * database gets a short time more, and an answer without it says so.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Chunk } from '../../code/chunk';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { CodeIndex } from '../../engine/code-index';
import { joinAnswers } from '../../search/join-answers';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import { errorMessage } from '../../shared/error-message';
import { namedHit, type ServedDatabase, storedPathText } from './served-database';
import type { ServedIndex } from './served-index';

/** After the folder has answered. */
const waitMs = 1000;

export interface FoundCode {
  readonly answer: SearchAnswer;
  /** To be shown with the answer. */
  readonly notices: readonly string[];
  /** The index of the folder, if it was asked. */
  readonly index?: CodeIndex;
}

export interface FileChunks {
  /** As tools write it. */
  readonly path: string;
  readonly language: string;
  readonly chunks: readonly Chunk[];
  readonly isStored: boolean;
}

export class ServedCode {
  /** @param ownNames what the folder may be called in the database. */
  constructor(
    readonly folder: ServedIndex | undefined,
    readonly database: ServedDatabase | undefined,
    private readonly ownNames: () => Promise<readonly string[]> = async () => [],
  ) {}

  begin(): void {
    this.folder?.begin();
    this.database?.begin();
  }

  async close(): Promise<void> {
    await Promise.all([this.folder?.close(), this.database?.close()]);
  }

  /** @throws `ToolProblem` if there is no folder. @param what needs it. */
  requireFolder(what: string): ServedIndex {
    if (this.folder) return this.folder;
    throw new ToolProblem(
      `${what} needs the index of a folder, and only a database is served here: run \`codegrain mcp DIR\` in a clone`,
    );
  }

  /** @param scope `workspace`, `all`, or the name of a repository. @throws `ToolProblem` if nothing can answer. */
  async search(query: string, options: SearchOptions, scope = 'all'): Promise<FoundCode> {
    const { folder, database } = this;
    if (!database || scope === 'workspace') return this.searchFolder(query, options);
    if (!folder || scope !== 'all') {
      const answer = await database.search(query, options, scope === 'all' ? undefined : scope);
      return { answer: withNames(answer), notices: [] };
    }
    return this.searchBoth(query, options, database);
  }

  /** The chunks of a file of the folder as it is now, or of the database. @throws `ToolProblem` */
  async chunksOf(path: string, signal: AbortSignal): Promise<FileChunks> {
    const place = await this.database?.place(path);
    if (this.database && place) {
      const { language, chunks } = await this.database.file(place, signal);
      const named = storedPathText(place);
      return { path: named, language, chunks: chunks.map((chunk) => ({ ...chunk, path: named })), isStored: true };
    }
    const { folder } = this;
    if (!folder)
      throw new ToolProblem(`"${path}" is not in the database: a path is REPOSITORY@BRANCH:PATH, as in answers`);
    const inside = folder.folder.resolveFile(path);
    return { ...(await folder.chunksOf(inside, signal)), path: inside.path, isStored: false };
  }

  private async searchFolder(query: string, options: SearchOptions): Promise<FoundCode> {
    const folder = this.requireFolder('the scope workspace');
    const { index, notices } = await folder.current(options.signal);
    return { answer: await index.search(query, options), notices, index };
  }

  private async searchBoth(query: string, options: SearchOptions, database: ServedDatabase): Promise<FoundCode> {
    const stop = new AbortController();
    const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
    const stored =
      database.problem === undefined ? this.searchStored(query, { ...options, signal }, database) : undefined;
    const local = await this.searchFolder(query, options).catch((error: unknown) => {
      if (error instanceof ToolProblem) return error;
      stop.abort();
      throw error;
    });
    // Without a folder to answer there is nothing that the database could delay.
    const answered =
      local instanceof ToolProblem ? await stored : await Promise.race([stored, pause(waitMs, undefined)]);
    if (!answered) stop.abort();
    options.signal?.throwIfAborted();
    const missing = answered ? answered.problem : (database.problem ?? 'it is slow');
    if (local instanceof ToolProblem) {
      if (!answered?.answer) throw local;
      return { answer: answered.answer, notices: [local.message] };
    }
    if (!answered?.answer)
      return {
        ...local,
        notices: [...local.notices, `the database did not answer (${missing}): only this folder was searched`],
      };
    return { ...local, answer: joinAnswers(local.answer, answered.answer, options.limit ?? 10) };
  }

  private async searchStored(
    query: string,
    options: SearchOptions,
    database: ServedDatabase,
  ): Promise<{ readonly answer?: SearchAnswer; readonly problem?: string }> {
    try {
      const answer = await database.search(query, options, undefined, await this.ownNames());
      return { answer: withNames(answer) };
    } catch (error) {
      return { problem: errorMessage(error) };
    }
  }
}

function withNames(answer: SearchAnswer): SearchAnswer {
  return { ...answer, hits: answer.hits.map(namedHit) };
}
