/** Questions to the graph of the workspace: about the code at a line, or about the definitions with a name. */

import type { FoundUse } from '../index/graph/found-uses';
import type { GraphDirection, GraphPlace, GraphSubject } from '../index/graph/graph-entry';
import { fileStem } from '../index/graph/modules/workspace-paths';
import type { TracedUses, WorkspaceGraph } from '../index/graph/workspace-graph';
import { isTestName, isTestPath } from './file-role';
import { testTitleAt } from './hits/exact-names';
import type { Hit } from './hits/hit';
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

// What an engineer wants to know about a place besides its code, from the graph: which imports and definitions it uses, what uses it,
// and which tests do. Nothing is parsed. A guess is left out: a wrong hint is worse than none.

/** A definition, or code outside of definitions, that uses the place. */
export interface PlaceUser {
  readonly path: string;
  /** The line of its name. */
  readonly line: number;
  /** Empty for code outside of definitions. */
  readonly name: string;
}

export interface PlaceFacts {
  /** Modules, and names of modules, from outside of the folder. */
  readonly imports: readonly string[];
  /** Definitions elsewhere that it uses, those of other files first. */
  readonly uses: readonly GraphPlace[];
  /** Some of what uses it, without tests; those of other files first. */
  readonly usedBy: readonly PlaceUser[];
  /** How many use it, without tests; of the files that were looked at. */
  readonly usedByCount: number;
  /** Some of the tests that use it, those with the name of its file first. */
  readonly tests: readonly PlaceUser[];
  readonly testCount: number;
  /** Only the nearest files were looked at: there may be more users and tests. */
  readonly isPart: boolean;
}

/** Of each kind. */
const maxFacts = { uses: 12, usedBy: 4, tests: 3 } as const;
/** Files that may use a place and are looked at: a name can be used in thousands, and each has to be read. */
const maxUserFiles = 40;

export type AskedPlace = Pick<Hit, 'root' | 'path' | 'startLine' | 'endLine' | 'line'>;

/** Undefined if the graph does not know the place. */
export function placeFacts(views: readonly IndexView[], place: AskedPlace): PlaceFacts | undefined {
  const view = views.find(({ root }) => root === place.root);
  if (!view) return undefined;
  const { graph } = view;
  const { path, startLine, endLine } = place;
  const lines = graph.subjectOfLines(path, startLine, endLine);
  if (!lines) return undefined;
  const uses = certain(graph.foundUses(lines, 'uses')).sort(otherFilesFirst(path));
  const subject = graph.subjectAt(path, place.line);
  const found = subject ? graph.nearestUsers(subject, maxUserFiles) : { uses: [], isPart: false };
  const users = certain(found.uses);
  const tests = users.filter((use) => isTest(graph, use)).sort(nearNamesFirst(path));
  const others = users.filter((use) => !tests.includes(use)).sort(otherFilesFirst(path));
  const toUser = (use: FoundUse): PlaceUser => userOf(graph, use);
  return {
    imports: [...new Set(graph.outsideImports(lines).map(({ module, name }) => importText(module, name)))],
    uses: uses.slice(0, maxFacts.uses).map((use) => graph.placeOf(use.subject)),
    usedBy: others.slice(0, maxFacts.usedBy).map(toUser),
    usedByCount: others.length,
    tests: tests.slice(0, maxFacts.tests).map((use) => titled(view, toUser(use))),
    testCount: tests.length,
    isPart: found.isPart,
  };
}

function certain(uses: readonly FoundUse[]): FoundUse[] {
  return uses.filter(({ how }) => how !== 'guess');
}

/** The order within each part is kept. */
function otherFilesFirst(path: string): (a: FoundUse, b: FoundUse) => number {
  const isOwn = ({ subject }: FoundUse): number => Number(subject.file.path === path);
  return (a, b) => isOwn(a) - isOwn(b);
}

/** `test_nodes.py` before other tests of `nodes.py`. */
function nearNamesFirst(path: string): (a: FoundUse, b: FoundUse) => number {
  const name = fileStem(path);
  const isFar = ({ subject }: FoundUse): number => Number(!fileStem(subject.file.path).includes(name));
  return (a, b) => isFar(a) - isFar(b);
}

function isTest(graph: WorkspaceGraph, { subject }: FoundUse): boolean {
  if (isTestPath(subject.file.path)) return true;
  return subject.place !== undefined && graph.placeOf(subject).name.split('.').some(isTestName);
}

function userOf(graph: WorkspaceGraph, { subject, lines }: FoundUse): PlaceUser {
  const { path, line, name, kind } = graph.placeOf(subject);
  return kind === 'file' ? { path, line: lines[0] ?? line, name: '' } : { path, line, name };
}

/** A test that is a call has no name, but a title. */
function titled(view: IndexView, user: PlaceUser): PlaceUser {
  if (user.name !== '') return user;
  const text = view.textOf(user.path) ?? '';
  return { ...user, name: testTitleAt(text, user.line) };
}

function importText(module: string, name: string): string {
  return name === '' || name === '*' ? module : `${module}: ${name}`;
}
