/** Finds the environments of a LaTeX text as a tree, in one pass that handles comments, escapes and verbatim text. */

export interface LatexEnvironment {
  readonly name: string;
  /** Start of `\begin`. */
  readonly start: number;
  /** After `\begin{name}`. */
  readonly open: number;
  /** Start of `\end`. */
  close: number;
  /** After `\end{name}`. */
  end: number;
  readonly inner: LatexEnvironment[];
  /** Offsets of `\item` and `\bibitem`. */
  readonly items: number[];
  /** Offsets after each `\\` and `\tabularnewline`. */
  readonly rows: number[];
  /** Offsets after each rule (`\hline`, `\midrule`…). */
  readonly rules: number[];
}

export const verbatimEnvironment =
  /^(?:verbatim|Verbatim|BVerbatim|LVerbatim|lstlisting|minted|alltt|comment|filecontents|listing|code|semiverbatim)\*?$/;
/** Environments that are parts of a formula or a line of text. */
const isInline = /^(?:array|[pbBvV]?matrix|smallmatrix|cases|split|aligned|gathered|alignedat|math|dcases|rcases)\*?$/;

const token = /\\(?:(begin|end)\s*\{([A-Za-z@*]+)\}|verb\*?([^A-Za-z\s*])|([A-Za-z@]+)\*?|[^A-Za-z])|%[^\n]*/g;
const rule = /^(?:hline|midrule|toprule|bottomrule|cmidrule|cline|endhead|endfirsthead|specialrule)$/;

const environment = (name: string, start: number, open: number): LatexEnvironment => {
  return { name, start, open, close: open, end: open, inner: [], items: [], rows: [], rules: [] };
};

interface Structure {
  /** Contains the outermost environments; `document` is not one of them. */
  readonly root: LatexEnvironment;
  /** After `\begin{document}`. */
  readonly bodyStart: number | undefined;
  /** Start of `\end{document}`. */
  readonly bodyEnd: number;
}

export function latexStructure(text: string): Structure {
  const root = environment('', 0, 0);
  const open: LatexEnvironment[] = [root];
  const counts = new Map<string, number>();
  const unclosed = new Set<string>();
  let bodyStart: number | undefined;
  let bodyEnd = text.length;

  const begin = (name: string, start: number, end: number): number => {
    const entered = environment(name, start, end);
    if (verbatimEnvironment.test(name) && !unclosed.has(name)) {
      const close = text.indexOf(`\\end{${name}}`, end);
      if (close < 0) {
        unclosed.add(name);
        return end;
      }
      entered.close = close;
      entered.end = close + name.length + 6;
      open.at(-1)?.inner.push(entered);
      return entered.end;
    }
    open.push(entered);
    counts.set(name, (counts.get(name) ?? 0) + 1);
    return end;
  };

  /** Closes an environment and drops those inside it that were never closed; it takes over their contents. */
  const finish = (name: string, start: number, end: number): void => {
    if (!counts.get(name)) return;
    const at = open.findLastIndex((candidate) => candidate.name === name);
    const closed = open[at] ?? root;
    for (const { name: dropped } of open.slice(at)) counts.set(dropped, (counts.get(dropped) ?? 1) - 1);
    takeOver(closed, open.splice(at).slice(1));
    closed.close = start;
    closed.end = end;
    if (!isInline.test(name)) open.at(-1)?.inner.push(closed);
  };

  token.lastIndex = 0;
  for (let match = token.exec(text); match; match = token.exec(text)) {
    const [all, edge, name = '', delimiter, command] = match;
    const end = token.lastIndex;
    if (edge && name === 'document') {
      if (edge === 'begin') bodyStart ??= end;
      else bodyEnd = Math.min(bodyEnd, match.index);
    } else if (edge === 'begin') token.lastIndex = begin(name, match.index, end);
    else if (edge === 'end') finish(name, match.index, end);
    else if (delimiter) token.lastIndex = verbEnd(text, end, delimiter);
    else if (command === 'item' || command === 'bibitem') open.at(-1)?.items.push(match.index);
    else if (all === '\\\\' || command === 'tabularnewline') open.at(-1)?.rows.push(end);
    else if (command && rule.test(command)) open.at(-1)?.rules.push(end);
  }
  takeOver(root, open.slice(1));
  return { root, bodyStart, bodyEnd };
}

/** Adds the contents of dropped environments, outer ones first, after the contents of the closed one. */
function takeOver(closed: LatexEnvironment, dropped: readonly LatexEnvironment[]): void {
  for (const { inner, items, rows, rules } of dropped) {
    for (const one of inner) closed.inner.push(one);
    for (const one of items) closed.items.push(one);
    for (const one of rows) closed.rows.push(one);
    for (const one of rules) closed.rules.push(one);
  }
}

/** `\verb` ends on its line. */
function verbEnd(text: string, at: number, delimiter: string): number {
  for (let end = at; end < text.length && text[end] !== '\n'; end++) if (text[end] === delimiter) return end + 1;
  return at;
}

/** The environments in `[from, to)`; `all` is sorted. */
export function environmentsWithin(
  all: readonly LatexEnvironment[],
  from: number,
  to: number,
): readonly LatexEnvironment[] {
  let low = 0;
  let high = all.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((all[middle]?.start ?? 0) < from) low = middle + 1;
    else high = middle;
  }
  let end = low;
  while (end < all.length && (all[end]?.end ?? to) <= to) end++;
  return all.slice(low, end);
}
