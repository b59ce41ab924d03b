/** "Semantic Search": the same search in a quick pick. The active item is previewed; Escape goes back to the previous editor. */
import * as vscode from 'vscode';
import { type Hit, hitKey } from '../../search/hits/hit';
import { endsInOpenWord } from '../../search/hits/line-terms';
import { snippetOf, snippetTerms } from '../../search/hits/snippet';
import { errorMessage } from '../../shared/error-message';
import { kindIcon } from '../common/chunk-icons';
import { frameLabel, hitLabel } from '../common/chunk-labels';
import { localised } from '../common/localised';
import { summarizeIndexes } from '../indexing/index-summary';
import type { WorkspaceIndex } from '../indexing/workspace-index';
import { chooseScopeCommand, scopeLabel } from '../team/choose-scope';
import type { ScopedAnswer } from '../team/stored-answers';
import { folderName, nearest, sectionsOf, shownKindOf, shownLines, storedFailure } from './describe-hits';
import { searchTexts } from './messages/search-messages';
import { noFilters, type SearchRequest } from './messages/search-request';
import type { HitOpener } from './open-hit';
import { queryFaultText } from './query-fault-text';
import { type ScopedSearch, SearchSession } from './scoped-search';
import type { SearchMemory } from './search-memory';
import type { SearchView } from './search-view';
import { TypingPause } from './typing-pause';

/** Typing debounce, and the time an item must stay active before it is previewed, in milliseconds. */
const debounceMs = 40;
const limit = 20;

/** A separator has no hit. */
interface HitItem extends vscode.QuickPickItem {
  readonly hit?: Hit;
  /** The database failed, and is asked again. */
  readonly isRetry?: true;
}

interface QuickSearchParts {
  readonly index: WorkspaceIndex;
  readonly scoped: ScopedSearch;
  readonly opener: HitOpener;
  readonly view: SearchView;
  readonly memory: SearchMemory;
}

export function registerQuickSearch(parts: QuickSearchParts): vscode.Disposable {
  const { index, scoped, view } = parts;
  return vscode.commands.registerCommand('codegrain.search', async (query?: unknown) => {
    const { is } = summarizeIndexes(index.state);
    // There is nothing to search: the view says why, and what to do about it.
    const isMissing = is === 'unavailable' || is === 'unasked' || is === 'refused' || is === 'absent';
    if (isMissing && !scoped.isWide) return view.focus();
    new QuickSearch(parts).show(typeof query === 'string' ? query : selectedText());
  });
}

class QuickSearch {
  private readonly pick = vscode.window.createQuickPick<HitItem>();
  private readonly side: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('split-horizontal'),
    tooltip: vscode.l10n.t('Open to the Side'),
  };
  private readonly sidebar: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('layout-sidebar-left'),
    tooltip: vscode.l10n.t('Show in Search View'),
  };
  private readonly scope: vscode.QuickInputButton = {
    iconPath: new vscode.ThemeIcon('database'),
    tooltip: vscode.l10n.t('Choose Search Scope…'),
  };
  private readonly previousEditor = vscode.window.activeTextEditor;
  private readonly previousSelection = this.previousEditor?.selection;
  private readonly previousRange = this.previousEditor?.visibleRanges[0];
  private timer: NodeJS.Timeout | undefined;
  private value = '';
  private readonly pause = new TypingPause<Pick<vscode.QuickPick<HitItem>, 'items' | 'title'>>((shown) => {
    this.draw(shown);
  });
  private wasPreviewed = false;
  private isDone = false;

  private readonly session: SearchSession;

  constructor(private readonly parts: QuickSearchParts) {
    this.session = new SearchSession(parts.scoped);
  }

  show(query: string): void {
    const { pick } = this;
    pick.title = this.title;
    // Rows that come in later leave the list where it is.
    pick.keepScrollPosition = true;
    pick.placeholder = vscode.l10n.t('What does the code do?');
    pick.buttons = [...(this.parts.scoped.button ? [this.scope] : []), this.sidebar];
    // Keep the order of the search instead of sorting by label.
    Object.assign(pick, { sortByLabel: false });
    pick.onDidChangeValue((value) => this.typed(value));
    pick.onDidChangeActive(([item]) => item?.hit && this.preview(item.hit));
    pick.onDidAccept(() => void this.accept('open'));
    pick.onDidTriggerItemButton(({ item }) => void this.accept('side', item.hit));
    pick.onDidTriggerButton((button) => (button === this.scope ? this.chooseScope() : this.toSidebar()));
    pick.onDidHide(() => void this.hidden());
    pick.value = query;
    pick.show();
    this.typed(query);
  }

  private typed(value: string): void {
    clearTimeout(this.timer);
    this.pause.typed(this.value, value);
    this.value = value;
    this.session.cancel();
    if (value.trim() === '') {
      this.pick.items = [];
      this.pick.busy = false;
      return;
    }
    this.pick.busy = true;
    this.timer = setTimeout(() => void this.search(value), debounceMs);
  }

  private async search(query: string): Promise<void> {
    const request: SearchRequest = { query, filters: noFilters, at: Date.now() };
    try {
      const answer = await this.session.run(request, limit, (first) => this.found(request, first));
      if (!answer) return;
      this.found(request, answer);
    } catch (error) {
      this.pick.title = vscode.l10n.t('Search failed: {0}', errorMessage(error));
    }
    this.pick.busy = false;
  }

  private found(request: SearchRequest, { hits, problems, confidence, asked, stored }: ScopedAnswer): void {
    const [problem] = problems;
    const nothing = stored ? this.title : vscode.l10n.t('No results found.');
    const isNone = confidence === 'none';
    const items = this.items(asked, hits);
    this.pause.offer(
      {
        items: stored?.is === 'failed' ? [...items, retryItem(stored.fault.text)] : items,
        title: (problem && queryFaultText(problem)) ?? (hits.length === 0 ? nothing : isNone ? nearest() : this.title),
      },
      endsInOpenWord(request.query, hits),
    );
  }

  /** The item that the user is at stays the active one. */
  private draw({ items, title }: Pick<vscode.QuickPick<HitItem>, 'items' | 'title'>): void {
    const { pick } = this;
    const active = pick.activeItems[0]?.hit;
    pick.title = title;
    pick.items = items;
    const again = active && items.find(({ hit }) => hit && hitKey(hit) === hitKey(active));
    if (again) pick.activeItems = [again];
  }

  private get title(): string {
    const { scoped } = this.parts;
    const title = vscode.l10n.t('Semantic Search');
    return scoped.isWide ? `${title}: ${scopeLabel(scoped.scope)}` : title;
  }

  private async chooseScope(): Promise<void> {
    const { value } = this.pick;
    this.isDone = true;
    this.pick.hide();
    await vscode.commands.executeCommand(chooseScopeCommand);
    new QuickSearch(this.parts).show(value);
  }

  private items(asked: ScopedAnswer['asked'], hits: readonly Hit[]): HitItem[] {
    const terms = snippetTerms(asked?.terms ?? []);
    const items = (some: readonly Hit[]): HitItem[] =>
      some.map((hit) => this.item(hit, snippetOf(hit, terms, { lines: 1, width: 160 })[0]?.text ?? ''));
    const { exact, related } = sectionsOf(asked, hits);
    if (exact.length === 0) return items(related);
    const separator = (label: string): HitItem => ({ label, kind: vscode.QuickPickItemKind.Separator });
    const { exact: exactLabel, related: relatedLabel } = searchTexts;
    return [
      ...[separator(localised(exactLabel)), ...items(exact)],
      ...[separator(localised(relatedLabel)), ...items(related)],
    ];
  }

  private item(hit: Hit, line: string): HitItem {
    const folder = folderName(hit.root);
    const path = folder === '' ? hit.path : `${folder}/${hit.path}`;
    return {
      hit,
      label: `$(${kindIcon(shownKindOf(hit)).name}) ${hitLabel(hit)}`,
      description: [`${path}:${shownLines(hit)}`, frameLabel(hit)].filter(Boolean).join(' · '),
      // A note says more than one line of code, and the code is previewed anyway. `$(` would start an icon, so it is broken up.
      detail: (hit.note?.replace(/\s+/g, ' ') ?? line.trim()).replaceAll('$(', '$\u200b('),
      alwaysShow: true,
      buttons: [this.side],
    };
  }

  private preview(hit: Hit): void {
    // The first item is active from the start; the delay avoids a preview for every letter typed.
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.wasPreviewed = true;
      void this.parts.opener.open(hit, 'preview');
    }, debounceMs);
  }

  private async accept(how: 'open' | 'side', chosen = this.pick.activeItems[0]?.hit): Promise<void> {
    if (this.pick.activeItems[0]?.isRetry) {
      this.parts.scoped.forget();
      this.typed(this.pick.value);
    }
    if (!chosen) return;
    this.parts.memory.addToHistory(this.pick.value);
    this.isDone = true;
    this.pick.hide();
    await this.parts.opener.open(chosen, how);
  }

  private toSidebar(): void {
    const { value } = this.pick;
    this.isDone = true;
    this.pick.hide();
    void this.parts.view.show({ query: value });
  }

  private async hidden(): Promise<void> {
    this.pause.drop();
    clearTimeout(this.timer);
    this.session.cancel();
    this.pick.dispose();
    const { previousEditor, previousSelection, previousRange } = this;
    if (this.isDone || !this.wasPreviewed || !previousEditor || !previousSelection) return;
    const editor = await vscode.window.showTextDocument(previousEditor.document, {
      viewColumn: previousEditor.viewColumn ?? vscode.ViewColumn.Active,
      selection: previousSelection,
      // VS Code gives the focus back to where it was, which may be the sidebar.
      preserveFocus: true,
    });
    if (previousRange) editor.revealRange(previousRange, vscode.TextEditorRevealType.AtTop);
  }
}

/** A short selection is likely what the user wants to find. */
function selectedText(): string {
  const editor = vscode.window.activeTextEditor;
  const text = editor?.document.getText(editor.selection) ?? '';
  return text.length > 200 || text.includes('\n') ? '' : text.trim();
}

function retryItem(reason: string): HitItem {
  const label = `$(refresh) ${vscode.l10n.t('Retry')}`;
  return { label, detail: storedFailure(reason), alwaysShow: true, isRetry: true };
}
