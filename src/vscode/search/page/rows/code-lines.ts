/**
 * The lines of code in the rows: the words of the query are marked, and lines that are too long are cut so that these can be seen. How
 * much room a line has is known when it is drawn, so lines are fitted after all rows are there: reading the widths of one is as dear as
 * those of all.
 */
import type { SnippetLine } from '../../../../search/hits/snippet';
import { element } from '../../../webview/page/dom';
import { type FittedLine, fitLine } from './fit-line';

export class CodeLines {
  private readonly lines = new WeakMap<HTMLElement, { readonly line: SnippetLine; readonly shown: FittedLine }>();
  private readonly pen = document.createElement('canvas').getContext('2d');

  draw(line: SnippetLine, className = ''): HTMLElement {
    const code = element('code', { class: className !== '' && className }, ...marked(line));
    this.lines.set(code, { line, shown: line });
    return code;
  }

  fit(parent: HTMLElement): void {
    const codes = [...parent.querySelectorAll('code')];
    const [first] = codes;
    const width = first ? this.characterWidth(first) : 0;
    if (width === 0) return;
    const rooms = codes.map(({ clientWidth }) => clientWidth);
    for (const [i, code] of codes.entries()) {
      const known = this.lines.get(code);
      const room = rooms[i] ?? 0;
      // A page that is hidden has no room at all.
      if (!known || room === 0) continue;
      const shown = fitLine(known.line, Math.floor(room / width));
      if (shown.text === known.shown.text) continue;
      this.lines.set(code, { line: known.line, shown });
      code.replaceChildren(...marked(shown));
    }
  }

  /** Pixels; code has a font in which all are equally wide. */
  private characterWidth(code: HTMLElement): number {
    if (!this.pen) return 0;
    const { fontSize, fontFamily } = getComputedStyle(code);
    this.pen.font = `${fontSize} ${fontFamily}`;
    return this.pen.measureText('0'.repeat(100)).width / 100;
  }
}

function marked({ text, marks }: FittedLine): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(text.slice(at, from), element('mark', {}, text.slice(from, to)));
    at = to;
  }
  return [...parts, text.slice(at)];
}
