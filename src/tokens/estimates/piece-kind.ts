import { classAt, LETTER, LOWER, NUMBER, SPACE, widthAt } from '../pieces/piece-characters';

/**
 * The kinds of pieces, for estimates: pieces of one kind cost about the same in another vocabulary. The kind depends on the
 * piece alone, never on its neighbours, so the estimate of a slice is the estimate of its own pieces.
 */

const LEADS = ['', 'space+', 'sign+'] as const;
const CASES = ['lower', 'Title', 'CAPS'] as const;
const SCRIPTS = [
  'latin',
  'greek',
  'cyrillic',
  'hebrew',
  'arabic',
  'indic',
  'southeast',
  'kana',
  'han',
  'hangul',
  'other',
] as const;
const SIGNS = ['sign', 'signs', 'manySigns', 'sign+break', 'signs+break', 'manySigns+break'] as const;

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

const LATIN = SCRIPTS.indexOf('latin');
const GREEK = SCRIPTS.indexOf('greek');
const CYRILLIC = SCRIPTS.indexOf('cyrillic');
const HEBREW = SCRIPTS.indexOf('hebrew');
const ARABIC = SCRIPTS.indexOf('arabic');
const INDIC = SCRIPTS.indexOf('indic');
const SOUTHEAST = SCRIPTS.indexOf('southeast');
const KANA = SCRIPTS.indexOf('kana');
const HAN = SCRIPTS.indexOf('han');
const HANGUL = SCRIPTS.indexOf('hangul');
const OTHER_SCRIPT = SCRIPTS.indexOf('other');

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

/** By Unicode block: the vocabularies differ by script, not by letter. */
function scriptOf(unit: number): number {
  if (unit < 0x370) return LATIN;
  if (unit < 0x400) return GREEK;
  if (unit < 0x530) return CYRILLIC;
  if (unit < 0x590) return OTHER_SCRIPT;
  if (unit < 0x600) return HEBREW;
  if (unit < 0x900) return ARABIC;
  if (unit < 0xe00) return INDIC;
  if (unit < 0x10a0) return SOUTHEAST;
  if (unit >= 0x1e00 && unit < 0x1f00) return LATIN;
  if (unit >= 0x1f00 && unit < 0x2000) return GREEK;
  if (unit >= 0x2e80 && unit < 0xa000) return HAN;
  return unit >= 0xac00 && unit < 0xd7b0 ? HANGUL : OTHER_SCRIPT;
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
