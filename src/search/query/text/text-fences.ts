/** Fences around code: of Markdown, of Trac (`{{{`), of Jira (`{code}`) and of HTML (`<pre>`). */

export interface Fence {
  /** Where a line closes it; -1: it does not. */
  readonly closes: (line: string) => number;
  readonly language: string;
  readonly lines: string[];
}

interface OpenedFence {
  readonly fence: Fence;
  readonly before: string;
  readonly inside: string;
  readonly after: string;
  readonly isClosed: boolean;
}

const openings: readonly { readonly open: RegExp; readonly close: (opening: string) => string }[] = [
  { open: /(`{3,}|~{3,})[ \t]*([\w+#.-]*)[^\S\n]*(?:\{[^}]{0,80}\})?/, close: (opening) => opening },
  { open: /(\{\{\{)(?:#!([\w+-]+))?/, close: () => '}}}' },
  {
    open: /(\{(?:code|noformat)(?::([\w+#-]*)[^}]{0,80})?\})/,
    close: (opening) => (opening.startsWith('{c') ? '{code}' : '{noformat}'),
  },
  { open: /(<pre[^>]{0,80}>)()/i, close: () => '</pre>' },
];

const openingMarks = ['```', '~~~', '{{{', '{code', '{noformat', '<pre', '<PRE'];

/** A fence that this line opens, or opens and closes. */
export function openedFence(line: string): OpenedFence | undefined {
  if (!openingMarks.some((mark) => line.includes(mark))) return undefined;
  for (const { open, close } of openings) {
    const found = open.exec(line);
    if (!found) continue;
    const [whole, mark = '', language = ''] = found;
    const end = close(mark);
    const before = line.slice(0, found.index);
    // `~~~` and `{{{` are marks only at the beginning of a line: elsewhere they are code of templates, or quoted.
    if ((mark.startsWith('~') || mark === '{{{') && before.trim() !== '') continue;
    const rest = line.slice(found.index + mark.length);
    const fence: Fence = { language, lines: [], closes: (one) => closingAt(one, end) };
    const at = rest.toLowerCase().indexOf(end);
    if (at >= 0) {
      const after = rest.slice(at + end.length);
      return { fence, before, inside: rest.slice(0, at), after, isClosed: true };
    }
    const inside = line.slice(found.index + whole.length);
    return { fence, before, inside, after: '', isClosed: false };
  }
  return undefined;
}

/** Where a line closes a fence; -1: it does not. */
function closingAt(line: string, end: string): number {
  if (!/^[`~]/.test(end)) return line.toLowerCase().indexOf(end);
  const at = line.indexOf(end);
  // A fence of Markdown closes on a line of its own, but people forget the line break before it.
  return at >= 0 && /^[`~]+\s*$/.test(line.slice(at)) ? at : -1;
}
