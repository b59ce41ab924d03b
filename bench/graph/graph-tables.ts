/** The results of bench:graph as Markdown. */
import { markdownTable } from '../search/search-tables';
import type { Judged } from './repositories';
import type { Score } from './score-answers';

const head = [
  'language',
  'oracle',
  'repository',
  'uses',
  'precision',
  'to reach',
  'recall',
  'to reach',
  'no answer',
  'precision with guesses',
  'recall with guesses',
];

/** A row for all repositories of a language, then one for each. */
export function languageRow({ language, oracle, precision, recall }: Judged, sum: Score): string[] {
  return [language, oracle, 'all', ...numbers(sum, share(precision), share(recall))];
}

export function repositoryRow({ language }: Judged, repository: string, score: Score): string[] {
  return [language, '', repository, ...numbers(score, '', '')];
}

export function graphTable(rows: readonly (readonly string[])[]): string {
  return markdownTable(head, rows);
}

function numbers(
  { sampled, answered, right, guessed, rightGuesses }: Score,
  precision: string,
  recall: string,
): string[] {
  return [
    String(sampled),
    ratio(right, answered),
    precision,
    ratio(right, sampled),
    recall,
    ratio(sampled - answered - guessed, sampled),
    ratio(right + rightGuesses, answered + guessed),
    ratio(right + rightGuesses, sampled),
  ];
}

function share(goal: number): string {
  return `≥ ${goal.toFixed(2).slice(1)}`;
}

function ratio(part: number, whole: number): string {
  return whole === 0 ? '–' : (part / whole).toFixed(3);
}
