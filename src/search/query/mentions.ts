/**
 * The files and lines that a text mentions: paths, modules and stack frames. Paths are compared by their last parts, because those of
 * a trace begin on another machine.
 */

import { addToList } from '../../shared/maps';
import type { QuestionParts } from './question-parts';

interface MentionedPlace {
  readonly path: string;
  /** 1-based. */
  readonly line: number | undefined;
  /** 1 for the frame where the error was raised, ½ for the one that called it …; 0: not in a trace. */
  readonly frame: number;
}

export interface Mention {
  /** Parts of the path that are equal, from the end: 1 is only the name of the file. */
  readonly parts: number;
  /** As in a place; only for frames that share the folder too, since many files have the same name. */
  readonly frame: number;
  /** Lines of frames and of mentioned paths. */
  readonly lines: readonly number[];
}

/** More would take more time than they tell. */
const maxPlaces = 100;

export class Mentions {
  /** By the name of the file in lower case, with and without its extension. */
  private readonly places = new Map<string, MentionedPlace[]>();
  /** A file has many candidates. */
  private readonly known = new Map<string, Mention | undefined>();

  constructor({ frames, paths }: Pick<QuestionParts, 'frames' | 'paths'>) {
    const own = frames.filter(({ isForeign }) => !isForeign);
    own.slice(0, maxPlaces).forEach(({ path, line }, i) => {
      if (path !== undefined) this.add({ path, line, frame: 1 / (1 + i) });
    });
    for (const { path, line } of paths.slice(0, maxPlaces)) this.add({ path, line, frame: 0 });
  }

  get isEmpty(): boolean {
    return this.places.size === 0;
  }

  /** Names of mentioned files and modules, in lower case, some without their extension. */
  get names(): readonly string[] {
    return [...this.places.keys()];
  }

  /** Undefined: the file is not mentioned. */
  of(path: string): Mention | undefined {
    if (this.isEmpty) return undefined;
    if (!this.known.has(path)) this.known.set(path, this.find(path));
    return this.known.get(path);
  }

  private find(path: string): Mention | undefined {
    const places = namesOf(path).flatMap((name) => this.places.get(name) ?? []);
    if (places.length === 0) return undefined;
    let parts = 0;
    let frame = 0;
    const lines = new Set<number>();
    for (const place of places) {
      const fit = pathSuffixFit(place.path, path);
      if (fit === 0) continue;
      parts = Math.max(parts, fit);
      if (fit > 1) frame = Math.max(frame, place.frame);
      if (place.line !== undefined) lines.add(place.line);
    }
    return parts > 0 ? { parts, frame, lines: [...lines] } : undefined;
  }

  private add(place: MentionedPlace): void {
    addToList(this.places, place.path.slice(place.path.lastIndexOf('/') + 1).toLowerCase(), place);
  }
}

/** What a mention of a file may end with: its name, its name without the extension, and the folder that an `index` file stands for. */
export function namesOf(path: string): string[] {
  const lower = path.toLowerCase();
  const slash = lower.lastIndexOf('/');
  const file = lower.slice(slash + 1);
  const dot = file.indexOf('.', 1);
  const names = [file];
  if (dot >= 0) names.push(file.slice(0, dot));
  if (slash < 0) return names;
  const folder = lower.slice(lower.lastIndexOf('/', slash - 1) + 1, slash);
  if (!names.includes(folder)) names.push(folder);
  return names;
}

/**
 * Paths in traces and imports begin anywhere: in a container, in a folder of installed packages, on a disk of Windows, or as a
 * module's name without an extension. What they share with the path of an indexed file is their end.
 */

/** Files that stand for their folder, as `a/b/__init__.py` is the module `a.b`. */
const folderFiles: ReadonlySet<string> = new Set(['__init__', 'index', 'mod', 'lib', 'main', 'init']);

/**
 * How many segments at the end of both paths are equal, whatever their case. The extension counts only if the first path has one:
 * `dask/base` fits `dask/base.py`, and `dask/array` fits `dask/array/__init__.py`.
 */
export function pathSuffixFit(mentioned: string, indexed: string): number {
  const asked = pathSegments(mentioned);
  const has = pathSegments(indexed);
  const last = asked.at(-1);
  const file = has.at(-1);
  if (last === undefined || file === undefined) return 0;
  if (last === file) return equalEnds(asked, has, 0);
  if (/\.\w{1,10}$/.test(last)) return 0;
  const stem = stemOf(file);
  if (last === stem) return 1 + equalEnds(asked.slice(0, -1), has.slice(0, -1), 0);
  return folderFiles.has(stem) ? equalEnds(asked, has.slice(0, -1), 0) : 0;
}

function equalEnds(some: readonly string[], others: readonly string[], from: number): number {
  let count = from;
  while (
    count < some.length &&
    count < others.length &&
    some[some.length - 1 - count] === others[others.length - 1 - count]
  )
    count++;
  return count;
}

function stemOf(file: string): string {
  const dot = file.indexOf('.', 1);
  return dot < 0 ? file : file.slice(0, dot);
}

/** In lower case. */
export function pathSegments(path: string): string[] {
  return path
    .toLowerCase()
    .split(/[/\\]/)
    .filter((segment) => segment !== '' && segment !== '.' && segment !== '..');
}
