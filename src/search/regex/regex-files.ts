/** The files that can match a regular expression, by the words of the index. None that matches is left out. */
import { isInUnindexedText, type WordPart } from '../../index/terms/literal-terms';
import { sharedLineMark } from '../../index/terms/lost-words';
import type { IndexView } from '../view/index-view';
import { type Needed, neededBy } from './regex-literals';
import type { Regex } from './regex-pattern';

/** By segment and row, or by segment and file: 1 for those that can match. */
type Sets = readonly Uint8Array[];

/** More would take longer to find than files take to read. */
const maxParts = 32;
const minTelling = 3;

/**
 * By segment and file: 1 for files that can match; undefined: every file can. A line is in one chunk, so a chunk must have all words
 * of an expression for lines; where two chunks share a line, the file must have them.
 */
export function filesFor(view: IndexView, regexes: readonly Regex[]): readonly Uint8Array[] | undefined {
  const words = new WordParts();
  const wanted = words.read({ is: 'all', of: regexes.map(neededBy) });
  if (!wanted || words.parts.length > maxParts) return undefined;
  const rows = words.parts.map(() => noRows(view));
  view.lexical.visitParts(words.parts, (part, segment, row) => {
    const set = rows[part]?.[segment];
    if (set) set[row] = 1;
  });
  const files = combined(
    wanted,
    rows.map((ofPart) => filesWith(view, ofPart)),
  );
  if (regexes.some(({ isMultiline }) => isMultiline)) return files;
  const byRow = filesWith(view, combined(wanted, rows));
  const sharing = noRows(view);
  view.lexical.visitTerm(sharedLineMark, (segment, row) => {
    const set = sharing[segment];
    if (set) set[row] = 1;
  });
  return joined(byRow, joined(files, filesWith(view, sharing), true), false);
}

function noRows({ segments }: IndexView): Uint8Array[] {
  return segments.map(({ searched }) => new Uint8Array(searched));
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
      case 'all': {
        const literals = needed.of.filter((one) => one.is === 'literal');
        const parts = telling(literals.flatMap(({ text }) => partsOfLiteral(text)));
        const others = needed.of.filter((one) => one.is !== 'literal').flatMap((one) => this.read(one) ?? []);
        return all([...parts.map((part) => this.number(part)), ...others]);
      }
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

/** Short parts take long to find and leave nearly all files, so they count only if there are no others. */
function telling(parts: readonly WordPart[]): readonly WordPart[] {
  const longest = parts.reduce((most, { text }) => Math.max(most, text.length), 0);
  return parts.filter(({ text }) => text.length >= Math.min(longest, minTelling));
}

/** The parts of words in a literal that find files. Characters beyond ASCII are indexed without accents, so they only separate. */
function partsOfLiteral(literal: string): WordPart[] {
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

function combined(wanted: Wanted, sets: readonly Sets[]): Sets {
  if ('part' in wanted) return sets[wanted.part] ?? [];
  return wanted.of
    .map((one) => combined(one, sets))
    .reduce((together, other) => joined(together, other, wanted.is === 'all'));
}

function joined(one: Sets, other: Sets, isAll: boolean): Sets {
  return one.map((set, segment) => {
    const more = other[segment];
    return set.map((has, place) => (isAll ? has & (more?.[place] ?? 0) : has | (more?.[place] ?? 0)));
  });
}

function filesWith({ segments }: IndexView, rows: Sets): Sets {
  return segments.map((segment, number) => {
    const files = new Uint8Array(segment.fileCount);
    const set = rows[number] ?? files;
    for (let row = set.indexOf(1); row >= 0; ) {
      const file = segment.fileOf(row);
      files[file] = 1;
      row = set.indexOf(1, segment.searchedRows(file)[1]);
    }
    return files;
  });
}
