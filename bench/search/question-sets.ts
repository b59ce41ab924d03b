/**
 * The open sets of questions, in one shape: short questions whose answers are files, pasted issues with the lines that their fix
 * changed, and questions with the lines that answer them. Texts stay outside the project.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQueries } from '../code-search/queries';
import { fileQuestionsIn } from '../code-search/require-checkouts';
import { type Snapshot, snapshotOf } from '../code-search/snapshot';

export interface Target {
  /** Relative to the indexed folder. */
  readonly path: string;
  /** 1-based, inclusive; empty: only the file is known. */
  readonly spans: readonly (readonly [number, number])[];
}

export const setNames = ['files', 'issues', 'python-issues', 'lines', 'repository-questions'] as const;
export type SetName = (typeof setNames)[number];

export interface Asked {
  readonly set: SetName;
  readonly id: string;
  readonly snapshot: Snapshot;
  /** As it was written. */
  readonly text: string;
  /** Of the repository; empty where the set does not say. */
  readonly language: string;
  readonly category: string;
  readonly targets: readonly Target[];
}

const setOf: Readonly<Record<string, SetName>> = {
  'swe-bench-multilingual': 'issues',
  'loc-bench': 'python-issues',
  octocode: 'lines',
  'swe-qa': 'repository-questions',
};

interface Entry {
  readonly set: string;
  readonly id: string;
  readonly repo: string;
  readonly commit: string;
  readonly text: string;
  readonly files: readonly Target[];
}

/** @param folder with code-search-dev, issues-dev and questions-dev. */
export function readQuestionSets(folder: string): Asked[] {
  const lines = [
    ...readFileSync(join(folder, 'issues-dev', 'issues.jsonl'), 'utf8').split('\n'),
    ...readFileSync(join(folder, 'questions-dev', 'questions.jsonl'), 'utf8').split('\n'),
  ];
  return [
    ...fileQuestions(fileQuestionsIn(folder)),
    ...lines.filter(Boolean).map((line): Asked => {
      const { set, id, repo, commit, text, files }: Entry = JSON.parse(line);
      const name = setOf[set];
      if (!name) throw new Error(`unknown set ${set}`);
      return {
        set: name,
        id,
        snapshot: { repository: repo, commit, root: '' },
        text,
        language: '',
        category: set,
        targets: files,
      };
    }),
  ];
}

/** The texts of issues of about 500 words. */
export function longIssues(questions: readonly Asked[]): string[] {
  return issueTexts(questions).filter((text) => wordCount(text) >= 350 && wordCount(text) <= 700);
}

const joinedCount = 5;
const joinedWords = 10_000;

/** Texts of 10,000 words, each of other issues, one after the other; empty without issues. */
export function joinedIssues(questions: readonly Asked[]): string[] {
  const issues = issueTexts(questions);
  const texts: string[] = [];
  let at = 0;
  while (issues.length > 0 && texts.length < joinedCount) {
    const joined: string[] = [];
    for (let words = 0; words < joinedWords; at++) {
      const issue = issues[at % issues.length] ?? '';
      joined.push(issue);
      words += wordCount(issue) + 1;
    }
    texts.push(joined.join('\n\n'));
  }
  return texts;
}

function issueTexts(questions: readonly Asked[]): string[] {
  return questions.filter(({ set }) => set === 'issues' || set === 'python-issues').map(({ text }) => text);
}

export function wordCount(text: string): number {
  return text.split(/\s+/).filter(Boolean).length;
}

function fileQuestions(file: string): Asked[] {
  return readQueries(file).flatMap((repository) =>
    repository.questions.map(({ query, category, targets }, i): Asked => {
      const { name, language } = repository;
      const snapshot = snapshotOf(repository);
      const files = targets.map((path): Target => ({ path, spans: [] }));
      return { set: 'files', id: `${name}-${i}`, snapshot, text: query, language, category, targets: files };
    }),
  );
}
