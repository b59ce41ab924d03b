/** Is a query a name in the code, a path, or a sentence? Names and paths are found better by their letters than by meaning. */

import { languages } from '../../languages/registry';
import { proseFormatNames } from '../../prose/prose-format-names';
import { maxSymbolWords } from '../rank-weights';

export type QueryShape = 'symbol' | 'path' | 'sentence';

export function queryShapeOf(words: readonly string[]): QueryShape {
  const [first = ''] = words;
  if (words.length === 1 && looksLikePath(first)) return 'path';
  if (words.length === 0 || words.length > maxSymbolWords) return 'sentence';
  if (words.every((word) => symbolIn(word) !== undefined)) return 'symbol';
  // A single word with a capital is a name: `Flask`, `HTTPError`.
  return words.length === 1 && /^[A-Z][A-Za-z0-9]+$/.test(first) ? 'symbol' : 'sentence';
}

const extensions: ReadonlySet<string> = new Set(
  [...languages, ...proseFormatNames].flatMap((one) => one.extensions ?? []),
);

function looksLikePath(word: string): boolean {
  if (/[:()<>"'`]/.test(word)) return false;
  const path = word.replaceAll('\\', '/');
  if (hasSourceExtension(path.slice(path.lastIndexOf('/') + 1))) return true;
  return path.startsWith('./') || path.startsWith('../') || /^[^/]+\/[^/]+\/./.test(path);
}

/** Does a path end like a file that is indexed: `a.py`, `docs/b.md`? */
export function hasSourceExtension(path: string): boolean {
  const dot = path.lastIndexOf('.');
  return dot > 0 && !/[/\\]/.test(path.charAt(dot - 1)) && extensions.has(path.slice(dot).toLowerCase());
}

const name = /^[A-Za-z_$][\w$]*[?!]?$/;
const separators = /\.|::|->|#|\\/;

/** `b` of `a.b`. */
export function lastNameOf(symbol: string): string {
  return symbol.split(separators).at(-1) ?? symbol;
}

/** The name that a word spells, without call brackets and punctuation; undefined: it is a plain word. */
export function symbolIn(word: string): string | undefined {
  const quoted = /^`([^`]+)`$/.exec(word)?.[1];
  const bare = (quoted ?? unquoted(word)).replace(/[,;:?!.]+$/, '');
  const called = bare.replace(/\([^()]*\)$/, '');
  const isMarked = quoted !== undefined || called !== bare || /^[$@#]./.test(called);
  const symbol = called.replace(/^[@#.]+/, '');
  const parts = symbol.split(separators);
  if (!parts.every((part) => name.test(part))) return undefined;
  // `e.g`, `i.e`
  if (parts.length > 1 && parts.every((part) => part.length === 1)) return undefined;
  return isMarked || parts.length > 1 || parts.some(isIdentifier) ? symbol : undefined;
}

/** Without the quotes around a word, also of a phrase: `"fooBar",` */
function unquoted(word: string): string {
  return word.replace(/^["'“‘]+/, '').replace(/["'”’]+(?=[,;:?!.]*$)/, '');
}

/** Two words in one: `fooBar`, `FooBar`, `foo_bar`, `_foo`. */
function isIdentifier(part: string): boolean {
  return /[A-Za-z0-9]_|_[A-Za-z0-9]|[a-z0-9][A-Z]|[A-Z]{2}[a-z]{2}|^\$./.test(part);
}
