/**
 * The documents of results editors. They are read-only and not on disk: their address contains the search, so that closing one never
 * asks to save it, and one that VS Code restores is searched again. A saved one is a file of the same language.
 */
import * as vscode from 'vscode';
import { copiedCode } from '../../engine/answers/copied-code';
import type { Hit } from '../../search/hits/hit';
import { hasLinesOfFile, linesOf, shownRuns, wholeSpan } from '../../search/hits/spans';
import { errorMessage } from '../../shared/error-message';
import { resultsLanguage, resultsScheme } from '../common/active-editor';
import { frameLabel, kindLabel } from '../common/chunk-labels';
import { isStoredRoot, storedPlaceOf } from '../common/stored-place';
import { describeAnswer, lineRange, storedFailure } from '../search/describe-hits';
import { noFilters, type SearchRequest } from '../search/messages/search-request';
import type { ScopedSearch } from '../search/scoped-search';
import { workspaceScope } from '../team/search-scope';
import { workspacePath } from '../tools/place-link';
import { resultsHead } from './results-request';
import { type PlaceLine, resultsText } from './results-text';

/** An editor has more room than the view. */
const maxResults = 50;
/** Characters of the query in the title. */
const maxTitle = 60;

export class ResultsDocuments implements vscode.TextDocumentContentProvider, vscode.Disposable {
  private readonly changed = new vscode.EventEmitter<vscode.Uri>();
  readonly onDidChange = this.changed.event;
  private readonly provider: vscode.Disposable;

  constructor(private readonly scoped: ScopedSearch) {
    this.provider = vscode.workspace.registerTextDocumentContentProvider(resultsScheme, this);
  }

  dispose(): void {
    this.provider.dispose();
    this.changed.dispose();
  }

  async provideTextDocumentContent(uri: vscode.Uri, token: vscode.CancellationToken): Promise<string> {
    return this.search(requestIn(uri), token);
  }

  async open(request: SearchRequest): Promise<void> {
    const uri = resultsUri(request);
    const isOpen = vscode.workspace.textDocuments.some((each) => each.uri.toString() === uri.toString());
    const document = await vscode.workspace.openTextDocument(uri);
    await vscode.languages.setTextDocumentLanguage(document, resultsLanguage);
    await vscode.window.showTextDocument(document, { preview: false });
    if (isOpen) this.changed.fire(uri);
  }

  /** Searches again for a document that is not a file. */
  refresh(uri: vscode.Uri): void {
    this.changed.fire(uri);
  }

  async search(request: SearchRequest, token: vscode.CancellationToken): Promise<string> {
    const head = resultsHead(request);
    try {
      const answer = await this.scoped.run({ scope: workspaceScope, ...request }, maxResults, token);
      const { summary, problems } = describeAnswer(request, answer, maxResults);
      const said = problems.map(({ text, names }) => [text, names.join(', ')].filter(Boolean).join(' '));
      const files = byRank(answer.hits);
      const similar = request.similar && storedPlaceOf(vscode.Uri.parse(request.similar.uri));
      const roots = [...answer.hits, ...(similar ? [similar] : [])].map(({ root }) => root);
      const stored = [...new Set(roots.filter(isStoredRoot))];
      const failure = answer.stored?.is === 'failed' ? [storedFailure(answer.stored.fault.text)] : [];
      return resultsText({ ...head, stored }, [...failure, summary, ...said], files);
    } catch (error) {
      return resultsText(head, [vscode.l10n.t('Search failed: {0}', errorMessage(error))], []);
    }
  }
}

/** In the order of the answer, so a file comes again where hits of another one are between its own. */
function byRank(hits: readonly Hit[]): Parameters<typeof resultsText>[2] {
  const files: { path: string; places: ReturnType<typeof placeOf>[] }[] = [];
  for (const hit of hits) {
    const path = workspacePath(hit.root, hit.path);
    const last = files.at(-1);
    if (last?.path === path) last.places.push(placeOf(hit));
    else files.push({ path, places: [placeOf(hit)] });
  }
  return files;
}

function placeOf(hit: Hit) {
  const { kind, symbol, scope } = hit;
  const name = [kindLabel(kind), symbol].filter(Boolean).join(' ');
  const place = hit.frame === undefined ? lineRange(hit) : `${workspacePath(hit.root, hit.path)}:${hit.line}`;
  const title = [name, scope.join(' › '), frameLabel(hit), place].filter(Boolean).join(' · ');
  return { title, lines: linesOfPlace(hit) };
}

/** Without empty lines at its ends, and after the signatures that it is in. */
function linesOfPlace(hit: Hit): PlaceLine[] {
  // The text of a notebook has other lines than its file.
  if (!hasLinesOfFile(hit)) return linesOf(copiedCode(hit, hit.language)).map((text) => ({ text }));
  return shownRuns(hit, [wholeSpan(hit)]).flatMap(({ line, text }) =>
    linesOf(text).map((each, at) => ({ number: line + at, text: each })),
  );
}

function resultsUri(request: SearchRequest): vscode.Uri {
  const { query, similar } = request;
  const title = (similar?.label ?? query).replace(/[/\\\s]+/g, ' ').trim();
  const short = title.length > maxTitle ? `${title.slice(0, maxTitle - 1)}…` : title;
  return vscode.Uri.from({
    scheme: resultsScheme,
    path: `/${vscode.l10n.t('Results: {0}', short)}`,
    query: JSON.stringify({ ...request, at: 0 }),
  });
}

function requestIn(uri: vscode.Uri): SearchRequest {
  const written = JSON.parse(uri.query) as Partial<SearchRequest>;
  return {
    query: written.query ?? '',
    filters: { ...noFilters, ...written.filters },
    similar: written.similar,
    scope: written.scope ?? workspaceScope,
    at: 0,
  };
}
