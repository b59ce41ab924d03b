/**
 * A part of a query that cannot be used, as a value: a reason with its details, so that it can be shown in any language, and a
 * sentence in English for the command line and for models.
 */
import type { SearchArea } from './search-choices';

export type QueryFault =
  | { readonly is: 'too-long'; readonly max: number }
  | { readonly is: 'no-words' }
  /** `-…` without a word. */
  | { readonly is: 'excludes-nothing'; readonly value: string }
  | { readonly is: 'no-language' | 'no-kind'; readonly value: string; readonly near?: string }
  /** Text that is nearly a filter. */
  | { readonly is: 'no-filter'; readonly value: string; readonly near: string }
  | { readonly is: 'long-pattern'; readonly max: number }
  | { readonly is: 'many-wildcards'; readonly value: string }
  | { readonly is: 'no-pattern'; readonly value: string }
  /** Phrases, exclusions and filters that nothing in the searched areas passes; the answer is that of the plain text. */
  | { readonly is: 'dropped-operators'; readonly value: string; readonly only: readonly SearchArea[] }
  /** Not a regular expression; `at` is a 1-based place in it. */
  | { readonly is: 'bad-regex'; readonly value: string; readonly reason: string; readonly at?: number }
  /** Not all files that can match were read. */
  | { readonly is: 'regex-cut-off'; readonly read: number; readonly files: number }
  /** The expression was stopped in this file, and in more files. */
  | { readonly is: 'slow-regex'; readonly path: string; readonly more: number }
  /** Databases are not searched for expressions. */
  | { readonly is: 'regex-not-stored' }
  /** Databases do not list what filters alone match. */
  | { readonly is: 'list-not-stored' }
  /** A name that no code defines; `near` are defined, the nearest first. `isUsed`: code uses it from elsewhere. */
  | { readonly is: 'no-definition'; readonly value: string; readonly near: readonly string[]; readonly isUsed: boolean }
  /** Words that the index does not have; the answer is that of other words. */
  | { readonly is: 'read-as'; readonly words: readonly ReadWord[] };

/** A word of a query, and what was searched in its place: one or several words that it may mean. */
export type ReadWord = { readonly typed: string; readonly read: readonly string[] };

export type QueryProblem = QueryFault & {
  readonly message: string;
  /** Where in the query, in UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
};

export function queryProblem(fault: QueryFault, start: number, end: number): QueryProblem {
  return { ...fault, message: messageOf(fault), start, end };
}

function messageOf(fault: QueryFault): string {
  switch (fault.is) {
    case 'too-long':
      return `only the first ${fault.max.toLocaleString('en')} characters of the query are used`;
    case 'no-words':
      return 'the query has no words to search for';
    case 'excludes-nothing':
      return `"${fault.value}" has no word to exclude`;
    case 'no-language':
    case 'no-kind': {
      const what = fault.is === 'no-language' ? 'language' : 'kind';
      const hint = fault.near === undefined ? '' : `; did you mean ${fault.near}?`;
      return `no ${what} "${fault.value}"${hint}`;
    }
    case 'no-filter':
      return `"${fault.value}:" is not a filter and is searched as text; did you mean ${fault.near}:?`;
    case 'long-pattern':
      return `a path pattern has at max ${fault.max} characters`;
    case 'many-wildcards':
      return `"${fault.value}" has too many wildcards`;
    case 'no-pattern':
      return `"${fault.value}" is not a path pattern`;
    case 'dropped-operators': {
      const where = fault.only.length === 0 ? '' : ` in ${fault.only.join(' or ')}`;
      return `nothing${where} passes ${fault.value}, so the query was searched as plain text`;
    }
    case 'bad-regex': {
      const at = fault.at === undefined ? '' : ` at character ${fault.at}`;
      return `${fault.value} is not a regular expression: ${fault.reason}${at}`;
    }
    case 'regex-cut-off':
      return `the regular expression was searched in ${fault.read.toLocaleString('en')} of ${fault.files.toLocaleString('en')} files that can match; a longer word in it, or a filter, leaves fewer`;
    case 'slow-regex': {
      const more = fault.more === 0 ? '' : ` and ${fault.more} more`;
      return `the regular expression took too long in ${fault.path}${more}, so it was stopped there`;
    }
    case 'regex-not-stored':
      return 'a database is not searched for regular expressions, so they were left out';
    case 'list-not-stored':
      return 'a database lists nothing for filters alone: add words to search for';
    case 'no-definition': {
      if (fault.isUsed) return `${fault.value} is used, but not defined here`;
      const hint = fault.near.length === 0 ? '' : `; nearest: ${fault.near.join(', ')}`;
      return `no definition named ${fault.value}${hint}`;
    }
    case 'read-as':
      return fault.words
        .map(({ typed, read }, i) => `"${typed}" ${i === 0 ? 'was read ' : ''}as "${read.join('" or "')}"`)
        .join(', ');
  }
}

/** A name that a query asks for and no code defines, and names that are defined, the nearest first. */
export interface MissingName {
  readonly name: string;
  readonly nearest: readonly string[];
  /** Code uses something of this name that is defined elsewhere, such as in a library. */
  readonly isUsed: boolean;
}

export function missingNamesIn(problems: readonly QueryFault[]): { readonly missingNames?: readonly MissingName[] } {
  const missingNames = problems.flatMap((one) =>
    one.is === 'no-definition' ? [{ name: one.value, nearest: one.near, isUsed: one.isUsed }] : [],
  );
  return missingNames.length > 0 ? { missingNames } : {};
}

/** The words that were searched in the place of others. */
export function wordsReadIn(problems: readonly QueryFault[]): string[] {
  return problems.flatMap((one) => (one.is === 'read-as' ? one.words.flatMap(({ read }) => read) : []));
}
