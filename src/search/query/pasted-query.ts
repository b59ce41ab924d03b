/**
 * A pasted text is asked twice: as a whole, and by its title alone. The title says best what the text is about, but not in the words
 * of the code; the rest has those words, among many others.
 */
import { parseQuery, type Query } from './query';

/** Characters of prose that are embedded; more would blur the vector. */
const maxEmbeddedLength = 4000;

/** The title as a query of its own; undefined: the query is short, or has no title. */
export function titleQuery({ parts }: Query): Query | undefined {
  const { isPasted, title, prose, code, output } = parts;
  if (!isPasted || title === '' || `${prose}${code}${output}`.trim() === '') return undefined;
  const { query } = parseQuery(title, { plain: true });
  return query.lexical.terms.length > 0 ? query : undefined;
}

/** What is embedded: of a pasted text only its prose, because pasted code and output are near to code that only looks like them. */
export function embeddedText({ text, parts: { isPasted, title, prose } }: Query): string {
  const said = isPasted ? `${title}\n${prose}`.trim() : '';
  return said === '' ? text : said.slice(0, maxEmbeddedLength);
}
