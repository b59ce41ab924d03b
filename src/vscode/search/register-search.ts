/** Registers everything for search: the view, its menu, the commands, the CodeLens. */
import * as vscode from 'vscode';
import type { Hit } from '../../search/hits/hit';
import type { Boundaries } from '../boundaries/boundaries';
import type { DocumentChunks } from '../documents/document-chunks';
import type { UsedDefinitions } from '../indexing/uses-graph';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { registerChooseScope } from '../team/choose-scope';
import { registerOpenInWorkspace } from '../team/open-in-workspace';
import type { TeamFiles } from '../team/team-files';
import type { TeamSearch } from '../team/team-search';
import { registerFindSimilarCommand, registerSimilarLens } from './find-similar';
import type { SearchRequest } from './messages/search-request';
import { HitOpener } from './open-hit';
import { registerQuickSearch } from './quick-search';
import { registerRowMenu } from './row-menu';
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
  readonly globalState: vscode.Memento;
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly scoped: ScopedSearch;
  /** Undefined where there is no database: in a browser. */
  readonly team: { readonly search: TeamSearch; readonly files: TeamFiles } | undefined;
}

interface RegisteredSearch extends vscode.Disposable {
  /** What the view searches now; undefined if nothing is. */
  currentRequest(): SearchRequest | undefined;
}

export function registerSearch(parts: SearchParts): RegisteredSearch {
  const { index, used, chunks, boundaries, extensionUri, log, scoped, team } = parts;
  const memory = new SearchMemory(parts.workspaceState, parts.globalState);
  const onUse = (hit: Pick<Hit, 'root' | 'path' | 'id'>): void => void index.recordUse(hit);
  const source = { chunks, used };
  const opener = new HitOpener(boundaries, onUse, async (uri) => team?.files.read(uri));
  const view = new SearchView({ index, scoped, opener, memory, extensionUri, log });
  const selection = new SelectedPlaces(
    source,
    (key) => view.session.hit(key),
    (state) => view.post(state),
    onUse,
    (message) => log.warn(message),
  );
  view.selection = selection;
  const registered = vscode.Disposable.from(
    view,
    opener,
    selection,
    registerRowMenu({ view, opener, source, onUse }),
    registerQuickSearch({ index, scoped, opener, view, memory }),
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
