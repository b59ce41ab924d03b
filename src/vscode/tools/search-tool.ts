/** `#codegrainSearch`: lets a language model find code in the workspace by words and meaning. */
import * as vscode from 'vscode';
import { answerText, hitsToAsk } from '../../engine/answers/answer-text';
import { plainPlace } from '../../engine/answers/code-blocks';
import { ToolProblem, toolFilters } from '../../engine/answers/tool-input';
import { isStoredRoot } from '../common/stored-place';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { ScopedSource } from '../team/stored-answers';
import type { TeamSearch } from '../team/team-search';
import { chunkToolName } from './chunk-tool';
import { indexNotices } from './missing-index';
import type { PackInput } from './pack-tool-in-editor';
import { placeLink } from './place-link';
import { EditorTool, type EditorToolCall, queryWords, storedNotices, toolScope, workspaceAnswer } from './tool-answers';

export const searchToolName = 'codegrain_search';

/** As package.json declares it. */
export interface SearchInput extends PackInput {
  readonly limit?: number;
  readonly mode?: 'hybrid' | 'semantic' | 'keyword';
  readonly spans?: boolean;
}

const maxHits = 50;

export class SearchTool extends EditorTool<SearchInput> {
  constructor(
    private readonly index: Pick<WorkspaceIndex, 'state'>,
    private readonly scoped: ScopedSource,
    private readonly team?: TeamSearch,
  ) {
    super();
  }

  protected words(input: SearchInput) {
    return queryWords(input, vscode.l10n.t('Search the Codegrain index'), (query) =>
      vscode.l10n.t('Searching the index for “{0}”', query),
    );
  }

  protected async answer(input: SearchInput, { token, signal: _, ...budget }: EditorToolCall): Promise<string> {
    const { index } = this;
    const scope = await toolScope(this.team, input.scope, index.state);
    if (input.query.trim() === '') throw new ToolProblem('The query is empty. Say what to search for.');
    const limit = input.limit === undefined ? undefined : Math.min(maxHits, Math.max(1, Math.floor(input.limit)));
    const { mode = 'hybrid', only = [], plain = false, spans = true } = input;
    const options = { ...hitsToAsk(limit, spans), mode, only, plain, filters: toolFilters(input) };
    const answer = await this.scoped.search(input.query, options, scope, token);
    const roots = answer.hits.map(({ root }) => root).filter(isStoredRoot);
    const isStored = (path: string): boolean => roots.some((root) => path.startsWith(`${root}/`));
    const packed = await answerText(workspaceAnswer(answer), {
      ...budget,
      // Paths in the database lead nowhere in the workspace.
      place: (place) => (isStored(place.path) ? plainPlace(place) : placeLink(place.path, place)),
      ids: false,
      notices: [...indexNotices(index.state), ...storedNotices(answer)],
      advice: 'Try other words, a question instead of names, or fewer filters.',
      readMore: spans ? `${chunkToolName} with path and line` : undefined,
    });
    return packed.text;
  }
}
