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
  'recall without fields',
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

function numbers(score: Score, precision: string, recall: string): string[] {
  const { sampled, answered, right, guessed, rightGuesses, fields, rightFields } = score;
  return [
    String(sampled),
    ratio(right, answered),
    precision,
    ratio(right, sampled),
    recall,
    ratio(right - rightFields, sampled - fields),
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
