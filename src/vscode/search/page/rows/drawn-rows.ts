/**
 * The rows of the results as elements: files with their hits, in two sections. Hits that define exactly the name that was asked for are
 * a section of their own, above the related ones. Rows stay the same elements from one answer to the next (kept-rows.ts).
 */
import type { SearchStart } from '../../messages/page-start';
import type { FileGroup } from '../../messages/result-messages';
import { FileIconSet } from './file-icon';
import { groupRow, hitRow, type RowEvents } from './result-rows';
import { ResultSection } from './result-section';
import { columnsIn, defaultColumns } from './snippet-columns';

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
