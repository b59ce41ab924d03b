/**
 * Is a query typed with operators in mind, or is it a text that was pasted? Error messages, stack traces, logs, commands and issues
 * have quotes, dashes and colons of their own. Reading them as operators would filter out the very code that they are about.
 */

/** What may be an operator in a query: everything, only filters such as `path:src`, or nothing. */
export type OperatorUse = 'all' | 'filters' | 'none';

/** A typed query is hardly longer than this. */
const maxTypedWords = 40;
const maxTypedLength = 400;
/** In a longer sentence, quotes emphasise and dashes belong to names. */
const maxPhraseWords = 10;

const pastedSigns: readonly RegExp[] = [
  /\n[^\n]*\S/, // several lines
  /```/,
  // Flags of a command: `pytest -k "not slow" -x`, `npm run build --silent`
  /(?:^|\s)-[A-Za-z](?=\s|$)/,
  /(?:^|\s)--[a-z][\w-]*(?=[\s=]|$)/,
  // `TypeError: …`, `panic: …`, `error[E0308]: …`, `fatal: …`
  /(?:^|[\s.])(?:\w*(?:Error|Exception|Warning)|error|fatal|panic|warning)(?:\[\w+\])?:\s/,
  // Stack frames: `File "a.py", line 3`, `at f (a.js:1:2)`, `main.go:12 +0x1d`
  /\bFile "[^"]+", line \d+/,
  /\bat \S+ ?\([^()\s]+:\d+/,
  /\S\.\w+:\d+(?::\d+)? \S/,
  // A line of a log: `2026-01-31T10:00:00`, `[12:30:01.250]`
  /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d/,
  /\[\d\d:\d\d:\d\d/,
];

export function operatorsIn(text: string): OperatorUse {
  const trimmed = text.trim();
  if (trimmed.length > maxTypedLength || pastedSigns.some((sign) => sign.test(trimmed))) return 'none';
  const words = trimmed.split(/\s+/).length;
  if (words > maxTypedWords) return 'none';
  return words > maxPhraseWords ? 'filters' : 'all';
}
