/** The phrases, exclusions and filters that a query was read to have. */
import { parseQuery } from './query';
import type { ReadOperator } from './query-operator';

/** Without those that cannot be used, such as a language that does not exist: they are reported as problems. */
export function readOperators(query: string): ReadOperator[] {
  const { operators, problems } = parseQuery(query);
  return operators.filter(({ start, end }) => !problems.some((one) => one.start === start && one.end === end));
}
