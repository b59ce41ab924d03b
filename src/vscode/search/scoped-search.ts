/**
 * Searches what the scope says: the indexes of the window, the team's database, or both. Both are asked at once. The answer of the
 * indexes can be shown while the database is still asked; the two are then joined. A database that fails or is slow costs only its own
 * part of the answer.
 */
import {
  CancellationError,
  type CancellationToken,
  CancellationTokenSource,
  commands,
  type Disposable,
  l10n,
  Uri,
} from 'vscode';
import type { ServiceSearchOptions, StoredSearchOptions } from '../../engine/service-protocol';
import { fileKey, type Hit, hitKey } from '../../search/hits/hit';
import { joinAnswers } from '../../search/join-answers';
import type { SearchAnswer } from '../../search/searcher';
import { errorMessage } from '../../shared/error-message';
import { finishStep } from '../common/finished-steps';
import { isIndexable } from '../common/folder-root';
import { storedPlaceOf } from '../common/stored-place';
import { type DocumentChunks, searchedChunkAt } from '../documents/document-chunks';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { rankingSettings } from '../settings/settings';
import { scopeLabel } from '../team/choose-scope';
import { type ScopeButton, type SearchScope, type StoredAction, workspaceScope } from '../team/search-scope';
import { databaseFault, type ScopedAnswer, type ScopedSource, StoredAnswers } from '../team/stored-answers';
import { localRepositories, type TeamSearch } from '../team/team-search';
import { describeScoped } from './describe-hits';
import type { SearchResults } from './messages/result-messages';
import { isEmptyRequest, type SearchRequest } from './messages/search-request';

interface SearchSteps {
  /** Gets the answer of the indexes if the database is not done by then. */
  readonly onFirst?: (answer: ScopedAnswer) => void;
  /** Milliseconds before the database is asked: not each letter that is typed is a question to it. */
  readonly pauseMs?: number;
}

interface ScopedParts {
  readonly index: WorkspaceIndex;
  /** Undefined where there is no database: in a browser. */
  readonly team: TeamSearch | undefined;
  readonly chunks: DocumentChunks;
}

interface Questions {
  readonly local: (token: CancellationToken | undefined) => Promise<SearchAnswer>;
  readonly query: string;
  readonly options: ServiceSearchOptions;
}

/** Milliseconds after which a search of the database alone says that it is still running. */
const slowMs = 1000;

export class ScopedSearch implements ScopedSource {
  private readonly answers = new StoredAnswers();

  constructor(private readonly parts: ScopedParts) {
    parts.team?.onDidChange(() => this.forget());
  }

  get scope(): SearchScope {
    return this.parts.team?.scope ?? workspaceScope;
  }

  /** More than the workspace is searched, so that its own index is not needed. */
  get isWide(): boolean {
    return this.scope.is !== 'workspace';
  }

  /** The button that chooses what is searched; undefined if there is no database. */
  get button(): ScopeButton | undefined {
    const { target } = this.parts.team ?? {};
    if (!target) return undefined;
    const label = scopeLabel(this.scope);
    return {
      icon: this.scope.is === 'workspace' ? 'folder' : this.scope.is === 'all' ? 'database' : 'repo',
      label,
      title: l10n.t('Search in: {0}. The database is on {1}.', label, target.host),
      isWide: this.isWide,
    };
  }

  onDidChange(listener: () => void): Disposable {
    return this.parts.team?.onDidChange(listener) ?? { dispose: () => undefined };
  }

  /** Does what a button of the line about the database says. @returns true if the search is to be repeated. */
  async act(action: StoredAction): Promise<boolean> {
    if (action === 'password') await commands.executeCommand('codegrain.setDatabasePassword');
    else if (action === 'workspace') await this.parts.team?.choose(workspaceScope);
    this.forget();
    return action === 'retry';
  }

  /** The next answers come from the database, not from memory. */
  forget(): void {
    this.answers.clear();
    this.parts.team?.forget();
  }

  /** A search of the view, the quick pick or a results editor. */
  async run(
    request: SearchRequest,
    limit: number,
    token: CancellationToken,
    steps: SearchSteps = {},
  ): Promise<ScopedAnswer> {
    const { query, filters, similar, scope = this.scope } = request;
    const { language, kind, path, mode, only, without = [] } = filters;
    if (!similar) {
      const given = { language: [language], kind: [kind], path: [path], without };
      return this.search(query, { limit, mode, only, filters: given }, scope, token, steps);
    }
    const uri = Uri.parse(similar.uri);
    const options = { limit, only, filters: { without } };
    const isStored = storedPlaceOf(uri) !== undefined;
    // The database knows neither unsaved texts nor this window's folders: it gets the code itself.
    const isSent = isStored || scope.is !== 'workspace';
    const code = isSent ? searchedChunkAt(await this.parts.chunks.of(uri), similar.line)?.text : undefined;
    const byText = { ...options, mode: 'semantic', plain: true } as const;
    const answer = await this.ask(
      {
        local: (each) =>
          isStored ? this.parts.index.search(code ?? '', byText, each) : this.similar(uri, similar.line, options, each),
        query: code ?? '',
        options: byText,
      },
      scope,
      token,
      steps,
    );
    return { ...answer, hits: answer.hits.filter((hit) => hit.text !== code) };
  }

  async search(
    query: string,
    options: ServiceSearchOptions,
    scope: SearchScope,
    token: CancellationToken | undefined,
    steps: SearchSteps = {},
  ): Promise<ScopedAnswer> {
    return this.ask(
      { local: (each) => this.parts.index.search(query, options, each), query, options },
      scope,
      token,
      steps,
    );
  }

  private async ask(
    { local, query, options }: Questions,
    scope: SearchScope,
    token: CancellationToken | undefined,
    { onFirst, pauseMs = 0 }: SearchSteps,
  ): Promise<ScopedAnswer> {
    const { team } = this.parts;
    if (!team || scope.is === 'workspace') return local(token);
    const host = team.target?.host ?? '';
    const key = JSON.stringify([query, options, scope]);
    const stored = this.answers
      .get(key, token, (each) => this.stored(team, query, options, scope, pauseMs, each))
      .then(
        (answer) => ({ answer }),
        (error: unknown) => ({ error }),
      );
    const first = scope.is === 'all' ? await this.localOrNotice(local, token) : nothing;
    // Without an answer of its own, this is said only if it takes long: until then the results before it stay.
    const waiting = (): void => onFirst?.({ ...first, stored: { is: 'waiting', host } });
    let timer: NodeJS.Timeout | undefined;
    if (scope.is !== 'all') timer = setTimeout(waiting, slowMs);
    else if (!this.answers.isKnown(key)) waiting();
    const result = await stored;
    clearTimeout(timer);
    if ('error' in result) {
      if (token?.isCancellationRequested) throw result.error;
      return { ...first, stored: { is: 'failed', host, fault: databaseFault(result.error) } };
    }
    const answer = scope.is === 'all' ? joinAnswers(first, result.answer, options.limit ?? 10) : result.answer;
    return { ...answer, checkedOut: await team.checkedOut(answer.hits) };
  }

  /** A folder that is not indexed does not keep the database from being searched. */
  private async localOrNotice(local: Questions['local'], token: CancellationToken | undefined): Promise<SearchAnswer> {
    try {
      return await local(token);
    } catch (error) {
      if (token?.isCancellationRequested) throw error;
      return { ...nothing, notices: [errorMessage(error)] };
    }
  }

  private async stored(
    team: TeamSearch,
    query: string,
    { roots: _roots, ...options }: ServiceSearchOptions,
    scope: SearchScope,
    pauseMs: number,
    token: CancellationToken,
  ): Promise<SearchAnswer> {
    if (pauseMs > 0) await new Promise((done) => setTimeout(done, pauseMs));
    if (token.isCancellationRequested) throw new CancellationError();
    const part: StoredSearchOptions =
      scope.is === 'repository'
        ? { repositories: [await team.selection(scope)] }
        : { exclude: (await localRepositories()).map((repository) => ({ repository })) };
    return team.search(query, { ranking: rankingSettings(), ...options, ...part }, token);
  }

  private async similar(
    uri: Uri,
    line: number,
    options: ServiceSearchOptions,
    token: CancellationToken | undefined,
  ): Promise<SearchAnswer> {
    const answer = await this.parts.index.similar(uri, line, options, token);
    const notice = isIndexable(uri)
      ? l10n.t('This code is not indexed yet.')
      : l10n.t('This file is not on disk, so it is not indexed.');
    return answer ?? { ...nothing, notices: [notice] };
  }
}

const nothing: SearchAnswer = { hits: [], problems: [], notices: [] };

/** Milliseconds without a key before the database is asked: each question is a round trip. */
const storedPauseMs = 250;

/** Runs searches, one at a time: a new request cancels the previous one. The hits of the last answer can be looked up by key. */
export class SearchSession implements Disposable {
  private running: CancellationTokenSource | undefined;
  private hits: ReadonlyMap<string, Hit> = new Map();
  /** The page may still show the answer before: it draws when a word is complete. */
  private previous: ReadonlyMap<string, Hit> = new Map();

  constructor(private readonly search: ScopedSearch) {}

  /** For the page. @returns undefined if the request is empty, or if a newer request came before the answer. */
  async ask(
    request: SearchRequest,
    limit: number,
    onFirst: (results: SearchResults) => void,
  ): Promise<SearchResults | undefined> {
    this.cancel();
    if (isEmptyRequest(request)) return undefined;
    const before = this.hits;
    const found = (answer: ScopedAnswer): SearchResults => {
      this.previous = before;
      // The page may still show the first of two answers.
      const first = this.hits === before ? [] : this.hits;
      this.hits = new Map([...first, ...answer.hits.map((hit) => [hitKey(hit), hit] as const)]);
      if (answer.hits.length > 0) finishStep('asked');
      return describeScoped(request, answer, limit);
    };
    const answer = await this.run(request, limit, (first) => onFirst(found(first)));
    return answer && found(answer);
  }

  /**
   * @param onFirst gets what is known while the database is still asked.
   * @returns undefined if a newer request came before the answer.
   */
  async run(
    request: SearchRequest,
    limit: number,
    onFirst: (answer: ScopedAnswer) => void,
  ): Promise<ScopedAnswer | undefined> {
    this.cancel();
    const running = new CancellationTokenSource();
    this.running = running;
    const { token } = running;
    try {
      const answer = await this.search.run(request, limit, token, {
        pauseMs: storedPauseMs,
        onFirst: (first) => {
          if (!token.isCancellationRequested) onFirst(first);
        },
      });
      return token.isCancellationRequested ? undefined : answer;
    } catch (error) {
      if (token.isCancellationRequested) return undefined;
      throw error;
    } finally {
      running.dispose();
      if (this.running === running) this.running = undefined;
    }
  }

  /** A hit of the last answers. */
  hit(key: string): Hit | undefined {
    return this.hits.get(key) ?? this.previous.get(key);
  }

  /** A hit of the last answers in the file with this key. */
  hitInFile(key: string): Hit | undefined {
    return [...this.hits.values(), ...this.previous.values()].find((hit) => fileKey(hit) === key);
  }

  cancel(): void {
    this.running?.cancel();
    this.running = undefined;
  }

  dispose(): void {
    this.cancel();
  }
}
