/** Counts what the definitions of a file use and what uses them. */
import { setImmediate } from 'node:timers/promises';
import type { GraphPlace } from '../../index/graph/graph-entry';
import type { IndexView } from '../../search/view/index-view';
import type { Asked, DefinitionCounts } from '../service-protocol';

/** Without fields, variables and the like, which are too many and too small to be asked about. */
const countedKinds: ReadonlySet<GraphPlace['kind']> = new Set<GraphPlace['kind']>([
  'function',
  'method',
  'constructor',
  'class',
  'struct',
  'interface',
  'trait',
  'protocol',
  'enum',
  'type',
  'module',
  'object',
  'macro',
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
