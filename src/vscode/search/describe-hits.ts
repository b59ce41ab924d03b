/** Describes hits as the page shows them. */
import { l10n, type Webview, workspace } from 'vscode';
import { splitExactNames, testTitle } from '../../search/hits/exact-names';
import { type FileHits, fileKey, groupHits, type Hit, type HitPlace, hitKey } from '../../search/hits/hit';
import { endsInOpenWord } from '../../search/hits/line-terms';
import { type SnippetTerms, snippetTerms } from '../../search/hits/snippet';
import type { SearchAnswer } from '../../search/searcher';
import { errorMessage } from '../../shared/error-message';
import { kindIcon } from '../common/chunk-icons';
import { frameLabel, hitLabel, kindLabel } from '../common/chunk-labels';
import { isIndexable, rootOf } from '../common/folder-root';
import { fileCount, numberLabel, toSentence } from '../common/number-labels';
import { isStoredRoot } from '../common/stored-place';
import type { FileIcons } from '../file-icons/file-icons';
import type { StoredNotice } from '../team/search-scope';
import type { ScopedAnswer, StoredState } from '../team/stored-answers';
import type {
  FileGroup,
  FileIcon,
  FileIconsMessage,
  HitRow,
  SearchResults,
  SearchSuggestion,
} from './messages/result-messages';
import { noFilters, type SearchRequest } from './messages/search-request';
import { shownProblem } from './query-fault-text';
import { placedReason, rankReasons } from './rank-reasons';
import { bestLine, codeLines } from './row-lines';

/**
 * @param limit the number of hits that were requested.
 * @param checkedOut roots of the database whose repositories are open in this window, too.
 */
export function describeAnswer(
  request: SearchRequest,
  answer: SearchAnswer,
  limit: number,
  checkedOut: readonly string[] = [],
): Omit<SearchResults, 'is'> {
  const { hits, problems, notices, total = limit + 1 } = answer;
  const asked = request.similar ? undefined : answer.asked;
  const terms = snippetTerms(asked?.terms ?? []);
  const files = new Set(hits.map(fileKey)).size;
  const hasMore = hits.length >= limit && total > limit;
  const isNearest = answer.confidence === 'none' && hits.length > 0;
  const ranks = new Map(hits.map((hit, i) => [hit, i + 1]));
  const { exact } = sectionsOf(asked, hits);
  return {
    request,
    groups: groupHits(hits).map((group) => describeGroup(group, ranks, terms, checkedOut)),
    exact: exact.every((hit, i) => hit === hits[i]) ? exact.length : 0,
    summary: isNearest ? nearest() : summary(hits.length, files, hasMore, answer.total),
    isNearest,
    problems: [...problems.map(shownProblem), ...notices.map((notice) => ({ text: toSentence(notice), names: [] }))],
    operators: asked?.operators ?? [],
    suggestions: hits.length === 0 ? suggestionsFor(request) : [],
    hasMore,
    isOpen: request.similar === undefined && endsInOpenWord(request.query, hits),
  };
}

/** Describes an answer and what the database has to do with it, as the search page shows it. */
export function describeScoped(request: SearchRequest, answer: ScopedAnswer, limit: number): SearchResults {
  const results = { is: 'results', ...describeAnswer(request, answer, limit, answer.checkedOut) } as const;
  const { stored, hits } = answer;
  if (!stored) return results;
  const notice = storedNotice(stored, hits.length === 0);
  // That nothing was found is known only when all were asked.
  return { ...results, stored: notice, ...(hits.length === 0 && { summary: '', suggestions: [] }) };
}

function storedNotice(stored: StoredState, isEmpty: boolean): StoredNotice {
  if (stored.is === 'waiting') return { is: 'waiting', text: l10n.t('Searching on {0}…', stored.host), buttons: [] };
  const { text, isAboutPassword } = stored.fault;
  return {
    is: 'failed',
    text: storedFailure(text),
    buttons: [
      { action: 'retry', label: l10n.t('Retry') },
      ...(isAboutPassword ? [{ action: 'password' as const, label: l10n.t('Set Database Password…') }] : []),
      ...(isEmpty ? [{ action: 'workspace' as const, label: l10n.t('Search This Workspace') }] : []),
    ],
  };
}

/** One line for every list of hits. */
export function storedFailure(reason: string): string {
  return l10n.t('The database could not be searched: {0}.', reason.replace(/\.$/, ''));
}

/** What the page shows if a search failed. */
export function failedResults(request: SearchRequest, error: unknown): SearchResults {
  return {
    is: 'results',
    request: { ...request, filters: request.filters ?? noFilters },
    groups: [],
    exact: 0,
    summary: l10n.t('Search failed: {0}', errorMessage(error)),
    problems: [],
    operators: [],
    suggestions: [],
    hasMore: false,
  };
}

/** Hits that define exactly the name that was asked for, and the others. */
export function sectionsOf(asked: SearchAnswer['asked'], hits: readonly Hit[]) {
  // A trace names many functions; its frames come first.
  const hasFrames = hits.some(({ frame }) => frame !== undefined);
  return asked && !hasFrames ? splitExactNames(asked, hits) : { exact: [], related: hits };
}

export function nearest(): string {
  return l10n.t('No close match. These are only the nearest:');
}

function describeGroup(
  { key, root, path, hits }: FileHits,
  ranks: ReadonlyMap<Hit, number>,
  terms: SnippetTerms,
  checkedOut: readonly string[],
): FileGroup {
  const at = path.lastIndexOf('/');
  const name = path.slice(at + 1);
  const folder = [folderName(root), path.slice(0, Math.max(0, at))].filter(Boolean).join('/');
  const stored = storedMark(root, checkedOut);
  const rows = hits.map((hit) => describeHit(hit, ranks.get(hit) ?? 0, terms, stored));
  const ariaLabel = [name, folder, hitCount(hits.length)].filter(Boolean).join(', ');
  return { key, name, folder, path, stored, hits: rows, ariaLabel };
}

/** The name of the workspace folder; empty if there is only one. In the team's database the repository and branch. */
export function folderName(root: string): string {
  if (isStoredRoot(root)) return root;
  const { workspaceFolders = [] } = workspace;
  if (workspaceFolders.length < 2) return '';
  return workspaceFolders.find(({ uri }) => isIndexable(uri) && rootOf(uri) === root)?.name ?? root;
}

function storedMark(root: string, checkedOut: readonly string[]): HitRow['stored'] {
  if (!isStoredRoot(root)) return '';
  return checkedOut.includes(root) ? 'here' : 'elsewhere';
}

function describeHit(hit: Hit, rank: number, terms: SnippetTerms, stored: HitRow['stored']): HitRow {
  const shownKind = shownKindOf(hit);
  const { name: icon, colour } = kindIcon(shownKind);
  const kind = shownKind === '' ? '' : kindLabel(shownKind);
  const label = hitLabel(hit);
  // In the row, the part is beside the name: rows of one definition differ in it, so it must not be cut off with a long name.
  const name = hit.part ? hit.name || label : label;
  const frame = frameLabel(hit);
  const part = name === label || !hit.part ? '' : l10n.t('part {0} of {1}', hit.part.number, hit.part.of);
  const scope = hit.scope.join(' › ');
  const lines = shownLines(hit);
  const stale = hit.stale ? l10n.t('Changed since it was indexed') : '';
  const note = hit.note?.replace(/\s+/g, ' ').trim() ?? '';
  const { duplicates = [] } = hit;
  const copies =
    duplicates.length === 0
      ? undefined
      : { label: copyCount(duplicates.length), places: duplicates.map(locationLabel) };
  const ariaLabel = [
    ...(hit.name === '' ? [] : [kind]),
    label,
    frame,
    scope,
    lines.includes('–') ? l10n.t('lines {0}', lines) : l10n.t('line {0}', lines),
    stale,
    copies?.label,
    note,
  ]
    .filter(Boolean)
    .join(', ');
  const snippet = codeLines(hit, terms);
  return {
    key: hitKey(hit),
    rank,
    icon,
    colour: colour?.replace('.', '-') ?? '',
    name,
    part,
    frame,
    label,
    scope,
    lines,
    snippet,
    best: bestLine(hit, shownKind, snippet),
    note,
    why: hit.score === undefined ? [placedReason(frame)] : rankReasons(hit.why),
    stale,
    copies,
    // Only the first of several hits with one parent carries it; what is inside a definition can show that.
    hasParent: hit.parent !== undefined || hit.scope.length > 0,
    stored,
    ariaLabel,
  };
}

export function shownKindOf(hit: Hit): string {
  return testTitle(hit) === '' ? hit.kind : 'test';
}

/** Those of the hit; of a frame its line. */
export function shownLines(hit: Hit): string {
  return hit.frame === undefined ? lineRange(hit) : String(hit.line);
}

export function lineRange({ startLine, endLine }: HitPlace): string {
  return startLine === endLine ? String(startLine) : `${startLine}–${endLine}`;
}

function locationLabel(place: HitPlace): string {
  const path = place.root === undefined ? place.path : `${place.root}/${place.path}`;
  return `${path}:${lineRange(place)}`;
}

/** A search asks for so many hits; how many there are in all is not known unless it found fewer. */
function summary(hits: number, files: number, hasMore: boolean, total = hits): string {
  if (hits === 0) return l10n.t('No results found.');
  if (total > hits) return l10n.t('{0} of {1} · {2}', numberLabel(hits), numberLabel(total), fileCount(files));
  if (hasMore) return l10n.t('Top {0} · {1}', numberLabel(hits), fileCount(files));
  return l10n.t('{0} in {1}', hitCount(hits), fileCount(files));
}

function hitCount(count: number): string {
  return count === 1 ? l10n.t('1 result') : l10n.t('{0} results', numberLabel(count));
}

function copyCount(count: number): string {
  return count === 1 ? l10n.t('1 copy elsewhere') : l10n.t('{0} copies elsewhere', numberLabel(count));
}

/** Each removes something that may hide results. */
function suggestionsFor({ filters, similar }: SearchRequest): SearchSuggestion[] {
  if (similar) return [];
  const { language, kind, path, mode, only, without = [] } = filters;
  const suggestions: SearchSuggestion[] = [];
  if (language !== '' || kind !== '' || path !== '' || without.length > 0)
    suggestions.push({ label: l10n.t('Search without filters'), filters: { ...noFilters, mode, only } });
  if (only.length > 0)
    suggestions.push({ label: l10n.t('Search code, tests and docs'), filters: { ...filters, only: [] } });
  if (mode !== 'hybrid')
    suggestions.push({ label: l10n.t('Search by words and meaning'), filters: { ...filters, mode: 'hybrid' } });
  return suggestions;
}

/** The icons of the files among the results, as the page can load them. */
export async function resultIcons(
  icons: FileIcons,
  webview: Webview,
  { groups }: SearchResults,
): Promise<FileIconsMessage> {
  const loaded = await icons.load();
  if (!loaded) return { is: 'file-icons', icons: {}, fonts: [] };
  const entries = groups.flatMap(({ key, name, folder }): [string, FileIcon][] => {
    const found = loaded.iconOf(folder === '' ? name : `${folder}/${name}`);
    if (!found) return [];
    if (found.is === 'glyph') return [[key, { ...found, colour: found.colour ?? '', size: found.size ?? '' }]];
    const address = webview.asWebviewUri(loaded.resolve(found.path)).toString();
    return [[key, { is: 'image', address, usesCurrentColor: found.usesCurrentColor }]];
  });
  const fonts = loaded.fonts.map(({ file, ...font }) => ({ ...font, address: webview.asWebviewUri(file).toString() }));
  return { is: 'file-icons', icons: Object.fromEntries(entries), fonts };
}
