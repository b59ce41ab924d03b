/** Questions to the graph of the workspace: about the code at a line, or about the definitions with a name. */
import type { GraphDirection, GraphPlace } from '../index/graph/graph-entry';
import type { GraphSubject } from '../index/graph/graph-subject';
import type { TracedUses } from '../index/graph/traced-uses';
import type { WorkspaceGraph } from '../index/graph/workspace-graph';
import type { IndexView } from './view/index-view';

export type GraphTarget =
  | {
      readonly path: string;
      readonly line: number;
      /** The definition of the file with this name that is closest to the line, which may have moved; as the graph writes it. */
      readonly name?: string;
      /** All lines up to this one, whatever is in them, instead of the definition at the line. */
      readonly endLine?: number;
    }
  /** Left out path: in any file. */
  | { readonly name: string; readonly path?: string };

export interface GraphQuestion {
  readonly target: GraphTarget;
  readonly direction: GraphDirection;
  /** Levels; 1 if left out. */
  readonly depth?: number;
  /** Max entries for each definition, each definition once. Left out: all, as a tree in which a definition may come more than once. */
  readonly limit?: number;
}

export interface GraphAnswer extends TracedUses {
  /** The folder that paths are relative to. */
  readonly root: string;
  readonly subject: GraphPlace;
}

/** Answers for one folder; more definitions of one name are too many to be meant. */
export const maxSubjects = 20;

/** One answer for each definition that is meant; none if the graph does not know the place or the name. */
export function askGraph(views: readonly IndexView[], question: GraphQuestion): GraphAnswer[] {
  return views.flatMap((view) => {
    const { graph, root } = view;
    return subjectsOf(view, question.target)
      .slice(0, maxSubjects)
      .map((subject) => ({ root, subject: graph.placeOf(subject), ...entriesOf(graph, subject, question) }));
  });
}

function entriesOf(
  graph: WorkspaceGraph,
  subject: GraphSubject,
  { direction, depth = 1, limit }: GraphQuestion,
): TracedUses {
  if (limit !== undefined) return graph.traced(subject, direction, { depth, limit });
  const entries = graph.entries(subject, direction, depth);
  return { entries, direct: entries.length, more: 0 };
}

function subjectsOf({ graph }: IndexView, target: GraphTarget): GraphSubject[] {
  if (!('line' in target))
    return graph
      .subjectsNamed(target.name)
      .filter(({ file }) => target.path === undefined || file.path === target.path);
  const { path, line, name, endLine } = target;
  if (endLine !== undefined) {
    const lines = graph.subjectOfLines(path, line, endLine);
    return lines ? [lines] : [];
  }
  const named = name === undefined ? undefined : closestNamed(graph, path, line, name);
  const subject = named ?? graph.subjectAt(path, line);
  return subject ? [subject] : [];
}

function closestNamed(graph: WorkspaceGraph, path: string, line: number, name: string): GraphSubject | undefined {
  const distance = ({ from }: GraphSubject): number => Math.abs(from - line);
  return graph
    .subjectsIn(path)
    .filter((subject) => graph.placeOf(subject).name === name)
    .sort((a, b) => distance(a) - distance(b))[0];
}
