/** Questions to the graph of the workspace: about the code at a line, or about the definitions with a name. */
import type { GraphDirection, GraphEntry, GraphPlace } from '../graph/graph-entry';
import type { GraphSubject } from '../graph/graph-subject';
import type { IndexView } from './view/index-view';

export type GraphTarget = { readonly path: string; readonly line: number } | { readonly name: string };

interface GraphQuestion {
  readonly target: GraphTarget;
  readonly direction: GraphDirection;
  /** Levels; 1 if left out. */
  readonly depth?: number;
}

export interface GraphAnswer {
  /** The folder that paths are relative to. */
  readonly root: string;
  readonly subject: GraphPlace;
  readonly entries: readonly GraphEntry[];
}

/** More definitions of one name are too many to be meant. */
const maxSubjects = 20;

/** One answer for each definition that is meant; none if the graph does not know the place or the name. */
export function askGraph(views: readonly IndexView[], { target, direction, depth = 1 }: GraphQuestion): GraphAnswer[] {
  return views.flatMap((view) => {
    view.refresh();
    const { graph, root } = view;
    return subjectsOf(view, target)
      .slice(0, maxSubjects)
      .map((subject) => ({
        root,
        subject: graph.placeOf(subject),
        entries: graph.entries(subject, direction, depth),
      }));
  });
}

function subjectsOf({ graph }: IndexView, target: GraphTarget): GraphSubject[] {
  if ('name' in target) return graph.subjectsNamed(target.name);
  const subject = graph.subjectAt(target.path, target.line);
  return subject ? [subject] : [];
}
