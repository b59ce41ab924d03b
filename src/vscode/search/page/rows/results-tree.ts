/**
 * The results as a list by rank, or as a tree of files and their hits. One row and its buttons are tab stops. Arrow keys move and preview; letters go back
 * to the query box. The focus stays on the same row from one answer to the next if that still exists.
 */
import { element } from '../../../webview/page/dom';
import type { ResultsLayout, RowAction } from '../../messages/result-messages';
import type { SearchStart } from '../../messages/search-messages';
import { CodeLines } from './code-lines';
import { DrawnRows, type ShownResults } from './drawn-rows';
import type { FileIconSet } from './file-icon-set';
import { SnippetCursor } from './result-rows';
import { type ExcludableFile, excludedRows, RowPicks } from './row-picks';
import { type TreeKey, type TreeRow, treeKey, treeMove } from './tree-keys';

/** A copy of a hit, or a line of its snippet. */
export interface PlaceInHit {
  readonly duplicate?: number;
  readonly line?: number;
}

interface TreeEvents {
  open(hit: string, how: 'preview' | 'open' | 'side', place?: PlaceInHit): void;
  act(hit: string, action: RowAction): void;
  /** The focus moves back to the query box. */
  left(): void;
  folded(keys: readonly string[]): void;
  selected(key: string | undefined): void;
  /** Other hits are selected to copy or send. */
  picked(keys: readonly string[]): void;
  copyPicked(): void;
  /** Files, and folders with `/` at the end, are left out of the search. */
  excluded(paths: readonly string[]): void;
}

export class ResultsTree {
  readonly element: HTMLElement;
  private results: ShownResults = { groups: [], exact: 0 };
  private layout: ResultsLayout;
  private readonly folded: Set<string>;
  private readonly detailed = new Set<string>();
  private readonly code = new CodeLines();
  private readonly drawn: DrawnRows;
  private readonly picks: RowPicks;
  private readonly snippetCursor = new SnippetCursor();
  /** Picked hits that do not fit the token budget. */
  private leftOut: ReadonlySet<string> = new Set();

  constructor(
    private readonly start: SearchStart,
    private readonly events: TreeEvents,
    folded: readonly string[],
    private current: string | undefined,
    picked: readonly string[],
  ) {
    this.layout = start.layout;
    this.folded = new Set(folded);
    this.picks = new RowPicks(picked);
    this.element = element('div', {
      class: 'tree',
      role: 'tree',
      'aria-label': start.strings.results,
      'aria-multiselectable': 'true',
      hidden: true,
    });
    this.drawn = new DrawnRows(
      start,
      {
        act: events.act,
        toggleDetails: (hit) => this.toggle(hit),
        openCopy: (hit, duplicate) => events.open(hit, 'preview', { duplicate }),
      },
      this.code,
      this.element,
    );
    new ResizeObserver(() => this.code.fit(this.element)).observe(this.element);
    this.element.addEventListener('keydown', (event) => this.pressed(event));
    this.element.addEventListener('click', (event) => this.clicked(event, 'preview'));
    this.element.addEventListener('dblclick', (event) => this.clicked(event, 'open'));
    this.element.addEventListener('mousedown', (event) => {
      // Shift selects rows and a double click opens one: neither selects text.
      if (event.shiftKey || event.detail > 1) event.preventDefault();
    });
    this.element.addEventListener('focusin', ({ target }) => {
      const key = rowOf(target)?.dataset.key;
      if (key !== undefined && key !== this.current) this.select(key);
      if (key !== undefined && this.snippetCursor.lineIn(key) === undefined) this.leaveSnippet();
    });
  }

  get fileIcons(): FileIconSet {
    return this.drawn.fileIcons;
  }

  show(results: ShownResults): void {
    this.results = results;
    const isLess = this.picks.keepOnly(this.files());
    this.redraw();
    if (isLess) this.events.picked(this.picks.keys);
  }

  setLayout(layout: ResultsLayout): void {
    this.layout = layout;
    this.redraw();
    // The user was at this row.
    this.element.querySelector('[role=treeitem][tabindex="0"]')?.scrollIntoView({ block: 'nearest' });
  }

  /** The focus stays on its row, and the list where it is scrolled to. */
  private redraw(): void {
    const hadFocus = this.element.contains(document.activeElement);
    this.draw();
    if (hadFocus) this.focus(this.current, true);
  }

  /** Moves the focus into the tree: to the selected row, or to the first hit if none is selected. */
  enter(): void {
    const row = this.rows().find(({ key }) => key === this.current) ?? this.rows().find(({ level }) => level === 2);
    if (!row) return;
    this.focus(row.key);
    if (row.level === 2) this.events.open(row.key, 'preview');
  }

  get isAllFolded(): boolean {
    return (
      this.layout.order === 'file' &&
      this.results.groups.length > 0 &&
      this.results.groups.every(({ key }) => this.folded.has(key))
    );
  }

  foldAll(isFolded: boolean): void {
    for (const { key } of this.results.groups) {
      if (isFolded) this.folded.add(key);
      else this.folded.delete(key);
    }
    this.redraw();
    this.events.folded([...this.folded]);
  }

  /** The next answer belongs to a different request. */
  reset(): void {
    this.current = undefined;
    this.snippetCursor.leave();
    this.detailed.clear();
    this.events.selected(undefined);
    this.clearPicks();
  }

  clearPicks(): void {
    if (this.picks.size > 0) this.changePicks(() => this.picks.clear());
  }

  /** Selects a row or drops it, from its menu. */
  pick(key: string): void {
    this.focus(key);
    this.togglePick(key);
  }

  private leaveSnippet(): void {
    this.snippetCursor.leave();
    this.snippetCursor.mark(this.element);
  }

  private togglePick(key: string): void {
    this.changePicks(() => this.picks.toggle(key));
  }

  /** @param keys picked hits that do not fit the token budget. */
  markLeftOut(keys: readonly string[]): void {
    this.leftOut = new Set(keys);
    this.markPicks();
  }

  private files(): ExcludableFile[] {
    return this.results.groups.map(({ key, path, hits }) => ({ key, path, hits: hits.map((hit) => hit.key) }));
  }

  private changePicks(change: () => void): void {
    change();
    this.markPicks();
    this.events.picked(this.picks.keys);
  }

  private extendPicks(key: string): void {
    const rows = this.rows().map((row) => row.key);
    this.changePicks(() => this.picks.extend(key, rows));
  }

  /** While hits are picked, these are the selected rows; otherwise the current row is. */
  private markPicks(): void {
    for (const row of this.element.querySelectorAll<HTMLElement>('[role=treeitem]')) {
      const key = row.dataset.key ?? '';
      const isPicked = this.picks.has(key);
      const isLeftOut = isPicked && this.leftOut.has(key);
      row.classList.toggle('picked', isPicked);
      row.classList.toggle('left-out', isLeftOut);
      row.querySelector('.place')?.setAttribute('title', isLeftOut ? this.start.strings.doesNotFit : '');
      row.setAttribute('aria-selected', String(this.picks.size > 0 ? isPicked : key === this.current));
    }
  }

  private rows(): TreeRow[] {
    const hitRow = ({ key }: { readonly key: string }): TreeRow => ({ key, level: 2, isOpen: this.detailed.has(key) });
    if (this.layout.order === 'rank') {
      const hits = this.results.groups.flatMap((group) => group.hits);
      return hits.sort((a, b) => a.rank - b.rank).map(hitRow);
    }
    return this.results.groups.flatMap(({ key, hits }): TreeRow[] => {
      const isOpen = !this.folded.has(key);
      return [{ key, level: 1, isOpen }, ...(isOpen ? hits.map(hitRow) : [])];
    });
  }

  private draw(): void {
    const { results, layout, folded, detailed } = this;
    const rows = this.drawn.draw({ results, layout, folded, detailed });
    this.element.hidden = rows.length === 0;
    this.snippetCursor.mark(this.element);
    const isCurrentShown = rows.some((row) => row.dataset.key === this.current);
    const first = rows.find((row) => row.classList.contains('hit')) ?? rows[0];
    this.mark(isCurrentShown ? this.current : first?.dataset.key);
  }

  /** Makes a row the tab stop. */
  private mark(key: string | undefined): void {
    for (const row of this.element.querySelectorAll<HTMLElement>('[role=treeitem]')) {
      const isHere = row.dataset.key === key;
      row.tabIndex = isHere ? 0 : -1;
      for (const button of row.querySelectorAll('button')) button.tabIndex = isHere ? 0 : -1;
    }
    this.markPicks();
  }

  private select(key: string): void {
    this.current = key;
    this.events.selected(key);
    this.mark(key);
  }

  /** @param isStill the list is not scrolled, since the reader did not move. */
  private focus(key: string | undefined, isStill = false): void {
    const all = [...this.element.querySelectorAll<HTMLElement>('[role=treeitem]')];
    const row = all.find((each) => each.dataset.key === key) ?? all[0];
    if (row?.dataset.key === undefined) {
      this.events.left();
      return;
    }
    this.select(row.dataset.key);
    row.focus({ preventScroll: isStill });
    if (!isStill) row.scrollIntoView({ block: 'nearest' });
  }

  private toggle(key: string): void {
    const set = this.results.groups.some((group) => group.key === key) ? this.folded : this.detailed;
    if (!set.delete(key)) set.add(key);
    const hadFocus = this.element.contains(document.activeElement);
    this.current = key;
    this.draw();
    if (hadFocus) this.focus(key);
    this.events.selected(key);
    this.events.folded([...this.folded]);
  }

  /** Text of rows is selected to copy it. That of the query box may be, too, and does not count. */
  private hasSelectedText(): boolean {
    const selection = getSelection();
    return selection !== null && String(selection) !== '' && this.element.contains(selection.anchorNode);
  }

  private pressed(event: KeyboardEvent): void {
    const { target } = event;
    const row = rowOf(target);
    const at = row?.dataset.key;
    if (!row || at === undefined || event.isComposing) return;
    const pressed = treeKey(event, {
      isRow: row === target,
      isHit: row.classList.contains('hit'),
      hasPicks: this.picks.size > 0,
      hasSelectedText: this.hasSelectedText(),
    });
    if (!pressed || !this.run(pressed, at, row)) return;
    // Otherwise VS Code would select the text of the whole page.
    if (pressed.is === 'pick-all') event.stopPropagation();
    // The default is not prevented for letters, so the query box gets them.
    if (pressed.is !== 'type') event.preventDefault();
  }

  /** @returns false if nothing is done. */
  private run(pressed: TreeKey, at: string, row: HTMLElement): boolean {
    if (pressed.is === 'extend') return this.extendTo(at, pressed.key);
    if (pressed.is === 'move') return this.move(at, pressed.key);
    if (pressed.is === 'open') this.events.open(at, pressed.how, this.placeIn(at));
    else if (pressed.is === 'toggle') this.toggle(at);
    else if (pressed.is === 'pick') this.togglePick(at);
    else if (pressed.is === 'pick-all') this.changePicks(() => this.picks.selectAll());
    else if (pressed.is === 'clear-picks') this.clearPicks();
    else if (pressed.is === 'copy') this.events.act(at, 'copy');
    else if (pressed.is === 'copy-path') this.events.act(at, 'path');
    else if (pressed.is === 'copy-picked') this.events.copyPicked();
    else if (pressed.is === 'exclude') this.exclude(at, pressed.isFolder);
    else if (pressed.is === 'snippet') this.moveInSnippet(row, at, pressed.step);
    else this.events.left();
    return true;
  }

  private moveInSnippet(row: HTMLElement, at: string, step: 1 | -1): void {
    // A compact row has its lines below it.
    if (!row.querySelector('.snippet')) this.toggle(at);
    const line = this.snippetCursor.move(row, step);
    this.snippetCursor.mark(this.element);
    if (line !== undefined) this.events.open(at, 'preview', { line });
  }

  private extendTo(at: string, key: string): boolean {
    const move = treeMove(this.rows(), at, key);
    if (move?.is !== 'focus') return false;
    this.focus(move.key);
    this.extendPicks(move.key);
    return true;
  }

  private placeIn(hit: string): PlaceInHit {
    const line = this.snippetCursor.lineIn(hit);
    return line === undefined ? {} : { line };
  }

  private exclude(at: string, isFolder: boolean): void {
    const rows = this.rows().map(({ key }) => key);
    const { paths, next } = excludedRows(at, this.picks.keys, isFolder, rows, this.files());
    this.events.excluded(paths);
    // Those that stay are answered again under the same keys: the focus goes there with the answer.
    if (next !== undefined) this.select(next);
  }

  private move(at: string, key: string): boolean {
    const move = treeMove(this.rows(), at, key);
    if (!move) return false;
    if (move.is === 'leave') this.events.left();
    else if (move.is === 'focus') {
      this.focus(move.key);
      this.picks.startRange(move.key);
      if (this.rows().find((row) => row.key === move.key)?.level === 2) this.events.open(move.key, 'preview');
    } else this.toggle(move.key);
    return true;
  }

  private clicked({ target, ctrlKey, metaKey, altKey, shiftKey }: MouseEvent, how: 'preview' | 'open'): void {
    const row = rowOf(target);
    const key = row?.dataset.key;
    if (key === undefined || (target instanceof Element && target.closest('button, .details'))) return;
    // The user is selecting text to copy it.
    if (how === 'preview' && this.hasSelectedText()) return;
    if (ctrlKey || metaKey || shiftKey) {
      // The second click of a double click is a click, too.
      if (how === 'open') return;
      this.focus(key);
      if (shiftKey) this.extendPicks(key);
      else this.togglePick(key);
      return;
    }
    this.focus(key);
    this.picks.startRange(key);
    const opened = altKey ? 'side' : how;
    if (row?.classList.contains('hit')) this.events.open(key, opened, snippetPlace(target));
    else if (how === 'preview') this.toggle(key);
  }
}

/** The line of a snippet that was clicked. */
function snippetPlace(target: EventTarget | null): PlaceInHit {
  const line = target instanceof Element ? target.closest<HTMLElement>('.line')?.dataset.line : undefined;
  return line === undefined ? {} : { line: Number(line) };
}

function rowOf(target: EventTarget | null): HTMLElement | null {
  return target instanceof Element ? target.closest<HTMLElement>('[role=treeitem]') : null;
}
