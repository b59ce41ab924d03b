/** Finds the occurrences of module-level names in a text, without its syntax tree. */

import type { LanguageReferences } from '../../languages/language';
import { remember } from '../../shared/maps';
import type { SourceText } from '../source-text';
import type { ImportStatement, ModuleNames } from './module-names';

export interface NamedWord {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The import that provides the word by its `provides` rule, if no name in the file binds it. */
  readonly provider: ImportStatement | undefined;
  /** The word follows a member operator: it is an extension function from `provider`. */
  readonly isMember: boolean;
}

const continues = 1;
const starts = 2;
/** Only after other characters: `save!` and `Get-Item` are words, `!x` and `-x` are not. */
const ends = 4;

/** By UTF-16 unit, where in a word it may occur. Everything above ASCII may start a word. */
function wordTable(extra: string): Uint8Array {
  const table = new Uint8Array(0x10000).fill(starts | continues);
  for (let code = 0; code < 128; code++) {
    const char = String.fromCharCode(code);
    if (/[0-9]/.test(char)) table[code] = continues;
    else if (!/[A-Za-z_]/.test(char) && !extra.includes(char)) table[code] = 0;
    else if ("?!'-".includes(char)) table[code] = ends;
  }
  return table;
}

const tables = new WeakMap<LanguageReferences, Uint8Array>();

/** Calls `visit` with each word, as the language writes words. It returns where to continue. */
export function visitWords(
  { units }: SourceText,
  references: LanguageReferences,
  visit: (start: number, end: number) => number,
): void {
  const table = remember(tables, references, () => wordTable(references.wordCharacters ?? '$'));
  for (let at = 0; at < units.length; ) {
    const kind = table[units[at] ?? 0] ?? 0;
    if (kind === 0 || kind === ends) {
      at++;
      continue;
    }
    let end = at + 1;
    while (end < units.length && table[units[end] ?? 0] !== 0) end++;
    // A word that begins with a digit is a number: `1e5`, `0xff`.
    at = kind === continues ? end : visit(at, end);
  }
}

/** The words that name an import or a global, in source order; import statements are skipped. */
export function namedWords(source: SourceText, references: LanguageReferences, names: ModuleNames): NamedWord[] {
  const { text: all, units } = source;
  const operators = references.memberOperators ?? ['.'];
  const { imports } = names;
  const open = imports.filter(({ imported }) => imported.provides);
  const openMembers = imports.filter(({ imported }) => imported.members);
  // Each word is looked up once: `provides` may take long.
  const meanings = new Map<string, ImportStatement | 'name' | 'nothing'>();
  const memberMeanings = new Map<string, ImportStatement | 'nothing'>();
  const found: NamedWord[] = [];
  let next = 0;
  visitWords(source, references, (start, end) => {
    while ((imports[next]?.end ?? all.length) <= start) next++;
    const statement = imports[next];
    if (statement && start >= statement.start) return statement.end;
    const text = all.slice(start, end);
    if (openMembers.length > 0 && isMember(all, start, operators)) {
      const isCalled = units[end] === 0x28 || units[end] === 0x3c;
      const provider = remember(memberMeanings, isCalled ? `${text}(` : text, () => {
        return openMembers.find(({ imported }) => imported.members?.(text, isCalled)) ?? 'nothing';
      });
      if (provider !== 'nothing') found.push({ text, start, end, provider, isMember: true });
      return end;
    }
    const meaning = remember(meanings, text, () => {
      if (names.has(text)) return 'name';
      return open.find(({ imported }) => imported.provides?.(text)) ?? 'nothing';
    });
    if (meaning === 'nothing' || isMember(all, start, operators)) return end;
    found.push({ text, start, end, provider: meaning === 'name' ? undefined : meaning, isMember: false });
    return end;
  });
  return found;
}

/** True if one of the operators is before a word. */
function isMember(text: string, start: number, operators: readonly string[]): boolean {
  return operators.some((operator) => {
    const at = start - operator.length;
    // `...rest` and ranges `..end` are not member access.
    return at >= 0 && text.startsWith(operator, at) && !(operator === '.' && text[at - 1] === '.');
  });
}
