/**
 * Joins places that follow each other in the pack and in the file: parts of one definition, or definitions side by side. Other places of
 * a file stay apart and in their order, since a less likely place must not come before a likelier one.
 */
import { fileKey } from '../../../search/hits/group-hits';
import type { Hit } from '../../../search/hits/hit';
import { hasLinesOfFile, type Span, wholeSpan } from '../../../search/hits/spans';
import type { FittedHit } from '../fit-spans';

/** One place, or several that follow each other, as one. */
export interface JoinedPlace {
  /** With the text and the lines of all of them. */
  readonly hit: Hit;
  readonly spans: readonly Span[];
  /** Likeliest first. */
  readonly members: readonly Hit[];
}

/** A gap up to this size is filled: to say what is left out would be as long. */
const maxFilledGap = 2;

/** @param chosen in the order of the pack. */
export function joinPlaces(chosen: readonly FittedHit[]): JoinedPlace[] {
  const places: JoinedPlace[] = [];
  for (const { hit, spans } of chosen) {
    const before = places.at(-1);
    const joined = before && joinTwo(before, hit, spans);
    if (joined) places[places.length - 1] = joined;
    else places.push({ hit, spans, members: [hit] });
  }
  return places.map((place) => ({ ...place, spans: withoutBlankEnds(place.hit, place.spans) }));
}

/** Undefined if the second does not follow the first. */
function joinTwo(before: JoinedPlace, hit: Hit, spans: readonly Span[]): JoinedPlace | undefined {
  const last = before.members.at(-1);
  const isNext = last?.sequence !== undefined && hit.sequence === last.sequence + 1;
  if (!isNext || fileKey(last) !== fileKey(hit) || last.stale || hit.stale) return undefined;
  if (before.spans.length + spans.length === 0) return undefined;
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

function isExact(hit: Hit): boolean {
  return hit.text !== '' && hasLinesOfFile(hit);
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
