/** Chooses example questions from the code of indexes. The same indexes give the same questions, and few files are read. */
import type { StoredFile } from '../../index/format/segment-contents';
import { isTestName, isTestPath, rolesOf } from '../file-role';
import type { IndexView } from '../view/index-view';
import { SourceTexts } from '../view/source-texts';
import { exampleQuestion } from './example-question';

/** Files whose paths are read: those of a whole giant folder take seconds. */
const maxPaths = 2000;
/** Files that are looked at, evenly spread over all, and definitions of each. */
const maxFiles = 40;
const maxDefinitions = 8;
const exampleCount = 3;

const foreignFolders = /(?:^|\/)(?:vendor(?:ed)?|third[_-]?party|external|node_modules|dist|build|generated)\//i;

interface QuestionCandidate {
  readonly path: string;
  readonly question: string;
}

export async function workspaceExamples(views: readonly IndexView[]): Promise<string[]> {
  const candidates: QuestionCandidate[] = [];
  for (const view of views) candidates.push(...(await candidatesOf(view)));
  return chooseQuestions(candidates);
}

/** Code of the project itself: no tests, examples, documents, data, generated or foreign files. */
function isOwnCode(path: string, language: string): boolean {
  return !isTestPath(path) && !foreignFolders.test(path) && rolesOf(path, language).size === 0;
}

async function candidatesOf(view: IndexView): Promise<QuestionCandidate[]> {
  const paths = [...spreadFiles(view)]
    .filter(({ path, language, skipped }) => skipped === undefined && isOwnCode(path, language))
    .map(({ path }) => path)
    .sort();
  const step = Math.max(1, paths.length / maxFiles);
  // A file that changed since is not parsed again: its lines are good enough.
  const sources = new SourceTexts(async () => []);
  const found: QuestionCandidate[] = [];
  for (let at = 0; at < paths.length; at += step) {
    const path = paths[Math.floor(at)] ?? '';
    const place = view.place(path);
    if (!place) continue;
    const { segment } = place;
    const definitions = [...(view.segments[segment]?.chunksOf(place.file) ?? [])].filter(
      ({ role, name }) => role !== 'parent' && name !== '' && !isTestName(name),
    );
    for (const chunk of definitions.slice(0, maxDefinitions)) {
      const { text } = await sources.textOf({ view, segment }, chunk);
      const question = exampleQuestion(chunk.name, text);
      if (question !== undefined) found.push({ path, question });
    }
  }
  return found;
}

/** At most `maxPaths` files, evenly spread over the index. */
function* spreadFiles({ segments }: IndexView): Generator<StoredFile> {
  const count = segments.reduce((sum, { fileCount }) => sum + fileCount, 0);
  const step = Math.max(1, count / maxPaths);
  let first = 0;
  let next = 0;
  for (const segment of segments) {
    for (; Math.floor(next) < first + segment.fileCount; next += step) {
      const file = Math.floor(next) - first;
      if (!segment.isDeadFile(file)) yield segment.file(file);
    }
    first += segment.fileCount;
  }
}

/** Those of middling length first, from different folders if there are enough, otherwise from different files. */
export function chooseQuestions(candidates: readonly QuestionCandidate[]): string[] {
  const distance = ({ question }: QuestionCandidate): number => Math.abs(question.split(' ').length - idealWords);
  const best = [...candidates].sort((a, b) => distance(a) - distance(b) || (a.question < b.question ? -1 : 1));
  const chosen: QuestionCandidate[] = [];
  const isNew = (one: QuestionCandidate, key: (path: string) => string): boolean =>
    chosen.every((each) => key(each.path) !== key(one.path) && each.question !== one.question);
  for (const key of [folderOf, (path: string) => path]) {
    for (const one of best) if (chosen.length < exampleCount && isNew(one, key)) chosen.push(one);
  }
  return chosen.map(({ question }) => question);
}

const idealWords = 9;

function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
