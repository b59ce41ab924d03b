/**
 * An agent with `grep` and a tool that reads parts of files, without an index:
 *
 * 1. It opens the files that the task names (a stack trace, a link to a line), around the line if there is one.
 * 2. It searches for what the task says, rarest first: messages, identifiers, then words. Terms that match nothing cost nothing, and it
 *    knows beforehand how rare a term is: real agents pay for both.
 * 3. After the searches it reads around the lines where most of the terms come together, the best file first.
 *
 * Source comes before tests, documents and data, as an engineer reads. docs/agents.md has the policies that were compared.
 */
import { isDocumentFile, isTestPath } from '../../../search/file-role';
import type { FileTree } from '../file-tree';
import type { ShownLine, ToolAnswer } from '../reading';
import { grep, type MatchedFile, occurrences } from './grep';
import { namedFiles, type TaskTerm, taskTerms } from './task-terms';

/** Searches before the first read. */
const firstTerms = 4;
/** Files that a search lists, with the number of matches in each. */
const listedFiles = 10;
/** Lines before and after a match that are read. */
const around = 25;
/** Windows of a file before the next file is opened. */
const windowsPerFile = 3;
/** Terms in more files than this say nothing. */
const maxFiles = 60;
const maxLineLength = 200;
const maxTerms = 60;
const readFiles = 40;
/** Matches of one file that are shown. */
const searchedLines = 10;

interface FoundTerm {
  readonly term: TaskTerm;
  readonly files: readonly MatchedFile[];
  readonly weight: number;
}

export function* grepAndRead(text: string, tree: FileTree): Generator<ToolAnswer> {
  const windows = new Windows(tree);
  for (const { path, line } of namedIn(text, tree)) {
    const answer = windows.read(path, line ?? 1 + around);
    if (answer) yield answer;
  }
  const found = chosenTerms(text, tree);
  yield* searchAndRead(found.slice(0, firstTerms), tree, windows);
  // Nothing is left to read there: it goes on with the other terms, one by one.
  for (const each of found.slice(firstTerms)) yield* searchAndRead([each], tree, windows);
}

function* searchAndRead(found: readonly FoundTerm[], tree: FileTree, windows: Windows): Generator<ToolAnswer> {
  const listed: FoundTerm[] = [];
  for (const each of found) {
    // Source first: it knows nothing of the rest.
    const files = [...each.files]
      .sort((a, b) => shareOf(b.path) - shareOf(a.path) || b.lines.length - a.lines.length)
      .slice(0, listedFiles);
    listed.push({ ...each, files });
    yield fileList(each, files);
  }
  yield* reads(listed, tree, windows);
}

function namedIn(text: string, tree: FileTree): { path: string; line: number | undefined }[] {
  const known = new Set<string>();
  return namedFiles(text).flatMap(({ path, line }) => {
    const paths = tree.files.filter((file) => file.path === path || (path.includes('/') && endsAlike(file.path, path)));
    const [only] = paths.length === 1 ? paths : [];
    const key = `${only?.path}:${line}`;
    if (!only || known.has(key)) return [];
    known.add(key);
    return [{ path: only.path, line }];
  });
}

/** The path of a stack trace has folders that the repository does not have, and the other way round. */
function endsAlike(path: string, named: string): boolean {
  return path.endsWith(`/${named}`) || named.endsWith(`/${path}`);
}

/** Rarest first within each kind; what is in too many files comes last. */
function chosenTerms(text: string, tree: FileTree): FoundTerm[] {
  const found = taskTerms(text)
    .slice(0, maxTerms)
    .map((term): FoundTerm => {
      const files = grep(tree, term.text);
      return { term, files, weight: Math.log(1 + tree.files.length / (1 + files.length)) };
    })
    .filter(({ files }) => files.length > 0 && files.length <= maxFiles);
  const order = { message: 0, identifier: 1, word: 2 };
  return found.sort((a, b) => order[a.term.kind] - order[b.term.kind] || a.files.length - b.files.length);
}

function fileList({ term, files }: FoundTerm, listed: readonly MatchedFile[]): ToolAnswer {
  const lines = listed.map(({ path, lines }): ShownLine => ({ text: `${path}:${lines.length}` }));
  return { call: `grep -c "${term.text}"`, lines: [...lines, ...moreLine(files.length - listed.length)] };
}

function matchLines({ path, lines }: MatchedFile, tree: FileTree): ShownLine[] {
  const texts = tree.lines(path);
  return lines.map((line) => ({
    text: `${line}:${(texts[line - 1] ?? '').slice(0, maxLineLength)}`,
    path,
    line,
  }));
}

function moreLine(count: number): ShownLine[] {
  return count > 0 ? [{ text: `… ${count} more` }] : [];
}

/** Of the weight that a match in this file has. */
function shareOf(path: string): number {
  if (isTestPath(path)) return 0.2;
  return isDocumentFile(path, '') || /\.(?:md|rst|txt|json|ya?ml|toml|lock|css|svg|html|po|csv)$/i.test(path) ? 0.3 : 1;
}

function* reads(found: readonly FoundTerm[], tree: FileTree, windows: Windows): Generator<ToolAnswer> {
  const weights = new Map<string, Map<number, number>>();
  const scores = new Map<string, number>();
  for (const { files, weight } of found)
    for (const { path, lines } of files) {
      scores.set(path, (scores.get(path) ?? 0) + weight * shareOf(path));
      const ofFile = weights.get(path) ?? new Map<number, number>();
      for (const line of lines) ofFile.set(line, (ofFile.get(line) ?? 0) + weight);
      weights.set(path, ofFile);
    }
  const paths = [...scores]
    .sort((a, b) => b[1] - a[1])
    .slice(0, readFiles)
    .map(([path]) => path);
  const open = new Map(paths.map((path) => [path, weights.get(path) ?? new Map<number, number>()]));
  for (let isFirst = true; open.size > 0; isFirst = false)
    for (const [path, ofFile] of open) {
      // A list of files does not say where in them: it searches the file before it reads.
      if (isFirst) yield searchFile(path, ofFile, tree);
      for (let count = 0; count < windowsPerFile; count++) {
        const answer = windows.readBest(path, ofFile);
        if (answer) yield answer;
        else open.delete(path);
      }
    }
}

/** The lines with most weight; it knows nothing of the others. */
function searchFile(path: string, weights: Map<number, number>, tree: FileTree): ToolAnswer {
  const best = [...weights].sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, searchedLines);
  const lines = best.map(([line]) => line).sort((a, b) => a - b);
  const left = weights.size - lines.length;
  for (const line of [...weights.keys()]) if (!lines.includes(line)) weights.delete(line);
  return { call: `grep -n ${path}`, lines: [...matchLines({ path, lines }, tree), ...moreLine(left)] };
}

/** What was read of each file: no line is read twice. */
class Windows {
  private readonly lines = new Map<string, readonly string[]>();
  private readonly known = new Map<string, Set<number>>();

  constructor(private readonly tree: FileTree) {}

  /** Around the match whose window has the largest weight; undefined if all matches were read. */
  readBest(path: string, weights: ReadonlyMap<number, number>): ToolAnswer | undefined {
    const known = this.knownOf(path);
    const open = [...weights].filter(([line]) => !known.has(line));
    let best: { readonly line: number; readonly weight: number } | undefined;
    for (const [line] of open) {
      let weight = 0;
      for (const [other, share] of open) if (Math.abs(other - line) <= around) weight += share;
      if (!best || weight > best.weight) best = { line, weight };
    }
    return best && this.read(path, best.line);
  }

  read(path: string, middle: number): ToolAnswer | undefined {
    const known = this.knownOf(path);
    const texts = this.lines.get(path) ?? this.tree.lines(path);
    this.lines.set(path, texts);
    const from = Math.max(1, middle - around);
    const to = Math.min(texts.length, middle + around);
    const lines: ShownLine[] = [];
    for (let line = from; line <= to; line++) {
      if (known.has(line)) continue;
      known.add(line);
      lines.push({ text: texts[line - 1] ?? '', path, line });
    }
    return lines.length > 0 ? { call: `read ${path}:${from}-${to}`, lines } : undefined;
  }

  private knownOf(path: string): Set<number> {
    const known = this.known.get(path) ?? new Set<number>();
    this.known.set(path, known);
    return known;
  }
}

// An agent that reads whole files, best first by BM25 over the words of the task; source before tests and documents.

const maxWords = 60;
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
