/**
 * What code uses and what uses it, across the files of an index, unsaved texts included. Everything is resolved when asked. The graph
 * describes one state of the index; what it reads of a segment is kept for later states (index-links.ts).
 */
import { FoundUses } from './found-uses';
import type { GraphDirection, GraphEntry, GraphPlace } from './graph-entry';
import type { GraphSubject } from './graph-subject';
import { GraphTexts } from './graph-texts';
import { IndexLinks, type LinkedSegments } from './index-links';
import type { DefinitionPlace } from './link-source';
import type { WorkspaceFiles } from './modules/module-rules';
import { typeNameOf } from './resolve/definition-facts';
import { Resolver } from './resolve/resolver';

/** The part of an index that the graph needs. */
export interface GraphIndex extends LinkedSegments {
  /** The folder that paths are relative to. */
  readonly root: string;
  draft(path: string): { readonly text: string } | undefined;
}

interface GraphCounts {
  readonly uses: number;
  readonly usedBy: number;
}

export class WorkspaceGraph {
  private readonly links: IndexLinks;
  private readonly texts: GraphTexts;
  private readonly found: FoundUses;

  constructor(index: GraphIndex, workspace: WorkspaceFiles) {
    this.links = new IndexLinks(index, workspace);
    this.texts = new GraphTexts(index.root, (path) => index.draft(path)?.text);
    this.found = new FoundUses(index, this.links, new Resolver(this.links), this.texts);
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

  /** The definitions with a name, also with the type before it: `save`, `Repo.save`, `Repo::save`. */
  subjectsNamed(name: string): GraphSubject[] {
    const parts = name.split(/\.|::|#|\\/);
    const last = parts.at(-1) ?? '';
    const type = parts.at(-2);
    return this.links.definers(last).flatMap((file) =>
      file.links.definitions.flatMap((definition, number) => {
        const fits = definition.name === last && (type === undefined || typeNameOf(file, definition) === type);
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
    return this.level(subject, direction, depth, new Set([keyOf(subject)]));
  }

  counts(subject: GraphSubject): GraphCounts {
    return { uses: this.found.uses(subject).length, usedBy: this.found.usedBy(subject).length };
  }

  private level(
    subject: GraphSubject,
    direction: GraphDirection,
    depth: number,
    above: ReadonlySet<string>,
  ): GraphEntry[] {
    const found = direction === 'uses' ? this.found.uses(subject) : this.found.usedBy(subject);
    return found.map(({ subject: next, how, lines }) => {
      const entry = { ...this.placeOf(next), how, lines };
      if (depth <= 1) return entry;
      const key = keyOf(next);
      return {
        ...entry,
        entries: above.has(key) ? [] : this.level(next, direction, depth - 1, new Set([...above, key])),
      };
    });
  }

  private subjectOf(place: DefinitionPlace): GraphSubject {
    return this.found.subjectOf(place);
  }
}

function keyOf({ file, from, to }: GraphSubject): string {
  return `${file.path} ${from} ${to}`;
}
