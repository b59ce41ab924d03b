/** A part of a query that was read as a phrase, an exclusion or a filter. Pages import this file, so it imports nothing. */
export interface ReadOperator {
  /** As it is written in the query. */
  readonly text: string;
  /** Where in the query, in UTF-16 offsets. */
  readonly start: number;
  readonly end: number;
}

/** The query without this part, and without the space that it leaves. */
export function withoutOperator(query: string, { text, start, end }: ReadOperator): string {
  // The query may have been edited since.
  const at = query.slice(start, end) === text ? start : query.indexOf(text);
  if (at < 0) return query;
  return `${query.slice(0, at).trimEnd()} ${query.slice(at + text.length).trimStart()}`.trim();
}
