/**
 * The questions of a code-search benchmark: for each repository its commit, the indexed folder, and the files that answer each question.
 */
import { readFileSync } from 'node:fs';
import { posix } from 'node:path';

export interface Question {
  readonly query: string;
  readonly category: string;
  /** The files that answer it, both relevant and secondary; relative to the indexed folder, without duplicates. */
  readonly targets: readonly string[];
}

export interface Repository {
  readonly name: string;
  readonly language: string;
  /** owner/name */
  readonly github: string;
  readonly revision: string;
  /** The indexed folder inside the repository; empty means the whole repository. */
  readonly root: string;
  readonly questions: readonly Question[];
}

/** A file, or a range of lines in a file; only the file counts. */
type Target = string | { readonly path: string };

interface Entry extends Omit<Repository, 'questions'> {
  readonly queries: readonly {
    readonly query: string;
    readonly category: string;
    readonly relevant: readonly Target[];
    readonly secondary?: readonly Target[];
  }[];
}

export function readQueries(file: string): Repository[] {
  return parseQueries(readFileSync(file, 'utf8'));
}

export function parseQueries(json: string): Repository[] {
  const entries: unknown = JSON.parse(json);
  if (!Array.isArray(entries)) throw new Error('a queries file must be a list of repositories');
  return entries.map((entry: Entry) => {
    const { name, language, github, revision, root, queries } = entry;
    if (!name || typeof root !== 'string' || !Array.isArray(queries))
      throw new Error(`not a repository: ${brief(entry)}`);
    const questions = queries.map(({ query, category, relevant, secondary = [] }): Question => {
      const paths = [...relevant, ...secondary].map((target) => (typeof target === 'string' ? target : target.path));
      const targets = [...new Set(paths.map((path) => posix.relative(root, path)))];
      if (targets.length === 0) throw new Error(`${name}: no file answers "${query}"`);
      return { query, category, targets };
    });
    return { name, language, github, revision, root, questions };
  });
}

function brief(value: unknown): string {
  return (JSON.stringify(value) ?? String(value)).slice(0, 80);
}
