/** `#codegrainPack`: a language model gets the code to open for a task, in one answer. */
import * as vscode from 'vscode';
import { plainPlace } from '../../engine/answers/code-blocks';
import type { PackSource } from '../../engine/answers/pack/pack';
import { packFor } from '../../engine/answers/pack/pack-for';
import { ToolProblem, toolFilters } from '../../engine/answers/tool-input';
import type { PlaceFacts } from '../../search/graph-questions';
import type { Hit } from '../../search/hits/hit';
import type { SearchArea } from '../../search/query/search-choices';
import type { SearchAnswer, SearchOptions } from '../../search/searcher';
import { isStoredRoot } from '../common/stored-place';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import type { SearchScope } from '../team/search-scope';
import type { ScopedSource } from '../team/stored-answers';
import type { TeamSearch } from '../team/team-search';
import { chunkToolName } from './chunk-tool';
import { indexNotices } from './missing-index';
import { workspacePath } from './place-link';
import { EditorTool, type EditorToolCall, queryWords, storedNotices, toolScope, workspaceAnswer } from './tool-answers';

export const packToolName = 'codegrain_pack';

/** As package.json declares it. */
export interface PackInput {
  readonly query: string;
  readonly path?: string;
  readonly language?: string;
  readonly kind?: string;
  readonly regex?: string;
  readonly only?: readonly SearchArea[];
  readonly plain?: boolean;
  readonly scope?: string;
}

type AskedIndex = Pick<WorkspaceIndex, 'state' | 'graph'>;

export class PackTool extends EditorTool<PackInput> {
  constructor(
    private readonly index: AskedIndex,
    private readonly scoped: ScopedSource,
    private readonly team?: TeamSearch,
  ) {
    super();
  }

  protected words(input: PackInput) {
    return queryWords(input, vscode.l10n.t('Pack the code for a task'), (query) =>
      vscode.l10n.t('Packing the code for “{0}”', query),
    );
  }

  protected async answer(input: PackInput, { token, signal, ...budget }: EditorToolCall): Promise<string> {
    const scope = await toolScope(this.team, input.scope, this.index.state);
    if (input.query.trim() === '') throw new ToolProblem('The query is empty. Give the task as text.');
    const pack = await packFor(new EditorSource(this.index, this.scoped, scope, token), input.query, {
      ...budget,
      ...{ place: plainPlace, readMore: `${chunkToolName} with path and line`, signal },
      notices: indexNotices(this.index.state),
      ...{ only: input.only ?? [], plain: input.plain ?? false, filters: toolFilters(input) },
    });
    return pack.text;
  }
}

/** Paths are those of the workspace; the index knows those of its folders. */
class EditorSource implements PackSource {
  /** Paths in their folders, by folder and path in the workspace. */
  private readonly paths = new Map<string, string>();

  constructor(
    private readonly index: AskedIndex,
    private readonly scoped: ScopedSource,
    private readonly scope: SearchScope,
    private readonly token: vscode.CancellationToken,
  ) {}

  async search(text: string, { signal: _, ...options }: SearchOptions): Promise<SearchAnswer> {
    const found = await this.scoped.search(text, options, this.scope, this.token);
    const answer = { ...found, notices: [...found.notices, ...storedNotices(found)] };
    for (const { root, path } of answer.hits) this.paths.set(`${root}\n${workspacePath(root, path)}`, path);
    return workspaceAnswer(answer);
  }

  async facts({ root, path, startLine, endLine, line }: Hit): Promise<PlaceFacts | undefined> {
    const known = this.paths.get(`${root}\n${path}`);
    // The database does not store what uses what.
    if (known === undefined || isStoredRoot(root)) return undefined;
    const facts = await this.index.graph.facts({ root, path: known, startLine, endLine, line }, this.token);
    const moved = <T extends { readonly path: string }>(place: T): T => ({
      ...place,
      path: workspacePath(root, place.path),
    });
    return (
      facts && {
        ...facts,
        uses: facts.uses.map(moved),
        usedBy: facts.usedBy.map(moved),
        tests: facts.tests.map(moved),
      }
    );
  }
}
