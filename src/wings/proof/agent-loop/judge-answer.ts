/** Whether the places that a model named are those that were changed: decided by rules, so that two runs can be compared. */
import type { GoldPlace, MeasuredTask } from '../measured-task';

/** A place in the answer of a model. */
export interface NamedPlace {
  readonly path: string;
  readonly line?: number;
  readonly name?: string;
}

export interface Judgement {
  /** Every changed place is named. */
  readonly passed: boolean;
  /** Share of the changed places that are named. */
  readonly named: number;
}

/** More would be a list of the repository. */
export const maxNamed = 10;
/** Lines between a named line and a changed one. */
const near = 10;

export function judgeAnswer({ places }: MeasuredTask, answer: readonly NamedPlace[]): Judgement {
  const counted = answer.slice(0, maxNamed);
  const found = places.filter((place) => counted.some((each) => isNamed(place, each))).length;
  return { passed: found === places.length, named: found / places.length };
}

/** By the file and the name of the function, or by a line in or near the change. A file alone is enough if only the file is known. */
function isNamed(place: GoldPlace, { path, line, name }: NamedPlace): boolean {
  if (path.replace(/^\.?\/+/, '') !== place.path) return false;
  if (place.lines.length === 0) return true;
  const isSameName =
    place.name !== '' &&
    name
      ?.split(/[.:#]+/)
      .at(-1)
      ?.replace(/\(.*$/, '') === place.name;
  return (
    isSameName || (line !== undefined && place.lines.some(([start, end]) => start - near <= line && line <= end + near))
  );
}

/** What can be read of an answer; parts that are no places are left out. */
export function namedPlaces(answer: unknown): NamedPlace[] {
  if (!Array.isArray(answer)) return [];
  return answer.flatMap((each: unknown): NamedPlace[] => {
    if (typeof each === 'string') {
      const [, path = each, line] = /^(.+?):(\d+)/.exec(each) ?? [];
      return [{ path, ...(line !== undefined && { line: Number(line) }) }];
    }
    if (typeof each !== 'object' || each === null || !('path' in each) || typeof each.path !== 'string') return [];
    const line = 'line' in each ? Number(each.line) : Number.NaN;
    const name = 'name' in each && typeof each.name === 'string' ? each.name : undefined;
    return [{ path: each.path, ...(line >= 1 && { line }), ...(name !== undefined && { name }) }];
  });
}
