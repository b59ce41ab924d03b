/** A task with known answers: a text, and the places that an engineer changed for it. */

import type { LinkedDefinition } from '../../code/links/file-links';
import type { Span } from '../../search/hits/spans';

/** A function or another stretch of a file that was changed. */
export interface GoldPlace {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** The changed lines in it. Empty: only the file is known, and any line of it counts. */
  readonly lines: readonly Span[];
  /** Of the function; empty outside of any. */
  readonly name: string;
}

export interface MeasuredTask {
  readonly id: string;
  readonly text: string;
  readonly places: readonly GoldPlace[];
}

/** Changed lines of a file, before it is known which functions they are in. */
export type ChangedLines = { readonly path: string; readonly spans: readonly Span[] };

// Which functions changed lines are in. Lines of one function are one place; lines outside of any function are a place for each run.

export type DefinitionsOf = (path: string) => readonly LinkedDefinition[];

/** What a reader opens as one thing. A class counts only for lines that are in none of its methods. */
const placeKinds: ReadonlySet<string> = new Set([
  ...['function', 'method', 'constructor', 'class', 'struct', 'interface', 'trait', 'enum', 'type', 'macro', 'object'],
]);

export function goldPlaces(changed: readonly ChangedLines[], definitionsOf: DefinitionsOf): GoldPlace[] {
  return changed.flatMap(({ path, spans }): GoldPlace[] => {
    if (spans.length === 0) return [{ path, lines: [], name: '' }];
    const definitions = definitionsOf(path).filter(({ kind }) => placeKinds.has(kind));
    const places = new Map<string, { name: string; lines: Span[] }>();
    for (const span of spans) {
      const around = smallestAround(definitions, span);
      const key = around ? `${around.line}` : `outside ${span[0]}`;
      const place = places.get(key) ?? { name: around?.name ?? '', lines: [] };
      place.lines.push(span);
      places.set(key, place);
    }
    return [...places.values()].map((place) => ({ path, ...place }));
  });
}

/** By its middle line: the lines of a patch may include some around the change. */
function smallestAround(definitions: readonly LinkedDefinition[], [start, end]: Span): LinkedDefinition | undefined {
  const line = Math.floor((start + end) / 2);
  let best: LinkedDefinition | undefined;
  for (const each of definitions) {
    if (each.line > line || each.endLine < line) continue;
    if (!best || each.endLine - each.line < best.endLine - best.line) best = each;
  }
  return best;
}
