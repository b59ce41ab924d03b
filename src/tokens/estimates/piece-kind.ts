import { classAt, LETTER, LOWER, NUMBER, SPACE, widthAt } from '../pieces/piece-characters';

/**
 * The kinds of pieces, for estimates: pieces of one kind cost about the same in another vocabulary. The kind depends on the
 * piece alone, never on its neighbours, so the estimate of a slice is the estimate of its own pieces.
 */

const LEADS = ['', 'space+', 'sign+'];
const CASES = ['lower', 'Title', 'CAPS'];
const SCRIPTS = 'latin greek cyrillic hebrew arabic indic southeast kana han hangul other'.split(' ');
const SIGNS = ['sign', 'signs', 'manySigns', 'sign+break', 'signs+break', 'manySigns+break'];

/** The names of the kinds; a kind is an index into this list. `lower`, `Title` and `CAPS` are ASCII words. */
export const PIECE_KINDS: readonly string[] = [
  ...['digit', 'digits2', 'digits3', 'break', 'breaks', 'blankLines', 'spaces', 'tabs', 'symbols'],
  ...LEADS.flatMap((lead) => CASES.map((letterCase) => lead + letterCase)),
  ...SCRIPTS,
  ...['', 'space+'].flatMap((lead) => SIGNS.map((signs) => lead + signs)),
];

const DIGIT = PIECE_KINDS.indexOf('digit');
const BREAK = PIECE_KINDS.indexOf('break');
const BREAKS = PIECE_KINDS.indexOf('breaks');
const BLANK_LINES = PIECE_KINDS.indexOf('blankLines');
const SPACES = PIECE_KINDS.indexOf('spaces');
const TABS = PIECE_KINDS.indexOf('tabs');
const SYMBOLS = PIECE_KINDS.indexOf('symbols');
const WORD = PIECE_KINDS.indexOf('lower');
const SCRIPT = PIECE_KINDS.indexOf('latin');
const SIGN = PIECE_KINDS.indexOf('sign');

const KANA = SCRIPTS.indexOf('kana');
/** Where the scripts begin, by Unicode block: the vocabularies differ by script, not by letter. */
const BLOCKS: readonly (readonly [from: number, script: number])[] = (
  [
    [0, 'latin'],
    [0x370, 'greek'],
    [0x400, 'cyrillic'],
    [0x530, 'other'],
    [0x590, 'hebrew'],
    [0x600, 'arabic'],
    [0x900, 'indic'],
    [0xe00, 'southeast'],
    [0x10a0, 'other'],
    [0x1e00, 'latin'],
    [0x1f00, 'greek'],
    [0x2000, 'other'],
    [0x2e80, 'han'],
    [0xa000, 'other'],
    [0xac00, 'hangul'],
    [0xd7b0, 'other'],
  ] as const
).map(([from, script]) => [from, SCRIPTS.indexOf(script)]);

/** The kind of the piece `units[start, end)`, which is not empty. */
export function pieceKind(units: Uint16Array, start: number, end: number): number {
  const first = units[start] ?? 0;
  const bits = classAt(units, start, end);
  if ((bits & LETTER) !== 0) return wordKind(units, start, end, 0);
  if ((bits & NUMBER) !== 0) return first < 0x80 ? DIGIT + Math.min(end - start, 3) - 1 : SYMBOLS;
  const second = start + widthAt(units, start, end);
  const next = second < end ? classAt(units, second, end) : 0;
  if ((next & LETTER) !== 0) return wordKind(units, second, end, first === 0x20 ? 1 : 2);
  const isSpaced = first === 0x20 && second < end && (next & SPACE) === 0;
  return (bits & SPACE) !== 0 && !isSpaced ? spaceKind(units, start, end) : signKind(units, start, end, isSpaced);
}

/** The letters begin at `start`; `lead` is an index into LEADS. */
function wordKind(units: Uint16Array, start: number, end: number, lead: number): number {
  let highest = 0;
  let hasKana = false;
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0;
    if (unit > highest) highest = unit;
    if (unit >= 0x3040 && unit < 0x3100) hasKana = true;
  }
  if (highest >= 0x80) return SCRIPT + (hasKana ? KANA : scriptOf(highest));
  const isLower = (classAt(units, start, end) & LOWER) !== 0;
  const isCaps = !isLower && start + 1 < end && (classAt(units, start + 1, end) & LOWER) === 0;
  return WORD + CASES.length * lead + (isLower ? 0 : isCaps ? 2 : 1);
}

function scriptOf(unit: number): number {
  return BLOCKS.findLast(([from]) => unit >= from)?.[1] ?? 0;
}

function spaceKind(units: Uint16Array, start: number, end: number): number {
  let breaks = 0;
  for (let i = start; i < end; i++) if (units[i] === 0x0a || units[i] === 0x0d) breaks++;
  if (breaks === 0) return units[start] === 0x20 ? SPACES : TABS;
  if (breaks < end - start) return BLANK_LINES;
  return breaks === 1 ? BREAK : BREAKS;
}

function signKind(units: Uint16Array, start: number, end: number, isSpaced: boolean): number {
  let breaks = 0;
  for (let i = start; i < end; i++) {
    const unit = units[i] ?? 0;
    if (unit >= 0x80) return SYMBOLS;
    if (unit === 0x0a || unit === 0x0d) breaks++;
  }
  const signs = end - start - breaks - (isSpaced ? 1 : 0);
  return SIGN + (isSpaced ? SIGNS.length : 0) + (breaks > 0 ? 3 : 0) + Math.min(signs, 3) - 1;
}
