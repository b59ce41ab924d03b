/** Hits for people: place, name and the most relevant lines. Coloured only on a terminal. */
import { join, relative } from 'node:path';
import type { Hit } from '../../search/hits/hit';
import { type SnippetLine, type SnippetTerms, snippetOf } from '../../search/hits/snippet';
import type { SignalShare } from '../../search/rank/rank';
import { printablePath } from '../../shared/printable-path';
import { formatCount } from './format-numbers';

interface ShowOptions {
  readonly colour: boolean;
  readonly explain: boolean;
  /** Terms of the query, to highlight. */
  readonly terms: SnippetTerms;
}

/** Max characters of a note. */
const noteWidth = 110;

export function describeHit(hit: Hit, at: number, { colour, explain, terms }: ShowOptions): string {
  const paint = (code: number, text: string): string => (colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const place = relative(process.cwd(), join(hit.root, hit.path)) || hit.path;
  // The kind is that of the chunk; another definition in it may be of another kind.
  const kind = hit.symbol === hit.name ? hit.kind : '';
  const what = [kind, hit.scope.concat(hit.symbol).filter(Boolean).join(' › ')].filter(Boolean).join(' ');
  const notes = [
    ...(hit.stale ? ['changed since indexing'] : []),
    ...(hit.duplicates ? [formatCount(hit.duplicates.length, 'duplicate')] : []),
    ...(hit.parent ? [`in ${hit.parent.startLine}–${hit.parent.endLine}`] : []),
  ];
  const head = `${paint(2, `${at}.`)} ${paint(36, `${printablePath(place)}:${hit.line}`)}  ${paint(1, printablePath(what))}`;
  const lines = [`${head}${notes.length > 0 ? paint(2, `  (${notes.join(', ')})`) : ''}`];
  if (hit.note !== undefined) lines.push(`          ${paint(2, printablePath(noteLine(hit.note)))}`);
  for (const line of snippetOf(hit, terms)) {
    lines.push(`   ${paint(2, String(line.number).padStart(5))}  ${marked(line, (text) => paint(33, text))}`);
  }
  if (explain) lines.push(`          ${paint(2, `${hit.score.toFixed(3)} = ${hit.why.map(shareText).join(' ')}`)}`);
  if (explain && hit.terms && hit.terms.length > 0) {
    const words = hit.terms.map(
      ({ term, score, fields }) => `${term} ${score.toFixed(2)} (${Object.keys(fields).join(', ')})`,
    );
    lines.push(`          ${paint(2, printablePath(`words: ${words.join(', ')}`))}`);
  }
  return `${lines.join('\n')}\n`;
}

function shareText({ signal, share }: SignalShare, at: number): string {
  const sign = share < 0 ? '− ' : at > 0 ? '+ ' : '';
  return `${sign}${Math.abs(share).toFixed(3)} ${signal}`;
}

/** Each piece is made printable on its own, because that can change its length and so the offsets of the marks. */
function marked({ text, marks }: SnippetLine, mark: (text: string) => string): string {
  let at = 0;
  const pieces = marks.flatMap(([from, to]) => {
    const before = printablePath(text.slice(at, from));
    at = to;
    return [before, mark(printablePath(text.slice(from, to)))];
  });
  return pieces.join('') + printablePath(text.slice(at));
}

/** One line that fits the width of a terminal. */
function noteLine(note: string): string {
  const line = note.replace(/\s+/g, ' ').trim();
  return line.length > noteWidth ? `${line.slice(0, noteWidth - 1)}…` : line;
}
