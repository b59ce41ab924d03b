/**
 * The query language: words, and filters that narrow the search.
 *
 *     "exact phrase"            the chunk contains it; white space does not matter (query-filters.ts)
 *     path:GLOB  file:GLOB      the path matches (query-filters.ts)
 *     lang:python               language, by its name, id or file extension; language: is the same
 *     kind:function             the kind of definition
 *     name:parse*               the name of the definition; symbol: is the same
 *     /ab+c/i                   the chunk matches this regular expression (query-tokens.ts, src/search/regex)
 *     -word -"phrase" -path:…   excludes chunks that match
 *
 * Filters without words list what passes them (src/search/view/listed-places.ts). Values may be quoted (`path:"my folder"`) and listed (`lang:ts,js`). Of several filters of one kind, one must match, and none that
 * excludes. Everything else is text, even if it looks similar: `std::vector`, `http://x`, `TODO: fix`, `a - b`, `--flag`,
 * `say "hi"!`. A text that was pasted rather than typed has no operators (question-parts.ts), and if operators leave nothing, the
 * searchers ask again without them. Parsing never fails: a part that cannot be used is reported and ignored.
 */

import picomatch from 'picomatch';
import type { StoredChunk } from '../../index/format/segment-contents';
import type { LexicalQuery, LexicalTerm } from '../../index/lexical/lexical-index';
import { nearestName } from '../../shared/near-name';
import { maxQueryTerms, pastedTermLimits } from '../rank-weights';
import {
  filterEntries,
  givenRegex,
  type PathFilter,
  type Phrase,
  pathFilter,
  phraseOf,
  type Regex,
  regexOf,
} from './query-filters';
import { type QueryFault, type QueryProblem, queryProblem, wordsReadIn } from './query-problem';
import { type QueryShape, queryShapeOf, symbolIn } from './query-shape';
import { excludedTerms, pastedTerms, queryTerms, requiredTerms } from './query-terms';
import { type FilterKey, type QueryToken, tokenise } from './query-tokens';
import { kindNames, kindsCalled, languageNames, languagesCalled } from './query-values';
import { operatorsIn, type QuestionParts, questionParts } from './question-parts';
import type { QueryFilters, ReadOperator } from './search-choices';

/** One of `any` must match, unless it is empty; none of `none` may match. */
interface Filter<T> {
  readonly any: readonly T[];
  readonly none: readonly T[];
}

/** `name:` in a query: the name of a definition, or a glob. Case does not matter. */
type NameFilter = { readonly pattern: string; readonly matches: (name: string) => boolean };

export interface Query {
  /** The query as written, without filters; this is what is embedded. */
  readonly text: string;
  readonly shape: QueryShape;
  /** The words that look like names in code, without brackets and quotes. */
  readonly symbols: readonly string[];
  /** Must be checked in the text of a chunk: `lexical` only narrows down the candidates. */
  readonly phrases: Filter<Phrase>;
  readonly paths: Filter<PathFilter>;
  /** Language ids, as in chunk records. */
  readonly languages: Filter<string>;
  readonly kinds: Filter<string>;
  readonly names: Filter<NameFilter>;
  /** A chunk must match all of these; they are looked for in files (regex-search.ts). */
  readonly regexes: readonly Regex[];
  readonly lexical: LexicalQuery;
  /** More terms than `lexical` has, of a long pasted text: a search chooses from them (query-terms.ts). */
  readonly pastedTerms?: readonly LexicalTerm[] | undefined;
  /** What a pasted text says about code; read when it is first asked for. */
  readonly parts: QuestionParts;
}

const nameGlob = { nocase: true, noextglob: true, nonegate: true, dot: true };

/** Characters; the rest of a longer query is ignored. */
const maxQueryLength = 200_000;

/** Characters of a pasted text that are embedded; a longer one is put together from its parts, the telling ones first. */
const maxTextLength = 10_000;

/** Names of a pasted text that count as asked for: those in its title and in backticks come first. */
const maxPastedSymbols = 32;

export interface QueryOptions {
  /** Everything is text: no phrases, exclusions and filters. */
  readonly plain?: boolean;
  readonly filters?: QueryFilters;
}

export interface ParsedQuery {
  readonly query: Query;
  readonly problems: readonly QueryProblem[];
  /** Phrases, exclusions and filters that were read in the text. */
  readonly operators: readonly ReadOperator[];
}

export function parseQuery(source: string, { plain = false, filters = {} }: QueryOptions = {}): ParsedQuery {
  const problems: QueryProblem[] = [];
  const input = source.slice(0, maxQueryLength);
  if (input.length < source.length)
    problems.push(queryProblem({ is: 'too-long', max: maxQueryLength }, maxQueryLength, source.length));
  const use = operatorsIn(input);
  const pasted = use === 'none' ? questionParts(input) : undefined;
  const parts = new QueryParts(problems, pasted);
  const text = pasted && input.length > maxTextLength ? tellingText(pasted, input) : input;
  const tokens = tokenise(text, plain ? 'none' : use);
  for (const token of tokens) parts.add(token);
  for (const { key, values } of filterEntries(filters)) {
    const given = { value: '', isExcluded: false, start: input.length, end: input.length };
    if (values.length > 0) parts.add({ is: 'filter', key, values, ...given });
  }
  for (const given of filters.regex ?? []) parts.addRegex(givenRegex(given), input.length, input.length);
  parts.leaveOut(filters.without ?? []);
  const operators = tokens.filter(({ is, isExcluded }) => is !== 'word' || isExcluded);
  return {
    query: parts.query(),
    problems,
    operators: operators.map(({ start, end }) => ({ text: text.slice(start, end), start, end })),
  };
}

function tellingText({ title, prose, code, output }: QuestionParts, input: string): string {
  const text = [title, prose, code, output].join('\n').trim();
  return (text === '' ? input : text).slice(0, maxTextLength);
}

/** Do a file's path and language pass the filters? */
export function matchesFile(
  { paths, languages }: Pick<Query, 'paths' | 'languages'>,
  path: string,
  language: string,
): boolean {
  return passes(paths, (filter) => filter.matches(path)) && passes(languages, (id) => id === language);
}

/** Do a chunk's kind and names pass the filters? */
export function matchesChunk(query: Query, chunk: Pick<StoredChunk, 'kind' | 'name' | 'symbols'>): boolean {
  const isKind = passes(query.kinds, (kind) => kind === chunk.kind);
  return isKind && matchesNames(query, [chunk.name, ...chunk.symbols]);
}

/** Do the names that a chunk defines pass the filters? */
export function matchesNames({ names }: Query, defined: readonly string[]): boolean {
  return passes(names, ({ matches }) => defined.some((name) => matches(name)));
}

type AskedParts = Pick<Query, 'text' | 'regexes' | 'paths' | 'languages' | 'kinds' | 'names'>;

/** Are there filters, and no words? Then what passes them is listed. What a query only excludes is not asked for. */
export function isListing({ text, regexes, paths, languages, kinds, names }: AskedParts): boolean {
  return text === '' && regexes.length === 0 && [paths, languages, kinds, names].some(({ any }) => any.length > 0);
}

/** Does a text contain all phrases of the query, and none that it excludes? */
export function matchesText({ phrases }: Query, text: string): boolean {
  return phrases.any.every(({ find }) => find(text)) && !phrases.none.some(({ find }) => find(text));
}

function passes<T>({ any, none }: Filter<T>, matches: (one: T) => boolean): boolean {
  return (any.length === 0 || any.some(matches)) && !none.some(matches);
}

class FilterList<T> implements Filter<T> {
  readonly any: T[] = [];
  readonly none: T[] = [];

  add(isExcluded: boolean, ...values: readonly T[]): void {
    (isExcluded ? this.none : this.any).push(...values);
  }
}

class QueryParts {
  private readonly text: string[] = [];
  private readonly words: string[] = [];
  private readonly excluded: string[] = [];
  private readonly required: string[] = [];
  private readonly phrases = new FilterList<Phrase>();
  private readonly paths = new FilterList<PathFilter>();
  private readonly languages = new FilterList<string>();
  private readonly kinds = new FilterList<string>();
  private readonly names = new FilterList<NameFilter>();
  private readonly regexes: Regex[] = [];

  /** @param pasted the parts of a text that was pasted; undefined: the query was typed. */
  constructor(
    private readonly problems: QueryProblem[],
    private readonly pasted: QuestionParts | undefined,
  ) {}

  add(token: QueryToken): void {
    const { is, value, isExcluded } = token;
    if (is === 'filter') {
      for (const one of token.values) this.addFilter(token, token.key, one);
    } else if (is === 'regex') {
      this.addRegex(regexOf(value, token.flags), token.start, token.end);
    } else if (is === 'phrase') {
      this.phrases.add(isExcluded, phraseOf(value));
      if (isExcluded) return;
      this.text.push(value);
      this.words.push(...value.split(/\s+/).filter(Boolean));
      this.required.push(...requiredTerms(value));
    } else if (isExcluded) {
      const terms = excludedTerms(value);
      this.excluded.push(...terms);
      if (terms.length === 0) this.report(token, { is: 'excludes-nothing', value: shown(value) });
    } else {
      this.text.push(value);
      this.words.push(value);
      if (token.hint !== undefined) this.report(token, token.hint);
    }
  }

  addRegex(regex: ReturnType<typeof regexOf>, start: number, end: number): void {
    if ('problem' in regex) this.problems.push(queryProblem(regex.problem, start, end));
    else this.regexes.push(regex);
  }

  /** @param without paths of files, and of folders with `/` at the end. */
  leaveOut(without: readonly string[]): void {
    for (const pattern of without) {
      const matches = (path: string): boolean => (pattern.endsWith('/') ? path.startsWith(pattern) : path === pattern);
      this.paths.add(true, { pattern, matches });
    }
  }

  query(): Query {
    const { phrases, paths, languages, kinds, names, regexes, words, pasted } = this;
    const text = this.text.join(' ');
    const excluded = new Set(this.excluded);
    const telling = pasted ? pastedTerms(pasted) : [];
    // A pasted text may have nothing but an address or a list of versions.
    const terms = (telling.length > 0 ? telling : queryTerms(text)).filter(({ term }) => !excluded.has(term));
    const asksNothing = text === '' && !isListing({ text, regexes, paths, languages, kinds, names });
    const hasProblem = this.problems.some(({ is }) => is === 'bad-regex');
    if (asksNothing && regexes.length === 0 && !hasProblem) this.problems.push(queryProblem({ is: 'no-words' }, 0, 0));
    let parts = pasted;
    const symbols = pasted
      ? pasted.names.slice(0, maxPastedSymbols).map(({ name }) => name)
      : [...new Set(words.flatMap((word) => symbolIn(word) ?? []))];
    return {
      text,
      shape: queryShapeOf(words),
      symbols,
      phrases,
      paths,
      languages,
      kinds,
      names,
      regexes,
      lexical: { terms: terms.slice(0, maxQueryTerms), required: [...new Set(this.required)], excluded: [...excluded] },
      ...(terms.length > pastedTermLimits.used && pasted && { pastedTerms: terms }),
      get parts() {
        parts ??= questionParts(text);
        return parts;
      },
    };
  }

  private addFilter(token: QueryToken, key: FilterKey, value: string): void {
    const { isExcluded } = token;
    if (key === 'path') {
      const filter = pathFilter(value);
      if ('problem' in filter) this.report(token, filter.problem);
      else this.paths.add(isExcluded, filter);
    } else if (key === 'lang') {
      const ids = languagesCalled(value);
      if (ids) this.languages.add(isExcluded, ...ids);
      else this.report(token, unknown('no-language', value, languageNames));
    } else if (key === 'kind') {
      const kinds = kindsCalled(value);
      if (kinds) this.kinds.add(isExcluded, ...kinds);
      else this.report(token, unknown('no-kind', value, kindNames));
    } else {
      const glob = pathFilter(value);
      if ('problem' in glob) this.report(token, glob.problem);
      else this.names.add(isExcluded, { pattern: value, matches: picomatch(value, nameGlob) });
    }
  }

  private report({ start, end }: QueryToken, fault: QueryFault): void {
    this.problems.push(queryProblem(fault, start, end));
  }
}

function unknown(is: 'no-language' | 'no-kind', value: string, names: readonly string[]): QueryFault {
  const near = nearestName(value, names);
  return { is, value: shown(value), ...(near !== undefined && { near }) };
}

function shown(value: string): string {
  return value.length > 40 ? `${value.slice(0, 40)}…` : value;
}

/** What a surface shows of a query. It is parsed where it is answered, which may be in another process. */
export interface ShownQuery {
  readonly text: string;
  readonly symbols: readonly string[];
  /** Also those that were searched in place of others. */
  readonly terms: readonly LexicalTerm[];
  /** Phrases, exclusions and filters; without those that cannot be used, such as a language that does not exist. */
  readonly operators: readonly ReadOperator[];
}

/** @param all problems with the query, those that were found while it was answered included. */
export function shownQuery({ query, operators }: ParsedQuery, all: readonly QueryProblem[]): ShownQuery {
  const { text, symbols, lexical } = query;
  return {
    ...{ text, symbols, terms: [...lexical.terms, ...queryTerms(wordsReadIn(all).join(' '))] },
    operators: operators.filter(({ start, end }) => !all.some((one) => one.start === start && one.end === end)),
  };
}

// A pasted text is asked twice: as a whole, and by its title alone. The title says best what the text is about, but not in the words
// of the code; the rest has those words, among many others.

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
