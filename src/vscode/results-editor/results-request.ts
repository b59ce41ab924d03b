/** Between a search request and the head of a results editor, and between files and the paths in it. */
import { Uri, workspace } from 'vscode';
import { searchAreas, searchModes } from '../../search/query/search-choices';
import { storedPlaceOf, storedUri } from '../common/stored-place';
import { noFilters, type SearchFilters, type SearchRequest } from '../search/messages/search-request';
import { readScope, scopeText, workspaceScope } from '../team/search-scope';
import type { readHead, resultsText } from './results-text';

type Head = Parameters<typeof resultsText>[0];

export function resultsHead({ query, filters, similar, scope = workspaceScope }: SearchRequest): Head {
  const { language, kind, path, mode, only, without = [] } = filters;
  const one = (key: string, value: string) => (value.trim() === '' ? [] : [{ key, value: value.trim() }]);
  return {
    query,
    filters: [
      ...one('lang', language),
      ...one('kind', kind),
      ...one('path', path),
      ...without.map((value) => ({ key: '-path', value })),
      ...one('mode', mode === noFilters.mode ? '' : mode),
      ...one('only', only.join(',')),
    ],
    repositories: scopeText(scope),
    similar: similar && { path: shownPath(Uri.parse(similar.uri)), line: similar.line },
  };
}

/** As `resultUri` reads it. */
function shownPath(uri: Uri): string {
  const stored = storedPlaceOf(uri);
  return stored ? `${stored.root}/${stored.path}` : workspace.asRelativePath(uri);
}

export function requestFromHead(head: NonNullable<ReturnType<typeof readHead>>): SearchRequest {
  const { query, filters, similar, repositories = '', stored } = head;
  const valuesOf = (key: string): string[] => filters.flatMap((each) => (each.key === key ? [each.value] : []));
  const first = (key: string): string => valuesOf(key)[0] ?? '';
  const only = valuesOf('only').flatMap((value) => value.split(','));
  const read: SearchFilters = {
    language: first('lang'),
    kind: first('kind'),
    path: first('path'),
    mode: searchModes.find((mode) => mode === first('mode')) ?? noFilters.mode,
    only: searchAreas.filter((area) => only.includes(area)),
    without: valuesOf('-path'),
  };
  const place = similar && { uri: resultUri(similar.path, stored).toString(), line: similar.line, label: '' };
  return { query, filters: read, similar: place, scope: readScope(repositories), at: 0 };
}

/**
 * The file of a path as results editors show it: relative to the workspace, with the folder's name before it if there are several.
 * @param stored roots of the files that are in the database of the team.
 */
export function resultUri(path: string, stored: readonly string[] = []): Uri {
  const root = stored.find((each) => path.startsWith(`${each}/`));
  if (root !== undefined) return storedUri(root, path.slice(root.length + 1));
  const { workspaceFolders = [] } = workspace;
  const named = workspaceFolders.find(({ name }) => workspaceFolders.length > 1 && path.startsWith(`${name}/`));
  const inside = named ? path.slice(named.name.length + 1) : path;
  const folder = named ?? workspaceFolders[0];
  return folder && !path.startsWith('/') ? Uri.joinPath(folder.uri, ...inside.split('/')) : Uri.file(path);
}
