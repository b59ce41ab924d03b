/**
 * The lines of code in the rows: in the colours of the theme, with the words of the query marked. Lines that are too long are cut so that these can be seen. How
 * much room a line has is known when it is drawn, so lines are fitted after all rows are there: reading the widths of one is as dear as
 * those of all.
 */
import { element } from '../../../webview/page/dom';
import { type CodeColours, tokenKinds } from '../../code-tokens';
import type { CodeLine } from '../../messages/result-messages';
import { type FittedLine, fitLine } from './fit-line';

export class CodeLines {
  private readonly lines = new WeakMap<HTMLElement, { readonly line: CodeLine; readonly shown: FittedLine }>();
  private readonly pen = document.createElement('canvas').getContext('2d');

  draw(line: CodeLine, className = ''): HTMLElement {
    const code = element('code', { class: className !== '' && className }, ...marked(line));
    this.lines.set(code, { line, shown: line });
    return code;
  }

  fit(parent: HTMLElement): void {
    const codes = [...parent.querySelectorAll('code')];
    const [first] = codes;
    const width = first ? this.characterWidth(first) : 0;
    if (width === 0) return;
    // A line that was cut takes less room than there is for it.
    for (const code of codes) this.show(code, this.lines.get(code)?.line);
    const rooms = codes.map(({ clientWidth }) => clientWidth);
    for (const [i, code] of codes.entries()) {
      const known = this.lines.get(code);
      const room = rooms[i] ?? 0;
      // A page that is hidden has no room at all.
      if (!known || room === 0) continue;
      this.show(code, fitLine(known.line, Math.floor(room / width)));
    }
  }

  private show(code: HTMLElement, shown: FittedLine | undefined): void {
    const known = this.lines.get(code);
    if (!known || !shown || (shown.text === known.shown.text && shown.marks.length === known.shown.marks.length))
      return;
    this.lines.set(code, { line: known.line, shown });
    code.replaceChildren(...marked(shown));
  }

  /** Pixels; code has a font in which all are equally wide. */
  private characterWidth(code: HTMLElement): number {
    if (!this.pen) return 0;
    const { fontSize, fontFamily } = getComputedStyle(code);
    this.pen.font = `${fontSize} ${fontFamily}`;
    return this.pen.measureText('0'.repeat(100)).width / 100;
  }
}

export function setCodeColours(colours: CodeColours): void {
  for (const kind of tokenKinds)
    document.documentElement.style.setProperty(`--code-${kind}`, colours[kind] ?? 'currentColor');
}

/** Marked words have the colour of the text: that of a token may not be legible on theirs. */
function marked({ text, marks, tokens }: FittedLine): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = 0;
  for (const [from, to] of marks) {
    parts.push(...coloured(text, tokens, at, from), element('mark', {}, text.slice(from, to)));
    at = to;
  }
  return [...parts, ...coloured(text, tokens, at, text.length)];
}

function coloured(text: string, tokens: FittedLine['tokens'], start: number, end: number): (Node | string)[] {
  const parts: (Node | string)[] = [];
  let at = start;
  for (const [from, to, kind] of tokens) {
    if (to <= at || from >= end) continue;
    const begin = Math.max(at, from);
    parts.push(text.slice(at, begin));
    at = Math.min(end, to);
    const token = element('span', { class: 'token' }, text.slice(begin, at));
    token.style.setProperty('--code', `var(--code-${kind})`);
    parts.push(token);
  }
  return [...parts, text.slice(at, end)];
}
