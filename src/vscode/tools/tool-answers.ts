/** What the tools for language models share: their budget, the scope of their searches, and paths of the workspace in their answers. */
import * as vscode from 'vscode';
import type { CountTokens } from '../../engine/answers/pack-hits';
import { ToolProblem } from '../../engine/answers/tool-input';
import type { HitPlace } from '../../search/hits/hit';
import type { SearchAnswer } from '../../search/searcher';
import { approximateCounter } from '../../tokens/estimates/estimate-counter';
import { withAbortSignal } from '../common/abort-signal';
import { NotAllowed } from '../consent/send-consent';
import type { IndexState } from '../indexing/index-summary';
import { readScope, type SearchScope } from '../team/search-scope';
import type { ScopedAnswer } from '../team/stored-answers';
import type { TeamSearch } from '../team/team-search';
import { indexProblem } from './missing-index';
import { workspacePath } from './place-link';

/** One call of a tool: its token budget, and how to count tokens: as the calling model does, if VS Code passes that. */
export interface EditorToolCall {
  readonly budget: number;
  readonly count: CountTokens;
  readonly token: vscode.CancellationToken;
  /** Aborted with the token. */
  readonly signal: AbortSignal;
}

/** Tokens, if the caller sets no budget. */
const defaultBudget = 4000;

export abstract class EditorTool<Input> implements vscode.LanguageModelTool<Input> {
  /** What VS Code shows while it runs, and the question before. */
  protected abstract words(input: Input): { readonly doing: string; readonly title: string; readonly question: string };

  protected abstract answer(input: Input, call: EditorToolCall): Promise<string>;

  prepareInvocation({ input }: vscode.LanguageModelToolInvocationPrepareOptions<Input>): vscode.PreparedToolInvocation {
    const { doing, title, question } = this.words(input);
    const text = (message: string): vscode.MarkdownString => new vscode.MarkdownString().appendText(message);
    return { invocationMessage: text(doing), confirmationMessages: { title, message: text(question) } };
  }

  /** @throws `CancellationError` if it is cancelled, whatever the work throws. */
  async invoke(
    { input, tokenizationOptions: options }: vscode.LanguageModelToolInvocationOptions<Input>,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const budget = options
      ? { budget: options.tokenBudget, count: (text: string) => options.countTokens(text, token) }
      : { budget: defaultBudget, count: (text: string) => approximateCounter.count(text) };
    try {
      return await withAbortSignal(token, async (signal) => {
        signal.throwIfAborted();
        const answer = await this.answer(input, { ...budget, token, signal });
        signal.throwIfAborted();
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(answer)]);
      });
    } catch (error) {
      if (token.isCancellationRequested) throw new vscode.CancellationError();
      throw error;
    }
  }
}

/** The answer with paths of the workspace. */
export function workspaceAnswer(answer: SearchAnswer): SearchAnswer {
  const hits = answer.hits.map((hit) => {
    const { root, parent, duplicates } = hit;
    const toWorkspace = <T extends HitPlace>(place: T): T => ({
      ...place,
      path: workspacePath(place.root ?? root, place.path),
    });
    return {
      ...toWorkspace(hit),
      ...(parent && { parent: toWorkspace(parent) }),
      ...(duplicates && { duplicates: duplicates.map(toWorkspace) }),
    };
  });
  return { ...answer, hits };
}

/**
 * The scope of a search, `all`, a repository, or `REPOSITORY@BRANCH`; left out: the workspace. Asks the user if the database was not
 * searched before.
 * @throws `ToolProblem` if there is no index or no database, or the user declines.
 */
export async function toolScope(
  team: TeamSearch | undefined,
  text: string | undefined,
  state: IndexState,
): Promise<SearchScope> {
  const scope = readScope(text ?? '');
  if (scope.is === 'workspace') {
    const problem = indexProblem(state);
    if (problem !== undefined) throw new ToolProblem(problem);
  } else if (!team?.target)
    throw new ToolProblem('No database of a team is configured. Leave out the scope to search this workspace.');
  else
    await team.requireConsent().catch((error: unknown) => {
      if (!(error instanceof NotAllowed)) throw error;
      throw new ToolProblem('The user does not want to search the database. Leave out the scope.');
    });
  return scope;
}

type ToolQuery = { readonly query: string; readonly scope?: string };

/** The message and the question before a model gets the code that a search finds. */
export function queryWords({ query, scope }: ToolQuery, title: string, doing: (query: string) => string) {
  const short = query.length > 200 ? `${query.slice(0, 199)}…` : query;
  const question =
    readScope(scope ?? '').is === 'workspace'
      ? vscode.l10n.t('Search this workspace for “{0}”? The code found is sent to the language model.', short)
      : vscode.l10n.t(
          'Search the database of your team for “{0}”? The code found is sent to the language model.',
          short,
        );
  return { doing: doing(short), title, question };
}

/** What a model has to know about the database's part of an answer. */
export function storedNotices({ stored }: ScopedAnswer): string[] {
  return stored?.is === 'failed' ? [`the database could not be searched: ${stored.fault.text}`] : [];
}
