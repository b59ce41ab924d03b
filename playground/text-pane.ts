/**
 * The text with its boundaries: coloured bands and line numbers behind a text area, which scroll with it. Only what is visible is drawn.
 */
import type { Chunk } from '../src/code/chunk';
import { colourOf, makeElement, part } from './page-parts';

/** As `--row` and the padding in the style sheet. */
const rowHeight = 20;
const topPadding = 8;
const longText = 100_000;

export class TextPane {
  readonly area = part('text', HTMLTextAreaElement);
  private readonly backdrop = part('backdrop', HTMLDivElement);
  private chunks: readonly Chunk[] = [];
  private parents: readonly Chunk[] = [];
  private lines = 0;
  private marked: number | undefined;

  /** @param refuse says that a text is too long to be shown, and returns true if it is */
  constructor(private readonly refuse: (length: number) => boolean) {
    this.area.addEventListener('scroll', () => this.drawVisible());
    this.area.addEventListener('paste', (event) => this.paste(event));
    this.area.addEventListener('beforeinput', (event) => this.edit(event));
    new ResizeObserver(() => this.drawVisible()).observe(this.area);
  }

  /** Draws the boundaries of searched chunks, and brackets for their parents. */
  draw(searched: readonly Chunk[], parents: readonly Chunk[]): void {
    this.chunks = searched;
    this.parents = parents;
    this.lines = this.area.value.split('\n').length;
    this.marked = undefined;
    this.drawVisible();
  }

  mark(index: number | undefined): void {
    this.marked = index;
    this.drawVisible();
  }

  /** Scrolls to a chunk and selects it. */
  show(chunk: Chunk): void {
    this.area.setSelectionRange(chunk.start, chunk.end);
    this.area.scrollTop = Math.max(0, (chunk.startLine - 3) * rowHeight);
  }

  /** The chunk with the caret; undefined if there is none. */
  indexAtCaret(): number | undefined {
    const { selectionStart: at } = this.area;
    const index = this.chunks.findIndex(({ start, end }) => start <= at && at < end);
    return index < 0 ? undefined : index;
  }

  private drawVisible(): void {
    const { scrollTop, clientHeight } = this.area;
    const first = Math.max(1, Math.floor((scrollTop - topPadding) / rowHeight));
    const last = Math.min(this.lines, first + Math.ceil(clientHeight / rowHeight) + 1);
    const isVisible = ({ startLine, endLine }: Chunk): boolean => startLine <= last && endLine >= first;
    const place = (element: HTMLElement, from: number, to: number): HTMLElement => {
      const top = Math.max(from, first - 1);
      element.style.top = `${topPadding + (top - 1) * rowHeight - scrollTop}px`;
      element.style.height = `${(Math.min(to, last + 1) - top + 1) * rowHeight}px`;
      return element;
    };
    const drawn = this.parents
      .filter(isVisible)
      .map(({ startLine, endLine }) => place(makeElement('div', 'parent-line'), startLine, endLine));
    for (const [index, chunk] of this.chunks.entries())
      if (isVisible(chunk)) {
        const selected = index === this.marked ? ' selected' : '';
        drawn.push(place(makeElement('div', `band ${colourOf(index)}${selected}`), chunk.startLine, chunk.endLine));
      }
    const numbers = Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);
    drawn.push(place(makeElement('pre', 'numbers', numbers.join('\n')), first, last));
    this.backdrop.replaceChildren(...drawn);
  }

  private paste(event: ClipboardEvent): void {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (text.length >= longText) this.replaceSelection(event, text);
  }

  private edit(event: InputEvent): void {
    const { selectionStart, selectionEnd } = this.area;
    if (selectionEnd - selectionStart >= longText) this.replaceSelection(event, event.data ?? '');
  }

  /** Browsers take many seconds to insert or delete a long text in their own way, which can be undone. */
  private replaceSelection(event: Event, text: string): void {
    event.preventDefault();
    const { value, selectionStart, selectionEnd } = this.area;
    if (this.refuse(value.length - (selectionEnd - selectionStart) + text.length)) return;
    this.area.value = value.slice(0, selectionStart) + text + value.slice(selectionEnd);
    this.area.setSelectionRange(selectionStart, selectionStart);
    this.area.dispatchEvent(new Event('input'));
  }
}
