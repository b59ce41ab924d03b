/** Hits for people: place, name, and the lines that say most. Coloured only where someone looks at it. */
import { join, relative } from 'node:path';
import { printable } from '../chunking/describe';
import { splitWord } from '../index/lexical/split-word';
import type { Hit } from '../search/hit';
import type { Share } from '../search/rank';

export interface ShowOptions {
  readonly colour: boolean;
  readonly explain: boolean;
  /** Terms of the query. */
  readonly terms: ReadonlySet<string>;
}

/** Lines of a hit that are shown. */
const shownLines = 3;
const longestLine = 120;

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
  for (const { number, text } of bestLines(hit, terms)) {
    lines.push(`   ${paint(2, String(number).padStart(5))}  ${printable(text)}`);
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

/** The lines with most words of the query, in their order; the first ones where none has any. */
function bestLines(hit: Hit, terms: ReadonlySet<string>): { number: number; text: string }[] {
  const lines = hit.text.split(/\r\n|\r|\n/).map((line, i) => {
    const found = new Set((line.match(/[\p{L}\p{N}_$]+/gu) ?? []).flatMap((word) => splitWord(word).parts));
    let count = 0;
    for (const term of terms) if (found.has(term)) count++;
    // The line of a definition says more than one inside it.
    const isHead = hit.name !== '' && line.includes(hit.name) ? 0.5 : 0;
    return { number: hit.startLine + i, text: shortened(line), weight: count + isHead };
  });
  return lines
    .filter(({ text }) => text.trim() !== '')
    .sort((a, b) => b.weight - a.weight || a.number - b.number)
    .slice(0, shownLines)
    .sort((a, b) => a.number - b.number);
}

function shortened(line: string): string {
  const spaced = line.replaceAll('\t', '  ').trimEnd();
  return spaced.length > longestLine ? `${spaced.slice(0, longestLine - 1)}…` : spaced;
}
