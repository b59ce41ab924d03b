/** Finds the occurrences of module-level names in a text, without its syntax tree. */

import type { LanguageReferences } from '../../languages/language';
import { remember } from '../../shared/maps';
import { DistinctWords } from './distinct-words';
import { type ImportStatement, type ModuleNames, wordShape } from './module-names';

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

/** How a language writes words, in one shape for all languages. */
interface WordRules {
  readonly table: Uint8Array;
  /** The UTF-16 units of each member operator: the last one in the low 16 bits, the one before (or 0) in the high bits. */
  readonly members: readonly number[];
}

const rules = new WeakMap<LanguageReferences, WordRules>();

export function wordRules(references: LanguageReferences): WordRules {
  return remember(rules, references, () => {
    const { wordCharacters = '$', memberOperators = ['.'] } = references;
    const members = memberOperators.map(
      (operator) =>
        operator.charCodeAt(operator.length - 1) | (operator.length === 2 ? operator.charCodeAt(0) << 16 : 0),
    );
    return { table: wordTable(wordCharacters), members };
  });
}

const meaningCodes = { nothing: 1, name: 2 } as const;
const firstProvider = 3;

/** Shared by all files, to reuse its memory. */
const distinctWords = new DistinctWords();

/** The words that name an import or a global, in source order; import statements are skipped. */
export function namedWords(
  text: string,
  units: Uint16Array,
  references: LanguageReferences,
  names: ModuleNames,
): NamedWord[] {
  const { table, members } = wordRules(references);
  const meanings = new Meanings(names);
  const shapes = meanings.hasOpenImports ? undefined : names.shapes;
  const search = new Search(units, table, members, meanings, names.imports);
  distinctWords.reset(text, units);
  for (let from = 0; from < units.length; ) {
    const start = nextWord(units, from, units.length, table, shapes);
    from = start < units.length ? search.visit(start) : start;
  }
  return search.found;
}

/** A class instead of one loop: when a rare word makes V8 recompile, it recompiles the code for one word, not the whole search. */
class Search {
  readonly found: NamedWord[] = [];
  private nextImport = 0;
  /** Start of the next import statement. */
  private nextImportStart: number;

  constructor(
    private readonly units: Uint16Array,
    private readonly table: Uint8Array,
    private readonly members: readonly number[],
    private readonly meanings: Meanings,
    private readonly imports: readonly ImportStatement[],
  ) {
    this.nextImportStart = imports.length > 0 ? (imports[0]?.start ?? 0) : units.length;
  }

  /** Handles the word at `start`; returns where to continue. */
  visit(start: number): number {
    const { units, meanings } = this;
    const importEnd = start >= this.nextImportStart ? this.importEndAt(start) : 0;
    if (importEnd > 0) return importEnd;
    const end = wordEnd(units, start, units.length, this.table);
    const number = distinctWords.number(start, end);
    const word = distinctWords.texts[number] ?? '';
    if (meanings.hasMemberImports && isMember(units, start, this.members)) {
      this.takeMember(word, start, end);
      return end;
    }
    const meaning = meanings.of(word, number);
    if (meaning !== meaningCodes.nothing && !isMember(units, start, this.members)) {
      this.found.push({ text: word, start, end, provider: meanings.providerOf(meaning), isMember: false });
    }
    return end;
  }

  private takeMember(word: string, start: number, end: number): void {
    const isCalled = this.units[end] === 0x28 || this.units[end] === 0x3c;
    const provider = this.meanings.ofMember(word, isCalled);
    if (provider) this.found.push({ text: word, start, end, provider, isMember: true });
  }

  /** The end of the import statement that contains an offset, or 0. */
  private importEndAt(start: number): number {
    let entry = this.imports[this.nextImport];
    while (entry && entry.end <= start) entry = this.imports[++this.nextImport];
    this.nextImportStart = entry?.start ?? this.units.length;
    return entry && start >= entry.start ? entry.end : 0;
  }
}

/** What words mean at module level, looked up once per distinct word. */
class Meanings {
  private readonly open: readonly ImportStatement[];
  private readonly openMembers: readonly ImportStatement[];
  private readonly members = new Map<string, ImportStatement | undefined>();

  constructor(private readonly names: ModuleNames) {
    this.open = names.imports.filter((entry) => entry.imported.provides);
    this.openMembers = names.imports.filter((entry) => entry.imported.members);
  }

  /** True if some imports provide members. */
  get hasMemberImports(): boolean {
    return this.openMembers.length > 0;
  }

  /** True if a word that is not a name in the file may have a meaning. */
  get hasOpenImports(): boolean {
    return this.open.length > 0 || this.openMembers.length > 0;
  }

  /** A code of `meaningCodes` or, from `firstProvider` on, one for each open import; stored with the word. */
  of(word: string, number: number): number {
    const known = distinctWords.meanings[number] ?? 0;
    if (known !== 0) return known;
    const code = this.lookUp(word);
    distinctWords.meanings[number] = code;
    return code;
  }

  providerOf(meaning: number): ImportStatement | undefined {
    return meaning < firstProvider ? undefined : this.open[meaning - firstProvider];
  }

  private lookUp(word: string): number {
    if (this.names.has(word)) return meaningCodes.name;
    for (let i = 0; i < this.open.length; i++) if (this.open[i]?.imported.provides?.(word)) return firstProvider + i;
    return meaningCodes.nothing;
  }

  ofMember(word: string, isCalled: boolean): ImportStatement | undefined {
    const key = isCalled ? `${word}(` : word;
    if (!this.members.has(key)) {
      this.members.set(
        key,
        this.openMembers.find((candidate) => candidate.imported.members?.(word, isCalled)),
      );
    }
    return this.members.get(key);
  }
}

/**
 * Where the next word starts; the end of the text if there is none. With `shapes`, words that cannot be a name of the module are
 * skipped: the first and last character and the length decide, without making a string. This is a separate function because V8
 * optimises small functions that are called often far better than one long loop per file.
 */
function nextWord(
  units: Uint16Array,
  from: number,
  length: number,
  table: Uint8Array,
  shapes: Uint8Array | undefined,
): number {
  let i = from;
  while (i < length) {
    const first = units[i] ?? 0;
    const kind = table[first] ?? 0;
    if (kind === 0 || kind === ends) {
      i++;
      continue;
    }
    const end = wordEnd(units, i, length, table);
    // A word that begins with a digit is a number: `1e5`, `0xff`.
    if (kind !== continues && (!shapes || shapes[wordShape(first, units[end - 1] ?? 0, end - i)] === 1)) return i;
    i = end;
  }
  return length;
}

/** True if a word starts at a unit of this kind (`WordRules.table`). */
export function startsWord(kind: number): boolean {
  return (kind & starts) !== 0;
}

export function wordEnd(units: Uint16Array, from: number, length: number, table: Uint8Array): number {
  let i = from + 1;
  while (i < length && table[units[i] ?? 0] !== 0) i++;
  return i;
}

const dot = 0x2e;

/** True if one of `operators`, of one or two characters each, is before a word. */
function isMember(units: Uint16Array, start: number, operators: readonly number[]): boolean {
  if (start === 0) return false;
  const last = units[start - 1] ?? 0;
  const before = start === 1 ? 0 : (units[start - 2] ?? 0);
  for (const operator of operators) {
    if ((operator & 0xffff) !== last) continue;
    const first = operator >>> 16;
    // `...rest` and ranges `..end` are not member access.
    if (first === 0 ? operator !== dot || before !== dot : first === before) return true;
  }
  return false;
}
