/** How many definitions each definition of an outline uses, and how many use it. */
import type { GraphSubject } from '../../index/graph/graph-subject';
import { definitionAt } from '../../index/graph/link-source';
import type { WorkspaceGraph } from '../../index/graph/workspace-graph';
import type { OutlineEntry } from './file-outline';

/** There are many of these, and what uses them is rarely asked. */
const uncounted: ReadonlySet<string> = new Set(['field', 'property', 'key']);

/** Entries that the graph does not know stay as they are: it has the file as it was indexed. */
export function withCounts(entries: readonly OutlineEntry[], graph: WorkspaceGraph, path: string): OutlineEntry[] {
  const subjects = new Map<string, GraphSubject[]>();
  for (const subject of graph.subjectsIn(path)) {
    const name = (subject.place && definitionAt(subject.place)?.name) ?? '';
    subjects.set(name, [...(subjects.get(name) ?? []), subject]);
  }
  return entries.map((entry) => {
    const named = uncounted.has(entry.kind) ? [] : (subjects.get(entry.name) ?? []);
    const subject = named.find(({ from }) => from === entry.line) ?? (named.length === 1 ? named[0] : undefined);
    return subject ? { ...entry, ...graph.counts(subject) } : entry;
  });
}
