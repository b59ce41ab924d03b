/** An agent that reads whole files, best first by BM25 over the words of the task; source before tests and documents. */
import { isTestPath } from '../../../search/file-role';
import type { FileTree } from '../file-tree';
import type { ToolAnswer } from '../reading';
import { occurrences } from './grep';
import { taskTerms } from './task-terms';

const maxWords = 60;
const readFiles = 40;
/** The usual parameters of BM25. */
const k1 = 1.2;
const b = 0.75;
/** Of the score of a test: tasks are about the code. */
const testShare = 0.3;

export function* readWholeFiles(text: string, tree: FileTree): Generator<ToolAnswer> {
  for (const path of filesByWords(text, tree).slice(0, readFiles)) {
    const lines = tree.lines(path).map((line, at) => ({ text: line, path, line: at + 1 }));
    yield { call: `read ${path}`, lines };
  }
}

/** Files that have a word of the task, best first. */
function filesByWords(text: string, tree: FileTree): string[] {
  const words = taskTerms(text)
    .filter(({ kind }) => kind !== 'message')
    .slice(0, maxWords)
    .map(({ text: word }) => word.toLowerCase());
  const { files } = tree;
  const meanLength = files.reduce((sum, { text: { length } }) => sum + length, 0) / Math.max(1, files.length);
  const scores = new Map<string, number>();
  for (const word of words) {
    const counts = files.map(({ lower }) => occurrences(lower, word));
    const having = counts.filter((count) => count > 0).length;
    const rarity = Math.log(1 + (files.length - having + 0.5) / (having + 0.5));
    for (const [at, count] of counts.entries()) {
      const file = files[at];
      if (count === 0 || !file) continue;
      const length = 1 - b + (b * file.text.length) / meanLength;
      const score = (rarity * count * (k1 + 1)) / (count + k1 * length);
      scores.set(file.path, (scores.get(file.path) ?? 0) + score * (isTestPath(file.path) ? testShare : 1));
    }
  }
  return [...scores].sort((x, y) => y[1] - x[1] || (x[0] < y[0] ? -1 : 1)).map(([path]) => path);
}
