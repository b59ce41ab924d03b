/**
 * The rows of the results as elements: a list by rank, or files with their hits. In the list, hits that define exactly the name that
 * was asked for are a section of their own. Rows stay the same elements from one answer to the next (KeptRows).
 */
import { element } from '../../../webview/page/dom';
import type { FileGroup, ResultsLayout, SearchResults } from '../../messages/result-messages';
import type { SearchStart } from '../../messages/search-messages';
import type { CodeLines } from './code-lines';
import { FileIconSet } from './file-icon-set';
import { groupRow, hitRow, type RowEvents } from './result-rows';

export type ShownResults = Pick<SearchResults, 'groups' | 'exact' | 'isNearest'>;

/** A list of rows with an optional heading. */
class ResultSection {
  readonly element: HTMLElement;
  private readonly heading: HTMLElement;
  private readonly rows: KeptRows;

  constructor(private readonly label: string) {
    // The group has the label for screen readers.
    this.heading = element('div', { class: 'section', 'aria-hidden': true }, label);
    this.element = element('div', { role: 'none' }, this.heading);
    this.rows = new KeptRows(this.element);
  }

  show(rows: readonly KeptRow[], hasHeading: boolean): HTMLElement[] {
    this.element.hidden = rows.length === 0;
    this.heading.hidden = !hasHeading;
    this.element.setAttribute('role', hasHeading ? 'group' : 'none');
    if (hasHeading) this.element.setAttribute('aria-label', this.label);
    else this.element.removeAttribute('aria-label');
    return this.rows.show(rows);
  }
}

interface Drawing {
  readonly results: ShownResults;
  readonly layout: ResultsLayout;
  /** Keys of files whose hits are not shown, and of hits whose details are. */
  readonly folded: ReadonlySet<string>;
  readonly detailed: ReadonlySet<string>;
}

export class DrawnRows {
  readonly fileIcons = new FileIconSet();
  private readonly exact: ResultSection;
  private readonly related: ResultSection;

  /** @param parent where the sections are added. */
  constructor(
    private readonly start: SearchStart,
    private readonly events: RowEvents,
    private readonly code: CodeLines,
    private readonly parent: HTMLElement,
  ) {
    this.exact = new ResultSection(start.strings.exact);
    this.related = new ResultSection(start.strings.related);
    parent.append(this.exact.element, this.related.element);
  }

  draw(drawing: Drawing): HTMLElement[] {
    const { results, layout } = drawing;
    this.parent.classList.toggle('compact', layout.rows === 'compact');
    this.parent.classList.toggle('nearest', results.isNearest === true);
    const isRanked = layout.order === 'rank';
    const rows = isRanked ? this.ranked(drawing) : this.byFile(drawing);
    const exact = isRanked ? results.exact : 0;
    const drawn = [
      ...this.exact.show(rows.slice(0, exact), true),
      ...this.related.show(rows.slice(exact), exact > 0 && exact < rows.length),
    ];
    this.code.fit(this.parent);
    return drawn;
  }

  private ranked(drawing: Drawing): KeptRow[] {
    const hits = drawing.results.groups.flatMap((file) => file.hits.map((hit) => ({ hit, file })));
    const rows = hits.sort((a, b) => a.hit.rank - b.hit.rank);
    return rows.map((row, at) => this.hit(drawing, row, at, rows.length));
  }

  private byFile(drawing: Drawing): KeptRow[] {
    const { groups } = drawing.results;
    return groups.flatMap((file, i) => {
      const isOpen = !drawing.folded.has(file.key);
      const { hits, ...described } = file;
      const place = [i, groups.length];
      const fileRow = {
        key: file.key,
        content: JSON.stringify([described, hits.length, isOpen, place, this.fileIcons.of(file.key)]),
        make: () => placed(groupRow(file, isOpen, this.fileIcons.draw(file.key)), i, groups.length),
      };
      if (!isOpen) return [fileRow];
      return [fileRow, ...hits.map((hit, at) => this.hit(drawing, { hit, file }, at, hits.length))];
    });
  }

  private hit(
    { layout, detailed }: Drawing,
    { hit, file }: { readonly hit: FileGroup['hits'][number]; readonly file: FileGroup },
    at: number,
    size: number,
  ): KeptRow {
    const { name, folder } = file;
    const shape = { layout, isOpen: detailed.has(hit.key), file: { name, folder } };
    return {
      key: hit.key,
      content: JSON.stringify([hit, shape, at, size]),
      make: () => placed(hitRow(hit, shape, this.code, this.start, this.events), at, size),
    };
  }
}

function placed(row: HTMLElement, at: number, size: number): HTMLElement {
  row.setAttribute('aria-posinset', String(at + 1));
  row.setAttribute('aria-setsize', String(size));
  return row;
}

interface KeptRow {
  readonly key: string;
  /** All that the row shows; rows with equal content are not drawn again. */
  readonly content: string;
  make(): HTMLElement;
}

/**
 * Rows that stay the same elements from one answer to the next: only what differs is touched, so that the focus, the scroll position and
 * what is under the pointer stay, and nothing flickers.
 */
class KeptRows {
  private shown = new Map<string, { readonly row: HTMLElement; readonly content: string }>();

  constructor(private readonly parent: HTMLElement) {}

  show(rows: readonly KeptRow[]): HTMLElement[] {
    const next: typeof this.shown = new Map();
    for (const { key, content, make } of rows) {
      const known = this.shown.get(key);
      if (known && known.content !== content) takeOver(known.row, make());
      next.set(key, { row: known?.row ?? make(), content });
    }
    for (const [key, { row }] of this.shown) if (!next.has(key)) row.remove();
    this.shown = next;
    const elements = [...next.values()].map(({ row }) => row);
    // Behind what comes before the rows, such as a heading.
    let at = this.parent.querySelector(':scope > [role=treeitem]');
    for (const row of elements) {
      if (row === at) at = at.nextElementSibling;
      else this.parent.insertBefore(row, at);
    }
    return elements;
  }
}

/** The row gets the attributes and children of the other one. */
function takeOver(row: HTMLElement, other: HTMLElement): void {
  for (const { name } of [...row.attributes]) if (!other.hasAttribute(name)) row.removeAttribute(name);
  for (const { name, value } of other.attributes) if (row.getAttribute(name) !== value) row.setAttribute(name, value);
  row.replaceChildren(...other.childNodes);
}
