/**
 * The rows of the results as elements: files with their hits, in two sections. Hits that define exactly the name that was asked for are
 * a section of their own, above the related ones. Rows stay the same elements from one answer to the next (KeptRows).
 */
import { element } from '../../../webview/page/dom';
import { icon } from '../../../webview/page/icons';
import type { FileGroup, FileIcon, FileIconsMessage } from '../../messages/result-messages';
import type { SearchStart } from '../../messages/search-messages';
import { groupRow, hitRow, type RowEvents } from './result-rows';

/** Characters of a snippet line that can be seen. Until the width is known: nothing is cut. */
const defaultColumns = 1000;

/** How many characters fit beside the line numbers, if these are shown. */
function columnsIn(snippet: HTMLElement): number {
  const code = snippet.querySelector<HTMLElement>('.line code');
  const probe = element('code', { class: 'probe', 'aria-hidden': true }, '0'.repeat(100));
  const line = code?.parentElement;
  if (!code || !line) return defaultColumns;
  line.append(probe);
  const width = probe.getBoundingClientRect().width / 100;
  probe.remove();
  const room = line.getBoundingClientRect().right - code.getBoundingClientRect().left;
  return width > 0 ? Math.max(8, Math.floor(room / width)) : defaultColumns;
}

/** A list of files and hits with an optional heading. */
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

interface ShownGroups {
  readonly groups: readonly FileGroup[];
  /** Keys of files whose hits are not shown, and of hits whose details are. */
  readonly folded: ReadonlySet<string>;
  readonly detailed: ReadonlySet<string>;
}

export class DrawnRows {
  readonly fileIcons = new FileIconSet();
  private readonly exact: ResultSection;
  private readonly related: ResultSection;
  /** Characters of a snippet line that fit. */
  private columns = defaultColumns;

  /** @param parent where the sections are added. */
  constructor(
    private readonly start: SearchStart,
    private readonly events: RowEvents,
    private readonly parent: HTMLElement,
  ) {
    this.exact = new ResultSection(start.strings.exact);
    this.related = new ResultSection(start.strings.related);
    parent.append(this.exact.element, this.related.element);
  }

  /** Was the width measured? */
  get isFitted(): boolean {
    return this.columns !== defaultColumns;
  }

  draw({ groups, ...shown }: ShownGroups): HTMLElement[] {
    const exact = groups.filter(({ isExact }) => isExact);
    const related = groups.filter(({ isExact }) => !isExact);
    return [
      ...this.exact.show(this.keptRows({ groups: exact, ...shown }), true),
      ...this.related.show(this.keptRows({ groups: related, ...shown }), exact.length > 0),
    ];
  }

  /** Measures the width. @returns whether other parts of long lines can be seen now: draw again. */
  fit(): boolean {
    const line = this.parent.querySelector<HTMLElement>('.snippet');
    const columns = line ? columnsIn(line) : this.columns;
    if (columns === this.columns) return false;
    this.columns = columns;
    return true;
  }

  /** Of one section. */
  private keptRows({ groups, folded, detailed }: ShownGroups) {
    return groups.flatMap((group, i) => {
      const isOpen = !folded.has(group.key);
      const { hits, ...file } = group;
      const place = [i, groups.length];
      const fileRow = {
        key: group.key,
        content: JSON.stringify([file, hits.length, isOpen, place, this.fileIcons.of(group.key)]),
        make: () => placed(groupRow(group, isOpen, this.fileIcons.draw(group.key)), i, groups.length),
      };
      if (!isOpen) return [fileRow];
      const hitRows = hits.map((hit, at) => {
        const isDetailed = detailed.has(hit.key);
        return {
          key: hit.key,
          content: JSON.stringify([hit, isDetailed, this.columns, at, hits.length]),
          make: () => placed(hitRow(hit, isDetailed, this.columns, this.start, this.events), at, hits.length),
        };
      });
      return [fileRow, ...hitRows];
    });
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

const family = (id: string): string => `file-icons-${id}`;

/** The icons of files: those of the user's theme, or a plain one where there is none. */
export class FileIconSet {
  private icons: FileIconsMessage['icons'] = {};
  private readonly fonts = new Map<string, FontFace>();

  set({ icons, fonts }: FileIconsMessage): void {
    this.icons = icons;
    for (const { id, address, weight, style } of fonts) {
      if (this.fonts.has(address)) continue;
      // Until it is loaded nothing is drawn, not the box of a character that no other font has.
      const face = new FontFace(family(id), `url(${JSON.stringify(address)})`, { weight, style, display: 'block' });
      this.fonts.set(address, face);
      document.fonts.add(face);
    }
  }

  /** @param key of the file's group. */
  of(key: string): FileIcon | undefined {
    return Object.hasOwn(this.icons, key) ? this.icons[key] : undefined;
  }

  draw(key: string): HTMLElement {
    const found = this.of(key);
    return found ? drawn(found) : icon('file');
  }
}

function drawn(found: FileIcon): HTMLElement {
  const made = element('span', { class: 'file-icon', 'aria-hidden': true });
  if (found.is === 'glyph') {
    made.textContent = found.character;
    made.style.fontFamily = family(found.font);
    made.style.color = found.colour;
    made.style.fontSize = found.size;
    return made;
  }
  const image = `url(${JSON.stringify(found.address)})`;
  if (found.usesCurrentColor) {
    made.classList.add('mask');
    made.style.maskImage = image;
  } else made.style.backgroundImage = image;
  return made;
}
