/** Hits for people: place, name, and the lines that say most. Coloured only where someone looks at it. */
import { join, relative } from 'node:path';
import { printable } from '../../chunking/records/describe-chunk';
import type { Hit } from '../../search/hits/hit';
import { type SnippetLine, type SnippetTerms, snippetOf } from '../../search/hits/snippet';
import type { Share } from '../../search/rank/rank';

interface ShowOptions {
  readonly colour: boolean;
  readonly explain: boolean;
  /** Of the query. */
  readonly terms: SnippetTerms;
}

/** Characters of a note. */
const noteWidth = 110;

export function describeHit(hit: Hit, at: number, { colour, explain, terms }: ShowOptions): string {
  const paint = (code: number, text: string): string => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const place = relative(process.cwd(), join(hit.root, hit.path)) || hit.path;
  const what = [hit.kind, hit.scope.concat(hit.name).filter(Boolean).join(' › ')].filter(Boolean).join(' ');
  const notes = [
    ...(hit.stale ? ['changed since it was indexed'] : []),
    ...(hit.duplicates ? [`${hit.duplicates.length} more like it`] : []),
    ...(hit.parent ? [`in ${hit.parent.startLine}–${hit.parent.endLine}`] : []),
  ];
  const head = `${paint(2, `${at}.`)} ${paint(36, `${printable(place)}:${hit.startLine}`)}  ${paint(1, printable(what))}`;
  const lines = [`${head}${notes.length > 0 ? paint(2, `  (${notes.join(', ')})`) : ''}`];
  if (hit.note !== undefined) lines.push(`          ${paint(2, printable(noteLine(hit.note)))}`);
  for (const line of snippetOf(hit, terms)) {
    lines.push(`   ${paint(2, String(line.number).padStart(5))}  ${marked(line, (text) => paint(33, text))}`);
  }
  if (explain) lines.push(`          ${paint(2, `${hit.score.toFixed(3)} = ${hit.why.map(shareText).join(' ')}`)}`);
  if (explain && hit.terms && hit.terms.length > 0) {
    const words = hit.terms.map(
      ({ term, score, fields }) => `${term} ${score.toFixed(2)} (${Object.keys(fields).join(', ')})`,
    );
    lines.push(`          ${paint(2, printable(`words: ${words.join(', ')}`))}`);
  }
  return `${lines.join('\n')}\n`;
}

function shareText({ signal, share }: Share, at: number): string {
  const sign = share < 0 ? '− ' : at > 0 ? '+ ' : '';
  return `${sign}${Math.abs(share).toFixed(3)} ${signal}`;
}

/** Pieces are made printable one by one, since that may make them longer. */
function marked({ text, marks }: SnippetLine, mark: (text: string) => string): string {
  let at = 0;
  const pieces = marks.flatMap(([from, to]) => {
    const before = printable(text.slice(at, from));
    at = to;
    return [before, mark(printable(text.slice(from, to)))];
  });
  return pieces.join('') + printable(text.slice(at));
}

/** One line, as long as a terminal is wide. */
function noteLine(note: string): string {
  const line = note.replace(/\s+/g, ' ').trim();
  return line.length > noteWidth ? `${line.slice(0, noteWidth - 1)}…` : line;
}
