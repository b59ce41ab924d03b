/** The occurrences of module-level names in a text, found without the tree. */
import type { References } from '../languages/language';
import type { Import, ModuleNames } from './module-names';

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** The import that provides the word by its `provides` rule, where no name in the file binds it. */
  readonly provider: Import | undefined;
  /** It stands after a member operator: an extension function that `provider` brings in. */
  readonly isMember: boolean;
}

const continues = 1;
const starts = 2;
/** Only behind other characters: `save!` and `Get-Item` are words, `!x` and `-x` are not. */
const ends = 4;

/** By UTF-16 unit, what it may be in a word. Everything above ASCII may start one. */
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

/** How a language writes words, in one shape for all languages. */
interface WordRules {
  readonly table: Uint8Array;
  readonly members: readonly string[];
}

const rules = new WeakMap<References, WordRules>();

function rulesOf(references: References): WordRules {
  let known = rules.get(references);
  if (!known) {
    const { wordCharacters = '$', memberOperators = ['.'] } = references;
    known = { table: wordTable(wordCharacters), members: memberOperators };
    rules.set(references, known);
  }
  return known;
}

/** Calls `visit` for each word that names an import or a global, in source order; import statements are passed over. */
export function eachWord(text: string, references: References, names: ModuleNames, visit: (word: Word) => void): void {
  const { table, members } = rulesOf(references);
  const open = names.imports.filter((entry) => entry.imported.provides);
  const providers = new Map<string, Import | undefined>();
  const openToMembers = names.imports.filter((entry) => entry.imported.members);
  const memberProviders = new Map<string, Import | undefined>();
  const memberProvider = (word: string, isCalled: boolean): Import | undefined => {
    const key = isCalled ? `${word}(` : word;
    if (!memberProviders.has(key)) {
      memberProviders.set(
        key,
        openToMembers.find((candidate) => candidate.imported.members?.(word, isCalled)),
      );
    }
    return memberProviders.get(key);
  };
  const { length } = text;
  const wanted = open.length > 0 || openToMembers.length > 0 ? undefined : names;
  let nextImport = 0;
  let skipTo = names.imports[0]?.start ?? length;
  let i = 0;
  for (;;) {
    const start = nextWord(text, i, table, wanted);
    if (start >= length) return;
    i = wordEnd(text, start, table);
    if (start >= skipTo) {
      let entry = names.imports[nextImport];
      while (entry && entry.end <= start) entry = names.imports[++nextImport];
      skipTo = entry?.start ?? length;
      if (entry && start >= entry.start) {
        i = entry.end;
        continue;
      }
    }
    const word = text.slice(start, i);
    if (openToMembers.length > 0 && isMember(text, start, members)) {
      const provider = memberProvider(word, /^[(<]/.test(text.slice(i, i + 1)));
      if (provider) visit({ text: word, start, end: i, provider, isMember: true });
    } else if (names.has(word)) {
      if (!isMember(text, start, members)) visit({ text: word, start, end: i, provider: undefined, isMember: false });
    } else if (open.length > 0) {
      if (!providers.has(word)) {
        providers.set(
          word,
          open.find((candidate) => candidate.imported.provides?.(word)),
        );
      }
      const provider = providers.get(word);
      if (provider && !isMember(text, start, members)) visit({ text: word, start, end: i, provider, isMember: false });
    }
  }
}

/**
 * Where the next word starts; the end of the text if there is none. With `wanted`, words that can be no name of the module are
 * passed over: first character and length tell without making a string. A function of its own, since V8 optimises small
 * functions that are called often far better than one long loop per file.
 */
function nextWord(text: string, from: number, table: Uint8Array, wanted: ModuleNames | undefined): number {
  const { length } = text;
  let i = from;
  while (i < length) {
    const first = text.charCodeAt(i);
    const kind = table[first] ?? 0;
    if (kind === 0 || kind === ends) {
      i++;
      continue;
    }
    const end = wordEnd(text, i, table);
    // What begins with a digit is a number: `1e5`, `0xff`.
    if (kind !== continues && (!wanted || wanted.maybe(first, end - i))) return i;
    i = end;
  }
  return length;
}

function wordEnd(text: string, from: number, table: Uint8Array): number {
  const { length } = text;
  let i = from + 1;
  while (i < length && table[text.charCodeAt(i)] !== 0) i++;
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
