/** Counts what the definitions of a file use and what uses them. */
import { setImmediate } from 'node:timers/promises';
import type { GraphPlace } from '../../index/graph/graph-entry';
import type { IndexView } from '../../search/view/index-view';
import type { Asked, DefinitionCounts } from '../service-protocol';

/** Without fields, variables and the like, which are too many and too small to be asked about. */
const countedKinds: ReadonlySet<GraphPlace['kind']> = new Set<GraphPlace['kind']>([
  ...(['function', 'method', 'constructor', 'class', 'struct', 'interface'] as const),
  ...(['trait', 'protocol', 'enum', 'type', 'module', 'object', 'macro'] as const),
]);

export async function countDefinitions(
  view: IndexView,
  { path, lines }: Omit<Asked<'counts'>, 'root'>,
  signal: AbortSignal,
): Promise<DefinitionCounts[]> {
  const { graph } = view;
  const counts: DefinitionCounts[] = [];
  for (const subject of graph.subjectsIn(path)) {
    if (lines && (subject.from < lines.from || subject.from > lines.to)) continue;
    const { name, kind, line, endLine } = graph.placeOf(subject);
    if (!countedKinds.has(kind)) continue;
    counts.push({ name, kind, line, endLine, ...graph.counts(subject) });
    // Searches and unsaved texts go first.
    await setImmediate();
    signal.throwIfAborted();
    // The index has changed.
    if (view.graph !== graph) return countDefinitions(view, { path, ...(lines && { lines }) }, signal);
  }
  return counts;
}

/** Those that a chunk stands for: they begin in its lines and are not inside another of them. */
export function countsInChunk(
  counts: readonly DefinitionCounts[],
  { startLine, endLine }: { readonly startLine: number; readonly endLine: number },
): DefinitionCounts[] {
  const here = counts.filter(({ line }) => startLine <= line && line <= endLine);
  return here.filter((inner, i) => !here.some((outer, j) => i !== j && encloses(outer, inner)));
}

function encloses(outer: DefinitionCounts, inner: DefinitionCounts): boolean {
  const isLarger = outer.endLine - outer.line > inner.endLine - inner.line;
  return isLarger && outer.line <= inner.line && inner.endLine <= outer.endLine;
}
