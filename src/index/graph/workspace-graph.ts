/**
 * What code uses and what uses it, across the files of an index, unsaved texts included. Everything is resolved when asked. The graph
 * describes one state of the index; what it reads of a segment is kept for later states (index-links.ts).
 */
import type { ImportLink } from '../../languages/language';
import { type FoundUse, FoundUses } from './found-uses';
import { type GraphDirection, type GraphEntry, type GraphPlace, type GraphSubject, subjectKey } from './graph-entry';
import { GraphTexts } from './graph-texts';
import { IndexLinks, type LinkedSegments } from './index-links';
import { type DefinitionPlace, type LinkedFile, typeNameOf } from './link-source';
import type { WorkspaceFiles } from './modules/module-rules';
import { foundHows } from './resolve/meaning';
import { Resolver } from './resolve/resolver';

/** The part of an index that the graph needs. */
export interface GraphIndex extends LinkedSegments {
  /** The text of a file as it is now; undefined: it cannot be read, or must not be. */
  textOf(path: string): string | undefined;
}

export class WorkspaceGraph {
  private readonly links: IndexLinks;
  private readonly texts: GraphTexts;
  private readonly found: FoundUses;

  constructor(index: GraphIndex, workspace: WorkspaceFiles) {
    this.links = new IndexLinks(index, workspace);
    this.texts = new GraphTexts((path) => index.textOf(path));
    this.found = new FoundUses(index, this.links, new Resolver(this.links), this.texts);
  }

  /** Has it read so much that another one should take its place? */
  get isFull(): boolean {
    return this.links.isFull;
  }

  /** The innermost definition at a line, otherwise the code around it; undefined if the graph knows nothing of the file. */
  subjectAt(path: string, line: number): GraphSubject | undefined {
    const file = this.links.file(path);
    if (!file) return undefined;
    const place = this.found.definitionAround(file, line);
    if (place) return this.subjectOf(place);
    const range = this.found.chunkAround(file, line);
    return range && { file, ...range };
  }

  /** Lines of a file, whatever is in them; undefined if the graph knows nothing of the file. */
  subjectOfLines(path: string, from: number, to: number): GraphSubject | undefined {
    const file = this.links.file(path);
    return file && { file, from, to };
  }

  /** All names that are defined somewhere; a name may come more than once. */
  definedNames(): Iterable<string> {
    return this.links.definedNames();
  }

  /**
   * The definitions with a name, also with the type before it (`save`, `Repo.save`, `Repo::save`), or with the module of a definition
   * outside of types (`dates.parse` for one in `dates.py` or in the folder `dates`).
   */
  subjectsNamed(name: string): GraphSubject[] {
    const parts = name.split(/\.|::|#|\\/);
    const last = parts.at(-1) ?? '';
    const type = parts.at(-2);
    return this.links.definers(last).flatMap((file) =>
      file.links.definitions.flatMap((definition, number) => {
        const fits =
          definition.name === last && (type === undefined || isQualifiedBy(type, file, typeNameOf(file, definition)));
        return fits ? [this.subjectOf({ file, number })] : [];
      }),
    );
  }

  /** The definitions of a file, in the order of the text. */
  subjectsIn(path: string): GraphSubject[] {
    const file = this.links.file(path);
    return file ? file.links.definitions.map((_, number) => this.subjectOf({ file, number })) : [];
  }

  placeOf({ file, from, to, place }: GraphSubject): GraphPlace {
    return place
      ? this.found.describe(place)
      : { name: file.path, kind: 'file', path: file.path, line: from, endLine: to };
  }

  /** @param depth how many levels; 1 is what the code uses itself, or what uses it itself. */
  entries(subject: GraphSubject, direction: GraphDirection, depth = 1): GraphEntry[] {
    return this.level(subject, direction, depth, new Set([subjectKey(subject)]));
  }

  /** The same with each definition once, at the level nearest to the subject, and within a limit. */
  traced(subject: GraphSubject, direction: GraphDirection, limits: TraceLimits): TracedUses {
    return traceUses(
      subject,
      limits,
      (next) => this.foundUses(next, direction),
      (use) => this.entryOf(use),
    );
  }

  /** The first level, by place alone: nothing is read to describe it. */
  foundUses(subject: GraphSubject, direction: GraphDirection): FoundUse[] {
    return direction === 'uses' ? this.found.uses(subject) : this.found.usedBy(subject);
  }

  /** What uses a definition, in its file and the nearest ones alone. */
  nearestUsers(subject: GraphSubject, maxFiles: number): ReturnType<FoundUses['usersIn']> {
    return this.found.usersIn(subject, maxFiles);
  }

  /** The imports that code uses and that lead to no definition of the workspace. */
  outsideImports(subject: GraphSubject): ImportLink[] {
    return this.found.outsideImports(subject);
  }

  counts(subject: GraphSubject): { readonly uses: number; readonly usedBy: number } {
    return { uses: this.found.uses(subject).length, usedBy: this.found.usedBy(subject).length };
  }

  private level(
    subject: GraphSubject,
    direction: GraphDirection,
    depth: number,
    above: ReadonlySet<string>,
  ): GraphEntry[] {
    return this.foundUses(subject, direction).map((use) => {
      const entry = this.entryOf(use);
      if (depth <= 1) return entry;
      const { subject: next } = use;
      const key = subjectKey(next);
      return {
        ...entry,
        entries: above.has(key) ? [] : this.level(next, direction, depth - 1, new Set([...above, key])),
      };
    });
  }

  private entryOf({ subject, how, lines }: FoundUse): GraphEntry {
    return { ...this.placeOf(subject), how, lines };
  }

  private subjectOf(place: DefinitionPlace): GraphSubject {
    return this.found.subjectOf(place);
  }
}

/** By the type around it, or outside of types by the file without its ending, or the folder. */
function isQualifiedBy(qualifier: string, { path }: LinkedFile, type: string): boolean {
  if (type !== '') return type === qualifier;
  const parts = path.split('/');
  return parts.at(-1)?.split('.')[0] === qualifier || parts.at(-2) === qualifier;
}

// Follows uses over several levels with a limit. Each definition is met once, at the level nearest to where it began, so that the work
// and the answer stay small where everything uses everything.

interface TraceLimits {
  readonly depth: number;
  /** Max definitions, those found by the rules of the language before guesses. */
  readonly limit: number;
}

export interface TracedUses {
  /** With the next levels inside. */
  readonly entries: readonly GraphEntry[];
  /** How many are at the first level, with those over the limit. */
  readonly direct: number;
  /** Definitions that were found but are over the limit. With several levels there may be others. */
  readonly more: number;
}

interface OpenSubject {
  readonly subject: GraphSubject;
  /** Where what it uses is added. */
  readonly entries: GraphEntry[];
}

function traceUses(
  start: GraphSubject,
  { depth, limit }: TraceLimits,
  usesOf: (subject: GraphSubject) => readonly FoundUse[],
  entryOf: (use: FoundUse) => GraphEntry,
): TracedUses {
  const seen = new Set([subjectKey(start)]);
  const entries: GraphEntry[] = [];
  let open: OpenSubject[] = [{ subject: start, entries }];
  let left = limit;
  let direct = 0;
  let more = 0;
  for (let level = 1; level <= depth && more === 0; level++) {
    const next: OpenSubject[] = [];
    for (const { subject, entries: found } of open) {
      if (more > 0) break;
      for (const use of [...usesOf(subject)].sort((a, b) => foundHows.indexOf(a.how) - foundHows.indexOf(b.how))) {
        const key = subjectKey(use.subject);
        if (seen.has(key)) continue;
        seen.add(key);
        if (level === 1) direct++;
        if (left === 0) {
          more++;
          continue;
        }
        left--;
        const inner: GraphEntry[] = [];
        found.push({ ...entryOf(use), ...(level < depth && { entries: inner }) });
        next.push({ subject: use.subject, entries: inner });
      }
    }
    open = next;
  }
  return { entries, direct, more };
}
