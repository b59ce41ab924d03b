/** If phrases, exclusions and filters in the text of a query leave nothing, the text is searched again as plain text. */
import { type ParsedQuery, parseQuery, type QueryOptions } from './query/query';
import { type QueryProblem, queryProblem } from './query/query-problem';
import type { SearchArea } from './query/search-choices';

export async function askAgainIfEmpty<
  A extends { readonly hits: readonly unknown[]; readonly problems: readonly QueryProblem[] },
>(
  source: string,
  options: QueryOptions & { readonly only?: readonly SearchArea[] },
  ask: (parsed: ParsedQuery) => Promise<A>,
): Promise<A> {
  const parsed = parseQuery(source, options);
  const answer = await ask(parsed);
  // Without words there is nothing else to ask for.
  if (answer.hits.length > 0 || parsed.operators.length === 0 || parsed.query.text === '') return answer;
  const again = await ask(parseQuery(source, { ...options, plain: true }));
  if (again.hits.length === 0) return answer;
  const value = parsed.operators.map(({ text }) => text).join(' ');
  const dropped = queryProblem({ is: 'dropped-operators', value, only: options.only ?? [] }, 0, source.length);
  const missing = answer.problems.filter(({ is }) => is === 'no-definition');
  const read = again.problems.filter(({ is }) => is === 'read-as');
  return { ...again, problems: [...parsed.problems, dropped, ...missing, ...read] };
}
