/** The lines of code in the rows of the results: which they are, the colours of their parts, and which of them says most. */
import type { Hit } from '../../search/hits/hit';
import { nameAt, type SnippetTerms, snippetOf } from '../../search/hits/snippet';
import { type CodeToken, codeTokens } from './code-tokens';
import type { CodeLine } from './messages/result-messages';

/** Characters; anything larger is data. */
const maxColoured = 50_000;

/** Without white space at their beginning: the room of a row is for code. */
export function codeLines(hit: Hit, terms: SnippetTerms): CodeLine[] {
  const starts = [0, ...Array.from(hit.text.matchAll(/\r\n|\r|\n/g), ({ 0: end, index }) => index + end.length)];
  const snippet = snippetOf(hit, terms, { width: 200 });
  const end = starts[(snippet.at(-1)?.number ?? 0) + 1 - hit.startLine];
  const tokens = hit.text.length > maxColoured ? [] : codeTokens(hit.text, hit.language, end);
  return snippet.map(({ number, text, marks }) => {
    const shown = text.trimStart();
    const cut = text.length - shown.length;
    const start = starts[number - hit.startLine] ?? 0;
    const indent = /^\s*/.exec(hit.text.slice(start, start + 1000))?.[0].length ?? 0;
    // What a long line shows need not be its beginning.
    const isWhole = hit.text.startsWith(shown.replace(/…$/, ''), start + indent);
    return {
      number,
      text: shown,
      marks: marks.map(([from, to]) => [from - cut, to - cut]),
      tokens: isWhole ? within(tokens, start + indent, shown.length) : [],
    };
  });
}

function within(tokens: readonly CodeToken[], start: number, length: number): CodeToken[] {
  return tokens.flatMap(([from, to, kind]): CodeToken[] =>
    to <= start || from >= start + length ? [] : [[Math.max(0, from - start), Math.min(length, to - start), kind]],
  );
}

/** Kinds whose first line says more than their name: it has the value. */
const withValue: ReadonlySet<string> = new Set([
  ...['constant', 'variable', 'field', 'property', 'type', 'macro', 'key', 'statement', 'query', 'section'],
]);

/** More than brackets, and no item of a list, annotation or tag. */
const isTelling = /^(?!@|\* @|[)\]}]).*[\p{L}\p{N}]{2}.*[^,[]$/u;

/** Index of the line that answers, or the first of the hit's lines that says something that its name does not. */
export function bestLine(hit: Hit, kind: string, snippet: readonly CodeLine[]): number {
  const { name, line, frame, bestLines = [] } = hit;
  const order = [line, ...bestLines];
  const mayRepeat = name !== '' && frame === undefined && !withValue.has(kind);
  const [head, end] = mayRepeat ? signatureOf(hit) : [0, 0];
  const lines = snippet.map(({ number, text, marks }, at) => {
    const isParameter = head < number && number <= end;
    const says = marks.length > 0 || (!isParameter && openIn(text) === 0 && isTelling.test(text));
    return { at, text, says, isParameter, marks, rank: order.includes(number) ? order.indexOf(number) : order.length };
  });
  const [best] = lines
    .filter(({ text, says }) => says && !(mayRepeat && nameAt(text, name) >= 0))
    .sort((a, b) => +a.isParameter - +b.isParameter || a.rank - b.rank || b.marks.length - a.marks.length);
  return best?.at ?? 0;
}

/** The lines from the name to the end of the parameters. */
function signatureOf({ text, name, startLine }: Hit): [from: number, to: number] {
  const lines = text.split(/\r\n|\r|\n/);
  const from = lines.findIndex((each) => nameAt(each, name) >= 0);
  let to = Math.max(0, from);
  for (let open = openIn(lines[to] ?? ''); open > 0 && to < lines.length; to++) open += openIn(lines[to + 1] ?? '');
  return [startLine + from, startLine + to];
}

function openIn(line: string): number {
  return line.split('(').length - line.split(')').length;
}
