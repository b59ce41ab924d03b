/**
 * What of a query could not be used, as a value: a reason with what it is about, so that it can be said in any language, and one
 * sentence in English for the command line and for models.
 */
export type QueryFault =
  | { readonly is: 'too-long'; readonly most: number }
  | { readonly is: 'no-words' }
  /** `-…` without a word in it. */
  | { readonly is: 'excludes-nothing'; readonly value: string }
  | { readonly is: 'no-language' | 'no-kind'; readonly value: string; readonly near?: string }
  /** Text that is nearly a filter. */
  | { readonly is: 'no-filter'; readonly value: string; readonly near: string }
  | { readonly is: 'long-pattern'; readonly most: number }
  | { readonly is: 'many-wildcards'; readonly value: string }
  | { readonly is: 'no-pattern'; readonly value: string };

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
      return `only the first ${fault.most.toLocaleString('en')} characters of the query are used`;
    case 'no-words':
      return 'there are no words to look for';
    case 'excludes-nothing':
      return `"${fault.value}" has no word that could be left out`;
    case 'no-language':
    case 'no-kind': {
      const what = fault.is === 'no-language' ? 'language' : 'kind';
      const hint = fault.near === undefined ? '' : `; did you mean ${fault.near}?`;
      return `no ${what} "${fault.value}"${hint}`;
    }
    case 'no-filter':
      return `"${fault.value}:" is no filter, it is looked for as text; did you mean ${fault.near}:?`;
    case 'long-pattern':
      return `a path pattern has at most ${fault.most} characters`;
    case 'many-wildcards':
      return `"${fault.value}" has too many wildcards`;
    case 'no-pattern':
      return `"${fault.value}" is no path pattern`;
  }
}
