/**
 * A place of a pack as text: where it is and what it is, then its lines as they are in the file. `⋯ 12–30` stands for lines that are
 * left out, also before the first and after the last shown line, so that the number of every line is known. A place of which one line
 * is shown is one line.
 */
import { hasLinesOfFile, type Span, spanText, wholeSpan } from '../../../search/hits/spans';
import { fencedCode, fencedTitle, type PlaceText } from '../fenced-code';
import type { JoinedPlace } from './join-places';

/** Of one place; the others are counted. */
const maxNames = 3;
const maxDuplicates = 2;

/** @param below lines to put below the code. */
export function placeBlock(joined: JoinedPlace, place: PlaceText, below: readonly string[] = []): string {
  const head = placeHead(joined, place);
  if (joined.spans.length === 0) return `- ${head} (cannot be read any more)`;
  const lone = loneLine(joined);
  if (lone !== undefined && below.length === 0) return `- ${head} · ${lone}`;
  return [`## ${head}`, fencedCode(codeOf(joined), ''), ...below].join('\n');
}

/** Is it one line of the text? */
export function isLine(block: string): boolean {
  return block.startsWith('- ');
}

export function placeHead({ hit, members }: JoinedPlace, place: PlaceText): string {
  const [startLine, endLine] = wholeSpan(hit);
  const names = [
    ...new Set(
      members.map(({ symbol, name, kind, scope }) =>
        fencedTitle({ kind: symbol === name ? kind : '', name: symbol, scope }),
      ),
    ),
  ].filter((name) => name !== '');
  const more = names.length > maxNames ? ', …' : '';
  const copies = (hit.duplicates ?? []).slice(0, maxDuplicates).map(place).join(', ');
  return [
    place({ path: hit.path, startLine, endLine }),
    ...(names.length > 0 ? [names.slice(0, maxNames).join(', ') + more] : []),
    ...(hit.stale ? ['(changed since it was indexed)'] : []),
    ...(copies === '' ? [] : [`(same code: ${copies}${(hit.duplicates?.length ?? 0) > maxDuplicates ? ', …' : ''})`]),
  ].join(' ');
}

/** The shown lines, and what stands for the others. */
function codeOf({ hit, spans }: JoinedPlace): string {
  const shown = spanText(hit, spans);
  const [first] = spans;
  const last = spans.at(-1);
  if (!first || !last || !hasLinesOfFile(hit)) return shown;
  const [start, end] = wholeSpan(hit);
  return [
    ...(start < first[0] ? [elided(start, first[0] - 1)] : []),
    shown,
    ...(last[1] < end ? [elided(last[1] + 1, end)] : []),
  ].join('\n');
}

/** `12: text`, if this is the only shown line of several. */
function loneLine({ hit, spans }: JoinedPlace): string | undefined {
  const [only, ...others] = spans;
  if (!only || others.length > 0 || only[0] !== only[1] || !hasLinesOfFile(hit)) return undefined;
  const [start, end] = wholeSpan(hit);
  return start === end ? undefined : `${only[0]}: ${spanText(hit, spans).trim()}`;
}

function elided(from: number, to: number): string {
  return `⋯ ${from === to ? from : `${from}–${to}`}`;
}

/** Does the text have this line of a file? */
export function showsLine(
  places: readonly JoinedPlace[],
  at: { readonly root: string; readonly path: string; readonly line: number },
): boolean {
  const has = ([start, end]: Span): boolean => start <= at.line && at.line <= end;
  return places.some(({ hit, spans }) => hit.root === at.root && hit.path === at.path && spans.some(has));
}
