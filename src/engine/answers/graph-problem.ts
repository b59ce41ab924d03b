/** Why the graph has no answer to a question, and what to ask instead. */
import type { GraphTarget } from '../../search/ask-graph';
import { nearestName } from '../../search/query/query-problem';
import type { IndexView } from '../../search/view/index-view';
import { printablePath } from '../../shared/printable-path';

/** Definitions that are offered instead. */
const maxOffered = 5;

/** @param target in a file of the index, if it names one. */
export function graphProblem({ graph }: IndexView, target: GraphTarget): string {
  const names = new Set(graph.definedNames());
  if (names.size === 0)
    return 'the index knows no uses: an older version made it, or no file is in a language whose uses are known. Rebuild it with `codegrain index --rebuild`, then ask again';
  if ('line' in target)
    return `no code is known at ${printablePath(target.path)}:${target.line}; outline_file lists the definitions of the file`;
  const name = printablePath(target.name.slice(0, 100));
  const where = target.path === undefined ? 'in this folder' : `in ${printablePath(target.path)}`;
  const last = target.name.split(/\.|::|#|\\/).at(-1) ?? '';
  const near = names.has(last) ? last : nearest(last, names);
  const offered = near === undefined ? [] : graph.subjectsNamed(near).map((subject) => graph.placeOf(subject));
  const others = offered
    .slice(0, maxOffered)
    .map((place) => printablePath(`${place.name} (${place.path}:${place.line})`))
    .join(', ');
  return `nothing named ${name} is defined ${where}${others === '' ? '; search_code finds code by its words and meaning' : `. Similar: ${others}${offered.length > maxOffered ? ', …' : ''}`}`;
}

function nearest(name: string, names: ReadonlySet<string>): string | undefined {
  const bySpelling = new Map(Array.from(names, (each) => [each.toLowerCase(), each]));
  const near = nearestName(name, [...bySpelling.keys()]);
  return near === undefined ? undefined : bySpelling.get(near);
}
