/**
 * A part of a query that cannot be used, as a value: a reason with its details, so that it can be shown in any language, and a
 * sentence in English for the command line and for models.
 */
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
  /** Phrases, exclusions and filters that no code passes; the answer is that of the plain text. */
  | { readonly is: 'dropped-operators'; readonly value: string }
  /** Words that the index does not have; the answer is that of other words. */
  | { readonly is: 'read-as'; readonly words: readonly ReadWord[] };

/** A word of a query, and what was searched in its place: one or several words that it may mean. */
export interface ReadWord {
  readonly typed: string;
  readonly read: readonly string[];
}

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
    case 'dropped-operators':
      return `nothing passes ${fault.value}, so the query was searched as plain text`;
    case 'read-as':
      return fault.words
        .map(({ typed, read }, i) => `"${typed}" ${i === 0 ? 'was read ' : ''}as "${read.join('" or "')}"`)
        .join(', ');
  }
}

/** The words that were searched in the place of others. */
export function wordsReadIn(problems: readonly QueryFault[]): string[] {
  return problems.flatMap((one) => (one.is === 'read-as' ? one.words.flatMap(({ read }) => read) : []));
}
