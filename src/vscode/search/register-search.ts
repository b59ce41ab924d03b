/** Registers everything for search: the view, its menu, the commands, the CodeLens. */
import * as vscode from 'vscode';
import type { Boundaries } from '../boundaries/boundaries';
import type { DocumentChunks } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/indexed-graph';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { registerChooseScope } from '../team/choose-scope';
import { registerOpenInWorkspace } from '../team/open-in-workspace';
import type { TeamFiles } from '../team/team-files';
import type { TeamSearch } from '../team/team-search';
import { registerFindSimilarCommand, registerSimilarLens } from './find-similar';
import { HitActions } from './hit-actions';
import { hitActions } from './messages/result-messages';
import type { SearchRequest } from './messages/search-request';
import { HitOpener } from './open-hit';
import { registerQuickSearch } from './quick-search';
import { registerRowMenu } from './row-menu';
import type { ScopeSwitch } from './scope-switch';
import type { ScopedSearch } from './scoped-search';
import { SearchMemory } from './search-memory';
import { registerSearchToolbar } from './search-toolbar';
import { SearchView } from './search-view';
import { SelectedPlaces } from './selected-places';

interface SearchParts {
  readonly index: WorkspaceIndex;
  readonly used: UsedDefinitions;
  readonly chunks: DocumentChunks;
  readonly boundaries: Boundaries;
  readonly workspaceState: vscode.Memento;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly scoped: ScopedSearch;
  readonly scopes: ScopeSwitch;
  /** Undefined where there is no database: in a browser. */
  readonly team: { readonly search: TeamSearch; readonly files: TeamFiles } | undefined;
}

interface RegisteredSearch extends vscode.Disposable {
  /** What the view searches now; undefined if nothing is. */
  currentRequest(): SearchRequest | undefined;
}

export function registerSearch(parts: SearchParts): RegisteredSearch {
  const { index, used, chunks, boundaries, workspaceState, extensionUri, log, scoped, scopes, team } = parts;
  const memory = new SearchMemory(workspaceState);
  const opener = new HitOpener(
    boundaries,
    (hit) => void index.recordUse(hit),
    async (uri) => team?.files.read(uri),
  );
  const view = new SearchView(index, scoped, scopes, opener, memory, extensionUri, log);
  const actions = new HitActions(
    opener,
    { chunks, used },
    (similar) => void view.show({ similar }),
    (hit) => void index.recordUse(hit),
  );
  view.actions = actions;
  const selection = new SelectedPlaces(
    { chunks, used },
    (key) => view.session.hit(key),
    (state) => view.post(state),
    (hit) => void index.recordUse(hit),
    (message) => log.warn(message),
  );
  view.selection = selection;
  const commands = hitActions.map((action) =>
    vscode.commands.registerCommand(`codegrain.searchHit.${action}`, async (context?: { readonly hit?: string }) => {
      const hit = view.session.hit(context?.hit ?? '');
      if (hit) await actions.run(hit, action);
    }),
  );
  const registered = vscode.Disposable.from(
    view,
    opener,
    selection,
    ...commands,
    registerRowMenu(view, opener, (hit) => void index.recordUse(hit)),
    registerQuickSearch({ index, scoped, scopes, opener, view, memory }),
    registerFindSimilarCommand(view, chunks),
    registerSearchToolbar(view, memory),
    registerSimilarLens(chunks),
    ...(team ? [registerTeamCommands(team.search, chunks, view)] : []),
  );
  return { currentRequest: () => view.currentRequest, dispose: () => void registered.dispose() };
}

function registerTeamCommands(team: TeamSearch, chunks: DocumentChunks, view: SearchView): vscode.Disposable {
  return vscode.Disposable.from(
    registerChooseScope(team),
    registerOpenInWorkspace({
      team,
      chunks,
      hitOf: ({ hit, file }) => view.session.hit(hit ?? '') ?? view.session.hitInFile(file ?? ''),
    }),
  );
}
