import { CLASS, classAt, LEAD, LETTER, LOWER, NEWLINE, NUMBER, OTHER, SPACE, UPPER, widthAt } from './piece-characters';

/**
 * Cuts text into the pieces that an encoding tokenises one by one: the matches of its regular expression, found by
 * hand-written code because that is several times faster than the expression.
 *
 * A scanner never looks behind the start of a piece. So two scans that reach the same offset of the same text go on
 * identically, up to where the end of the text matters; `reach` says how far that could be. `CountedText` relies on
 * these two facts. Offsets are UTF-16 units; `limit` is where the text ends, whatever the array contains after it.
 */
export interface PieceScanner {
  /** No unit at or after this offset was looked at to find the last piece. May be past `limit`. */
  readonly reach: number;
  /** The end of the piece that starts at `start` (`start < limit`). */
  next(units: Uint16Array, start: number, limit: number): number;
}

const SLASH = 0x2f;
const APOSTROPHE = 0x27;
/** A loop that stops at a unit has read that unit and, if it is a surrogate, the one after it. */
const LOOKAHEAD = 2;

/** The end of the longest run of code points from `i` that have one of the bits of `mask`. */
function runEnd(units: Uint16Array, i: number, limit: number, mask: number): number {
  let at = i;
  while (at < limit) {
    const bits = CLASS[units[at] ?? 0] ?? 0;
    if ((bits & mask) !== 0) {
      at++;
    } else if (bits !== 0 || (classAt(units, at, limit) & mask) === 0) {
      return at;
    } else at += widthAt(units, at, limit);
  }
  return at;
}

/** The end of an English contraction ('s 't 'm 'd 're 've 'll, in any mix of cases) at `i`; `i` if there is none. */
function contractionEnd(units: Uint16Array, i: number, limit: number): number {
  if (i + 1 >= limit || units[i] !== APOSTROPHE) return i;
  const first = units[i + 1] ?? 0;
  // Only ASCII letters may match, so their case is one bit; other units must not fold to them.
  if (first > 0x7f) return i;
  switch (first | 0x20) {
    case 0x73: // s
    case 0x74: // t
    case 0x6d: // m
    case 0x64: // d
      return i + 2;
    case 0x72: // re
    case 0x76: // ve
      return isLetter(units, i + 2, limit, 0x65) ? i + 3 : i;
    case 0x6c: // ll
      return isLetter(units, i + 2, limit, 0x6c) ? i + 3 : i;
    default:
      return i;
  }
}

function isLetter(units: Uint16Array, i: number, limit: number, lowerCase: number): boolean {
  if (i >= limit) return false;
  const unit = units[i] ?? 0;
  return unit === lowerCase || unit === lowerCase - 0x20;
}

abstract class Scanner implements PieceScanner {
  reach = 0;

  protected abstract readonly slashFollowsPunctuation: boolean;

  abstract next(units: Uint16Array, start: number, limit: number): number;

  /** Everything but words: the alternatives that both encodings share. `bits` is the class at `start`. */
  protected nextOther(units: Uint16Array, start: number, limit: number, bits: number): number {
    if ((bits & NUMBER) !== 0) return this.digits(units, start, limit);
    // ` ?[^\s\p{L}\p{N}]+[\r\n]*`, in o200k_base `[\r\n/]*`
    const from = units[start] === 0x20 ? start + 1 : start;
    let end = runEnd(units, from, limit, OTHER);
    if (end > from) {
      while (end < limit && this.isTail(units[end] ?? 0)) end++;
      this.recordRead(end);
      return end;
    }
    return this.whitespace(units, start, limit);
  }

  /** Records that the scanner stopped reading at `end`. */
  protected recordRead(end: number): void {
    if (end + LOOKAHEAD > this.reach) this.reach = end + LOOKAHEAD;
  }

  private isTail(unit: number): boolean {
    return unit === 0x0a || unit === 0x0d || (unit === SLASH && this.slashFollowsPunctuation);
  }

  /** `\p{N}{1,3}` */
  private digits(units: Uint16Array, start: number, limit: number): number {
    let end = start + widthAt(units, start, limit);
    for (let n = 1; n < 3 && end < limit && (classAt(units, end, limit) & NUMBER) !== 0; n++)
      end += widthAt(units, end, limit);
    this.recordRead(end);
    return end;
  }

  /**
   * `\s*[\r\n]+|\s+(?!\S)|\s+`: up to the last line break of the run; without one, the run without its last character,
   * which belongs to the word or sign after it. (All white space is one UTF-16 unit wide.)
   */
  private whitespace(units: Uint16Array, start: number, limit: number): number {
    const end = runEnd(units, start, limit, SPACE);
    this.recordRead(end);
    for (let at = end; at > start; at--) if (((CLASS[units[at - 1] ?? 0] ?? 0) & NEWLINE) !== 0) return at;
    return end === limit || end === start + 1 ? end : end - 1;
  }
}

/** `('s|'t|…)|[^\r\n\p{L}\p{N}]?\p{L}+|…` */
class Cl100kScanner extends Scanner {
  protected readonly slashFollowsPunctuation = false;

  next(units: Uint16Array, start: number, limit: number): number {
    this.reach = 0;
    const contraction = contractionEnd(units, start, limit);
    if (contraction > start) {
      this.recordRead(contraction);
      return contraction;
    }
    const bits = classAt(units, start, limit);
    const from = (bits & LEAD) !== 0 ? start + widthAt(units, start, limit) : start;
    const end = runEnd(units, from, limit, LETTER);
    // An apostrophe was checked for a contraction of up to three units.
    this.recordRead(Math.max(end, start + 1));
    return end > from ? end : this.nextOther(units, start, limit, bits);
  }
}

/**
 * The two word alternatives of o200k_base, `lead? UPPER* LOWER+ contraction?` and `lead? UPPER+ LOWER* contraction?`.
 * UPPER and LOWER share the caseless letters and the marks, so `UPPER*` may have to give some back.
 */
class O200kScanner extends Scanner {
  protected readonly slashFollowsPunctuation = true;

  next(units: Uint16Array, start: number, limit: number): number {
    this.reach = 0;
    const bits = classAt(units, start, limit);
    let from = start;
    if ((bits & LEAD) !== 0) from += widthAt(units, start, limit);
    else if ((bits & LETTER) === 0) return this.nextOther(units, start, limit, bits);
    const uppers = this.uppersEnd(units, from, limit);
    let end = this.wordEnd(units, uppers, limit);
    if (end === 0) {
      // A mark can lead a word, but is also LOWER itself: then the first alternative is tried once more.
      if (from > start && (bits & LOWER) !== 0) {
        end = this.wordEnd(units, this.uppersEnd(units, start, limit), limit);
      } else if (uppers > from) {
        end = uppers;
      } else {
        return this.nextOther(units, start, limit, bits);
      }
    }
    const after = contractionEnd(units, end, limit);
    // The contraction's three units were read, whether they matched or not.
    this.recordRead(end + 1);
    return after;
  }

  /** Where the last code point that is both UPPER and LOWER ended in the run just read; 0 if there was none. */
  private sharedEnd = 0;

  /** The end of `UPPER*` at `from`. */
  private uppersEnd(units: Uint16Array, from: number, limit: number): number {
    this.sharedEnd = 0;
    let at = from;
    while (at < limit) {
      const bits = classAt(units, at, limit);
      if ((bits & UPPER) === 0) break;
      at += widthAt(units, at, limit);
      if ((bits & LOWER) !== 0) this.sharedEnd = at;
    }
    this.recordRead(at);
    return at;
  }

  /** The end of `LOWER+` after a run of UPPER that ended at `uppers`; 0 if there is none, even after backtracking. */
  private wordEnd(units: Uint16Array, uppers: number, limit: number): number {
    const end = runEnd(units, uppers, limit, LOWER);
    this.recordRead(end);
    return end > uppers ? end : this.sharedEnd;
  }
}

export function o200kScanner(): PieceScanner {
  return new O200kScanner();
}

export function cl100kScanner(): PieceScanner {
  return new Cl100kScanner();
}

/**
 * True if a piece ends at the line break between two texts: the tokens of `before\n` and of `after` can then be added. False if
 * that is not certain.
 */
export function splitsAtLineBreak(before: string, after: string): boolean {
  const first = after.charCodeAt(0);
  // A line break after a sign is one piece with the slashes that follow.
  if (first === SLASH) return ((CLASS[before.charCodeAt(before.length - 1)] ?? 0) & (LETTER | NUMBER)) !== 0;
  // White space up to another line break is one piece with this line break.
  let at = 0;
  while (after.charCodeAt(at) === 0x20 || after.charCodeAt(at) === 0x09) at++;
  const bits = CLASS[after.charCodeAt(at)] ?? 0;
  return bits !== 0 && (bits & (SPACE | NEWLINE)) === 0;
}
