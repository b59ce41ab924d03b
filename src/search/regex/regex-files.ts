/** The files that can match a regular expression, by the words of the index. None that matches is left out. */
import { isInUnindexedText, type WordPart } from '../../index/terms/literal-terms';
import type { IndexView } from '../view/index-view';
import { type Needed, neededBy } from './regex-literals';
import type { Regex } from './regex-pattern';

/** By segment and file: 1 for files that can match. */
type FileSets = readonly Uint8Array[];

/** More would take longer to find than files take to read. */
const maxParts = 32;

/** Undefined: every file can match. */
export function filesFor(view: IndexView, regexes: readonly Regex[]): FileSets | undefined {
  const words = new WordParts();
  const needed: Needed = { is: 'all', of: regexes.map(neededBy) };
  const wanted = words.read(needed);
  if (!wanted || words.parts.length > maxParts) return undefined;
  const rows = words.parts.map(() => view.segments.map(({ searched }) => new Uint8Array(searched)));
  view.lexical.visitParts(words.parts, (part, segment, row) => {
    const set = rows[part]?.[segment];
    if (set) set[row] = 1;
  });
  const sets = rows.map((ofPart) => ofPart.map((set, segment) => filesWith(view.segments[segment], set)));
  return combined(wanted, sets);
}

/** A tree of parts by number; undefined where nothing narrows. */
type Wanted = { readonly part: number } | { readonly is: 'all' | 'any'; readonly of: readonly Wanted[] };

class WordParts {
  readonly parts: WordPart[] = [];
  private readonly numbers = new Map<string, number>();

  read(needed: Needed): Wanted | undefined {
    switch (needed.is) {
      case 'anything':
        return undefined;
      case 'literal':
        return all(partsOfLiteral(needed.text).map((part) => this.number(part)));
      case 'all':
        return all(needed.of.flatMap((one) => this.read(one) ?? []));
      case 'any': {
        const of = needed.of.map((one) => this.read(one));
        const known = of.flatMap((one) => one ?? []);
        return known.length < of.length ? undefined : { is: 'any', of: known };
      }
    }
  }

  private number(part: WordPart): Wanted {
    const key = JSON.stringify(part);
    const number = this.numbers.get(key) ?? this.parts.push(part) - 1;
    this.numbers.set(key, number);
    return { part: number };
  }
}

function all(of: readonly Wanted[]): Wanted | undefined {
  return of.length === 0 ? undefined : { is: 'all', of };
}

/** The parts of words in a literal that find files. Characters beyond ASCII are indexed without accents, so they only separate. */
export function partsOfLiteral(literal: string): WordPart[] {
  return [...literal.matchAll(/[\w$]+/g)].flatMap(({ 0: run, index }) => {
    const text = run.replaceAll(/[_$]/g, '').toLowerCase();
    if (text === '') return [];
    const part: WordPart = {
      text,
      isStart: isGap(literal.charCodeAt(index - 1)),
      isEnd: isGap(literal.charCodeAt(index + run.length)),
      isJoined: /[^_$][_$]+[^_$]/.test(run),
    };
    return isInUnindexedText(part) ? [] : [part];
  });
}

/** Not at the ends of the literal, where a word may go on. */
function isGap(unit: number): boolean {
  return unit < 128;
}

function combined(wanted: Wanted, sets: readonly FileSets[]): FileSets {
  if ('part' in wanted) return sets[wanted.part] ?? [];
  const [first = [], ...more] = wanted.of.map((one) => combined(one, sets));
  const isAll = wanted.is === 'all';
  return first.map((files, segment) => {
    const result = files.slice();
    for (const other of more) {
      const set = other[segment];
      for (let file = 0; file < result.length; file++) {
        const has = set?.[file] ?? 0;
        result[file] = isAll ? (result[file] ?? 0) & has : (result[file] ?? 0) | has;
      }
    }
    return result;
  });
}

function filesWith(segment: IndexView['segments'][number] | undefined, rows: Uint8Array): Uint8Array {
  const files = new Uint8Array(segment?.fileCount ?? 0);
  for (let row = rows.indexOf(1); segment && row >= 0; ) {
    const file = segment.fileOf(row);
    files[file] = 1;
    row = rows.indexOf(1, segment.searchedRows(file)[1]);
  }
  return files;
}
