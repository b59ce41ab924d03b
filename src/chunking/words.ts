/** The occurrences of module-level names in a text, found without the tree. */
import type { References } from '../languages/language';
import type { Import, ModuleNames } from './module-names';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The import that provides the word by its `provides` rule, where no name in the file binds it. */
  readonly provider?: Import;
}

/** 1: may start a word, 2: may continue one. Everything above ASCII may do both. */
function wordTable(extra: string): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const char = String.fromCharCode(code);
    if (/[A-Za-z_]/.test(char) || extra.includes(char)) table[code] = 3;
    else if (/[0-9]/.test(char)) table[code] = 2;
  }
  return table;
}

const tables = new Map<string, Uint8Array>();

export function eachWord(
  text: string,
  references: References,
  names: ModuleNames,
  visit: (word: Word) => void,
): void {
  const extra = references.wordCharacters ?? '$';
  let table = tables.get(extra);
  if (!table) {
    table = wordTable(extra);
    tables.set(extra, table);
  }
  const members = references.memberOperators ?? ['.'];
  const open = names.imports.filter((entry) => entry.imported.provides);
  const providers = new Map<string, Import | undefined>();
  let nextImport = 0;
  let i = 0;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code < 128 && ((table[code] ?? 0) & 1) === 0) {
      i++;
      // A number is no word, nor is what follows its digits: `1e5`, `0xff`.
      if (code >= 48 && code <= 57) i = wordEnd(text, i, table);
      continue;
    }
    const start = i;
    i = wordEnd(text, i, table);
    const entry = names.imports[nextImport];
    if (entry && start >= entry.start) {
      if (start < entry.end) {
        i = entry.end;
        continue;
      }
      while ((names.imports[nextImport]?.end ?? Number.POSITIVE_INFINITY) <= start) nextImport++;
      const next = names.imports[nextImport];
      if (next && start >= next.start) {
        i = next.end;
        continue;
      }
    }
    // Most words are no name of the module: first character and length tell without making a string.
    if (open.length === 0 && !names.maybe(code, i - start)) continue;
    const word = text.slice(start, i);
    if (names.has(word)) {
      if (!isMember(text, start, members)) visit({ text: word, start, end: i });
    } else if (open.length > 0) {
      if (!providers.has(word)) providers.set(word, open.find((candidate) => candidate.imported.provides?.(word)));
      const provider = providers.get(word);
      if (provider && !isMember(text, start, members)) visit({ text: word, start, end: i, provider });
    }
  }
}

function wordEnd(text: string, from: number, table: Uint8Array): number {
  let i = from;
  while (i < text.length) {
    const code = text.charCodeAt(i);
    if (code < 128 && (table[code] ?? 0) === 0) break;
    i++;
  }
  return i;
}

function isMember(text: string, start: number, operators: readonly string[]): boolean {
  for (const operator of operators) {
    if (!text.startsWith(operator, start - operator.length)) continue;
    // `...rest` and ranges `..end` are no member access.
    if (operator === '.' && text.charCodeAt(start - 2) === 46) continue;
    return true;
  }
  return false;
}
