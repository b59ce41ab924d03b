/**
 * Joins chosen places that follow each other in a file: parts of one definition, or definitions side by side. They are shown as one
 * place, where the better of them would be.
 */
import { fileKey } from '../../search/hits/group-hits';
import type { Hit } from '../../search/hits/hit';
import { linesOf, type Span, wholeSpan } from '../../search/hits/spans';
import type { FittedHit } from '../fit-spans';

/** One place, or several that follow each other, as one. */
export interface JoinedPlace {
  /** With the text and the lines of all of them. */
  readonly hit: Hit;
  readonly spans: readonly Span[];
  /** Best first. */
  readonly members: readonly Hit[];
}

/** A gap up to this size is filled: to say what is left out would be as long. */
const maxFilledGap = 2;

export function joinPlaces(chosen: readonly FittedHit[]): JoinedPlace[] {
  const files = new Map<string, FittedHit[]>();
  for (const one of chosen) files.set(fileKey(one.hit), [...(files.get(fileKey(one.hit)) ?? []), one]);
  const rank = new Map(chosen.map(({ hit }, at) => [hit, at]));
  const rankOf = (hit: Hit): number => rank.get(hit) ?? 0;
  return Array.from(files.values(), joinFile)
    .flat()
    .map(({ hit, spans, members }) => ({
      ...{ hit, spans: withoutBlankEnds(hit, spans) },
      members: [...members].sort((a, b) => rankOf(a) - rankOf(b)),
    }))
    .sort((a, b) => Math.min(...a.members.map(rankOf)) - Math.min(...b.members.map(rankOf)));
}

/** In the order of the file. */
function joinFile(chosen: readonly FittedHit[]): JoinedPlace[] {
  const places: JoinedPlace[] = [];
  for (const { hit, spans } of [...chosen].sort((a, b) => (a.hit.sequence ?? 0) - (b.hit.sequence ?? 0))) {
    const before = places.at(-1);
    const joined = before && joinTwo(before, hit, spans);
    if (joined) places[places.length - 1] = joined;
    else places.push({ hit, spans, members: [hit] });
  }
  return places;
}

/** Undefined if the second does not follow the first. */
function joinTwo(before: JoinedPlace, hit: Hit, spans: readonly Span[]): JoinedPlace | undefined {
  const last = before.members.at(-1);
  const follows = last?.sequence !== undefined && hit.sequence === last.sequence + 1;
  if (!follows || last.stale || hit.stale || before.spans.length + spans.length === 0) return undefined;
  const joined: Hit = {
    ...before.hit,
    text: before.hit.text + hit.text,
    endLine: hit.endLine,
    sequence: hit.sequence,
    ...(hit.duplicates && { duplicates: [...(before.hit.duplicates ?? []), ...hit.duplicates] }),
  };
  return [before.hit, hit, joined].every(isExact)
    ? { hit: joined, spans: joinSpans(before.spans, spans), members: [...before.members, hit] }
    : undefined;
}

/** Decoded texts have other lines than their files. */
function isExact({ text, startLine, endLine }: Hit): boolean {
  return text !== '' && linesOf(text).length === endLine - startLine + 1;
}

/** Blank lines at the start and the end of a place are not shown. */
function withoutBlankEnds(hit: Hit, spans: readonly Span[]): Span[] {
  const [start, end] = wholeSpan(hit);
  return spans.map(([from, to]): Span => [Math.max(from, start), Math.min(to, end)]).filter(([from, to]) => from <= to);
}

function joinSpans(before: readonly Span[], after: readonly Span[]): Span[] {
  const [first, ...others] = after;
  const last = before.at(-1);
  if (!first || !last || first[0] - last[1] - 1 > maxFilledGap) return [...before, ...after];
  return [...before.slice(0, -1), [last[0], Math.max(last[1], first[1])], ...others];
}
