/** Hits for people, by file: place, name and the most relevant lines. Coloured only on a terminal. */
import { join, relative } from 'node:path';
import { type FileHits, frameNotes, groupHits, type Hit } from '../../../search/hits/hit';
import { type SnippetLine, type SnippetTerms, snippetOf } from '../../../search/hits/snippet';
import type { Span } from '../../../search/hits/spans';
import type { SignalShare } from '../../../search/rank/rank';
import { printableText } from '../../../shared/print';
import { printablePath } from '../../../shared/printable-path';
import { formatCount } from '../format-numbers';

interface ShowOptions {
  readonly colour: boolean;
  readonly explain: boolean;
  /** Terms of the query, to highlight. */
  readonly terms: SnippetTerms;
}

/** What is shown of a hit instead of a snippet. */
type ShownSpans = { readonly spans: readonly Span[]; readonly text: string };

type Paint = (code: number, text: string) => string;

/** Max characters of a note. */
const noteWidth = 110;

/** Files in the order of their best hits, each with its hits; numbers are the places among all hits. */
export function showHits(
  hits: readonly Hit[],
  options: ShowOptions,
  spansOf: (hit: Hit) => ShownSpans | undefined = () => undefined,
): string {
  const paint: Paint = (code, text) => (options.colour ? `\x1b[${code}m${text}\x1b[0m` : text);
  const places = new Map(hits.map((hit, at) => [hit, at + 1]));
  return grouped(hits)
    .map(({ root, path, hits: members }) => {
      const blocks = members.map((hit) => showPlace(hit, places.get(hit) ?? 0, spansOf(hit), options, paint));
      return `${paint(36, fileHeading(root, path))}\n${blocks.join('')}`;
    })
    .join('\n');
}

/** What filters list is read by name. */
function snippetLines({ score, frame }: Hit): number {
  return score === undefined && frame === undefined ? 1 : 3;
}

/** The frames of a trace stay in its order, so a file may be there several times. */
function grouped(hits: readonly Hit[]): FileHits[] {
  const frames = hits.filter(({ frame }) => frame !== undefined);
  return [...frames.flatMap((hit) => groupHits([hit])), ...groupHits(hits.slice(frames.length))];
}

export function fileHeading(root: string, path: string): string {
  return printablePath(relative(process.cwd(), join(root, path)) || path);
}

function showPlace(hit: Hit, at: number, spans: ShownSpans | undefined, options: ShowOptions, paint: Paint): string {
  const lines = [placeHeading(hit, at, spans?.spans, paint)];
  if (hit.note !== undefined) lines.push(`          ${paint(2, printablePath(noteLine(hit.note)))}`);
  if (spans) lines.push(printableText(spans.text));
  else
    for (const line of snippetOf(hit, options.terms, { lines: snippetLines(hit) }))
      lines.push(`   ${paint(2, `${String(line.number).padStart(5)}:`)} ${marked(line, (text) => paint(33, text))}`);
  if (options.explain) lines.push(...explanation(hit).map((text) => `          ${paint(2, text)}`));
  return `${lines.join('\n')}\n`;
}

export function placeHeading(
  hit: Hit,
  at: number,
  spans: readonly Span[] | undefined,
  paint: Paint = (_, text) => text,
): string {
  const what = [hit.kind, hit.scope.concat(hit.name).filter(Boolean).join(' › ')].filter(Boolean).join(' ');
  const notes = [
    ...frameNotes(hit),
    ...(hit.stale ? ['changed since indexing'] : []),
    ...(hit.duplicates ? [formatCount(hit.duplicates.length, 'duplicate')] : []),
    ...(hit.parent ? [`in ${hit.parent.startLine}–${hit.parent.endLine}`] : []),
  ];
  const place =
    spans?.map(([start, end]) => (end > start ? `${start}–${end}` : `${start}`)).join(', ') ?? `${hit.line}`;
  const head = `${paint(2, `${at}.`)} ${paint(36, place)}  ${paint(1, printablePath(what))}`;
  return `${head.trimEnd()}${notes.length > 0 ? paint(2, `  (${notes.join(', ')})`) : ''}`;
}

function explanation(hit: Hit): string[] {
  if (hit.score === undefined) return [];
  const score = `${hit.score.toFixed(3)} = ${hit.why.map(shareText).join(' ')}`;
  if (!hit.terms || hit.terms.length === 0) return [score];
  const words = hit.terms.map(
    ({ term, score, fields }) => `${term} ${score.toFixed(2)} (${Object.keys(fields).join(', ')})`,
  );
  return [score, printablePath(`words: ${words.join(', ')}`)];
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
