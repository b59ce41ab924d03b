/**
 * What an agent without an index would search for: files that the task names, its error messages, the identifiers it mentions, and then
 * its words. Nothing here knows the repository; grep-terms.ts chooses among them.
 */

type TermKind = 'message' | 'identifier' | 'word';

export type TaskTerm = { readonly text: string; readonly kind: TermKind };

/** A file that the task names, with the line if it says so: of a stack trace, or of a link to a line. */
export type NamedFile = { readonly path: string; readonly line: number | undefined };

const maxMessageLength = 80;
const minWordLength = 4;

const stopWords: ReadonlySet<string> = new Set(
  `about above actual actually added after again against almost along already also although always another anything appears
  around because been before behavior behaviour being below better between both cannot case cause causes change changed changes code
  could currently describe different does doing done each either else error even every example expected fact false feature file files
  first fixed fixes following found from function give given gets going have having hello here however instead into issue issues
  itself just know like line lines look made make makes many maybe might more most much must need needed needs never none nothing
  number only onto other others output over please possible probably problem provide provided python really reproduce result results
  return returns right same seems should show shows simple since some something steps still such support sure test tests than that
  their them then there therefore these they thing this those though through time true trying type under until used user users uses
  using value values version very want well were what when where whether which while will with within without work working works would
  write wrong your yours`
    .split(/\s+/)
    .filter(Boolean),
);

export function taskTerms(text: string): TaskTerm[] {
  const plain = text.replace(/https?:\/\/\S+/g, ' ');
  return unique([...messages(plain), ...identifiers(plain), ...words(plain)]);
}

export function namedFiles(text: string): NamedFile[] {
  const found: NamedFile[] = [];
  const add = (path: string | undefined, line?: string): void => {
    if (path !== undefined) found.push({ path, line: line === undefined ? undefined : Number(line) });
  };
  for (const [, path, line] of text.matchAll(/\/blob\/[^/\s]+\/([^\s#?)\]]+)(?:#L(\d+))?/g)) add(path, line);
  for (const [, path, line] of text.matchAll(/File "([^"\n]+)", line (\d+)/g)) add(path, line);
  const plain = text.replace(/https?:\/\/\S+/g, ' ');
  for (const [, path, line] of plain.matchAll(/((?:[\w@.+-]+[/\\])*[\w@+-][\w@.+-]*\.[A-Za-z]\w{0,5})(?::(\d+))?/g))
    add(path, line);
  return found.map(({ path, line }) => ({ path: path.replaceAll('\\', '/').replace(/^(?:\.{0,2}\/)+/, ''), line }));
}

/** Quoted sentences, and what follows the name of an error. */
function messages(text: string): TaskTerm[] {
  const quoted = [...text.matchAll(/"([^"\n]{12,})"|'([^'\n]{12,})'|`([^`\n]{12,})`/g)].map(
    ([, double, single, tick]) => double ?? single ?? tick ?? '',
  );
  const errors = [...text.matchAll(/\b\w*(?:Error|Exception|Warning|panicked at|fatal):\s*([^\n]{12,})/g)].map(
    ([, message = '']) => message,
  );
  return [...errors, ...quoted]
    .map((message) => message.trim().slice(0, maxMessageLength).trim())
    .filter((message) => /\w+\W+\w+\W+\w+/.test(message))
    .map((message) => ({ text: message, kind: 'message' }));
}

/** Names with an underscore, a capital inside or a dot; what is called; what stands alone in backticks; flags. */
function identifiers(text: string): TaskTerm[] {
  const found: string[] = [];
  for (const [name] of text.matchAll(/[A-Za-z_$][\w$]*(?:(?:\.|::|->)[A-Za-z_$][\w$]*)*/g)) {
    const parts = name.split(/\.|::|->/);
    for (const part of parts) if (isIdentifier(part) || parts.length > 1) found.push(part);
  }
  for (const [, name = ''] of text.matchAll(/\b([A-Za-z_]\w{2,})\(/g)) found.push(name);
  for (const [, name = ''] of text.matchAll(/`([A-Za-z_$][\w$-]*)`/g)) found.push(name);
  for (const [, name = ''] of text.matchAll(/(?<![\w-])--([a-z][\w-]{2,})/g)) found.push(name);
  return found
    .filter((name) => name.length > 2 && !stopWords.has(name.toLowerCase()))
    .map((name) => ({ text: name, kind: 'identifier' }));
}

function isIdentifier(name: string): boolean {
  return /[a-z0-9][A-Z]/.test(name) || /[A-Za-z0-9]_+[A-Za-z0-9]/.test(name) || /^[A-Z]{2,}[a-z]/.test(name);
}

function words(text: string): TaskTerm[] {
  return [...text.matchAll(/[\p{L}][\p{L}\d]+/gu)]
    .map(([word]) => word.toLowerCase())
    .filter((word) => word.length >= minWordLength && !stopWords.has(word))
    .map((word) => ({ text: word, kind: 'word' }));
}

/** The first of each text: what is named first in a task matters most. */
function unique(terms: readonly TaskTerm[]): TaskTerm[] {
  const known = new Set<string>();
  return terms.filter(({ text }) => {
    const key = text.toLowerCase();
    if (known.has(key)) return false;
    known.add(key);
    return true;
  });
}
