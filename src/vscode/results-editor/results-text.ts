import { attempt } from '../../shared/attempt';

/**
 * The text of a results editor. It is read again to run the search once more and to find the source of a line, also after it was saved
 * to a file and edited:
 *
 *     # Query: price to pay
 *     # Filters: lang:python path:src
 *     # Repositories: all
 *     # 3 results in 2 files
 *
 *     src/cart.py:
 *       method gross · Cart · 39–49
 *         39: def gross(self) -> Decimal:
 *         40:     return …
 *
 * A line that begins with `#` is about the search, one without indentation is a file, one with two spaces the title of a place, and a
 * number with a colon is a line of the source.
 */

interface ResultsHead {
  readonly query: string;
  /** As the query language writes them, and `mode:`, `only:`; empty: none. */
  readonly filters: readonly ResultsFilter[];
  /** A file and a line (1-based) that the results are similar to. */
  readonly similar?: { readonly path: string; readonly line: number } | undefined;
  /** What is searched besides the workspace or in its place: `all`, or a repository of the database; left out: the workspace. */
  readonly repositories?: string | undefined;
  /** Roots of files that are in the database, `REPOSITORY@BRANCH`: their paths begin with them. */
  readonly stored?: readonly string[] | undefined;
}

interface ResultsFilter {
  /** Begins with `-` for what is left out. */
  readonly key: string;
  readonly value: string;
}

type ResultsFile = { readonly path: string; readonly places: readonly ResultsPlace[] };

type ResultsPlace = { readonly title: string; readonly lines: readonly PlaceLine[] };

export interface PlaceLine {
  /** 1-based; missing where the lines of the text are not lines of the file, as in notebooks. */
  readonly number?: number;
  readonly text: string;
}

/** What a line of the text is about. Lines are 1-based. */
export interface ResultLine {
  readonly is: 'file' | 'place' | 'code';
  readonly path: string;
  /** In the file. */
  readonly line: number;
  /** Where the code begins in the line of the text. */
  readonly column: number;
}

const indent = '    ';

export function resultsText(head: ResultsHead, notes: readonly string[], files: readonly ResultsFile[]): string {
  const { query, filters, similar, repositories = '', stored = [] } = head;
  const lines = [
    ...(similar ? [`# Similar to: ${similar.path}:${similar.line}`] : [`# Query: ${escaped(query)}`]),
    ...(filters.length > 0
      ? [`# Filters: ${filters.map(({ key, value }) => `${key}:${quotedIfNeeded(value)}`).join(' ')}`]
      : []),
    ...(repositories === '' ? [] : [`# Repositories: ${repositories}`]),
    ...(stored.length > 0 ? [`# From the database: ${stored.map(quotedIfNeeded).join(' ')}`] : []),
    ...notes.map((note) => `# ${note.replace(/\s+/g, ' ')}`),
  ];
  for (const { path, places } of files) {
    lines.push('', `${path}:`);
    for (const [i, place] of places.entries()) lines.push(...(i > 0 ? [''] : []), ...placeLines(place));
  }
  return `${lines.join('\n')}\n`;
}

function placeLines({ title, lines }: ResultsPlace): string[] {
  const width = String(lines.at(-1)?.number ?? '').length;
  const code = lines.map(({ number, text }) =>
    (number === undefined ? indent + text : `${indent}${String(number).padStart(width)}: ${text}`).trimEnd(),
  );
  return [`  ${title}`, ...code];
}

/** The search of a text; undefined if it does not begin with one. */
export function readHead(text: string): ResultsHead | undefined {
  const head = new Map<string, string>();
  for (const line of text.split(/\r?\n/)) {
    const found = /^# (Query|Filters|Similar to|Repositories|From the database): ?(.*)$/.exec(line);
    if (found?.[1] !== undefined) head.set(found[1], found[2] ?? '');
    else if (line !== '' && !line.startsWith('#')) break;
  }
  const [, path = '', line = '1'] = /^(.*):(\d+)$/.exec(head.get('Similar to') ?? '') ?? [];
  const query = head.get('Query');
  const repositories = head.get('Repositories');
  const stored = head.get('From the database');
  if (query === undefined && path === '') return undefined;
  return {
    query: unescaped(query ?? ''),
    filters: readFilters(head.get('Filters') ?? ''),
    similar: path === '' ? undefined : { path, line: Number(line) },
    ...(repositories !== undefined && { repositories }),
    ...(stored !== undefined && { stored: readRoots(stored) }),
  };
}

/** One entry for each line of the text; undefined for lines that lead nowhere. */
export function resultLines(text: string): (ResultLine | undefined)[] {
  let path: string | undefined;
  const all = text.split(/\r?\n/).map((line): ResultLine | undefined => {
    if (line.startsWith('#') || line.trim() === '') return undefined;
    if (!line.startsWith(' ')) {
      path = line.replace(/:$/, '');
      return { is: 'file', path, line: 1, column: 0 };
    }
    if (path === undefined) return undefined;
    const number = /^ {4}( *\d+):(?: |$)/.exec(line);
    if (number) return { is: 'code', path, line: Number(number[1]), column: number[0].length };
    if (line.startsWith(indent)) return { is: 'code', path, line: 0, column: indent.length };
    const [, from] = /(\d+)(?:–\d+)?$/.exec(line) ?? [];
    return { is: 'place', path, line: Number(from ?? 1), column: 2 };
  });
  // Lines without numbers belong to the place above them.
  let place = 1;
  return all.map((line) => {
    if (line?.is === 'place') place = line.line;
    return line?.is === 'code' && line.line === 0 ? { ...line, line: place } : line;
  });
}

function quotedIfNeeded(value: string): string {
  return /^[^\s"]+$/.test(value) ? value : JSON.stringify(value);
}

function readRoots(text: string): string[] {
  return [...text.matchAll(/("(?:[^"\\]|\\.)*")|(\S+)/g)].map(([, quoted, plain = '']) =>
    quoted === undefined ? plain : unquoted(quoted),
  );
}

function readFilters(text: string): ResultsFilter[] {
  return [...text.matchAll(/(-?[a-z]+):(?:("(?:[^"\\]|\\.)*")|(\S+))/g)].map(([, key = '', quoted, plain = '']) => ({
    key,
    value: quoted === undefined ? plain : unquoted(quoted),
  }));
}

/** A person may have edited it. */
function unquoted(text: string): string {
  return attempt(() => String(JSON.parse(text))) ?? text.slice(1, -1);
}

/** A pasted query has line breaks; the head of the text has one line for it. */
function escaped(query: string): string {
  return query.replaceAll('\\', '\\\\').replace(/\r\n|\r|\n/g, '\\n');
}

function unescaped(text: string): string {
  return text.replace(/\\(\\|n)/g, (_, sign: string) => (sign === 'n' ? '\n' : '\\'));
}
