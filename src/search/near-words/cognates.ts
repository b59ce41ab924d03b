/**
 * Words of other languages that are nearly English: `Konfiguration`, `Priorität`, `validieren`, `sérialisation`, `estructura`,
 * `индекс`. Endings and letters are exchanged by rules; what comes out is a list of possible English words, most of which do not exist.
 */
import { foldWord } from '../../index/terms/split-word';

/** Endings, and what they may be in English. Longer ones first; all that fit are tried. */
const endings: readonly (readonly [from: string, ...to: string[]])[] = [
  // German, Dutch
  ...rules('ifizierung', 'ification', 'ify'),
  ...rules('ifizieren ifiziert', 'ify'),
  ...rules('isierung isierungen', 'ization', 'ize'),
  ...rules('isieren isiert isierte isierten', 'ize'),
  ...rules('rieren riert', 'er'),
  ...rules('enzieren enziert enzierung', 'ence'),
  ...rules('ierungen ierung', 'ation', 'ing', 'ment', '', 'ion'),
  ...rules('ieren iert ierte ierten ierter iertes', 'ate', 'e', '', 'y'),
  ...rules('itaten itat iteit', 'ity'),
  ...rules('isch ische ischer isches ischen ischem', 'ic', 'ical', ''),
  ...rules('ionen', 'ion'),
  ...rules('atie', 'ation'),
  ...rules('tie', 'tion'),
  ...rules('ik iken', 'ic', 'ics'),
  ...rules('ien ie', 'y'),
  ...rules('enz enzen', 'ence', 'ency'),
  ...rules('anz anzen', 'ance', 'ancy'),
  ...rules('ell elle eller elles ellen', 'al'),
  ...rules('ur uren', 'ure'),
  ...rules('ar are arer ares aren', 'ary'),
  ...rules('iv ive iver ives iven', 'ive'),
  ...rules('abel', 'able'),
  ...rules('ismus', 'ism'),
  ...rules('gramm', 'gram'),
  ...rules('os', 'ous'),
  ...rules('en n e er es em s t te ten', '', 'e'),
  // French
  ...rules('ifier ifie', 'ify'),
  ...rules('iser ise isee', 'ize'),
  ...rules('isation', 'ization'),
  ...rules('eur eurs euse', 'or', 'er'),
  ...rules('ique iques', 'ic', 'ical'),
  ...rules('aire aires', 'ary', 'ar'),
  ...rules('oire', 'ory'),
  ...rules('eux', 'ous'),
  ...rules('if', 'ive'),
  ...rules('isme', 'ism'),
  ...rules('te tes', 'ty'),
  ...rules('re res', 'er'),
  ...rules('er ir re ant ee ees', 'ate', 'e', ''),
  // Spanish, Portuguese, Italian
  ...rules('cion ciones cao coes zione zioni', 'tion', 'ction'),
  ...rules('siones sione', 'sion'),
  ...rules('oes ao', 'ion'),
  ...rules('dad dades dade ta', 'ty'),
  ...rules('izar izado izada izzare', 'ize'),
  ...rules('ificar', 'ify'),
  ...rules('ico ica icos icas', 'ic', 'ical'),
  ...rules('mente', 'ly', ''),
  ...rules('encia encias enza', 'ence', 'ency'),
  ...rules('ancia anza', 'ance'),
  ...rules('ario aria arios arias', 'ary', 'ar'),
  ...rules('orio oria', 'ory'),
  ...rules('oso osa', 'ous'),
  ...rules('ivo iva ivos ivas', 'ive'),
  ...rules('ura uras', 'ure'),
  ...rules('ismo', 'ism'),
  ...rules('gia ia', 'gy', 'y'),
  ...rules('ores', 'or'),
  ...rules('ar are ere ire ado ada ados adas ato ata ati ando iendo ido ida ir er', 'ate', 'e', ''),
  ...rules('a an', 'ate', 'e', ''),
  ...rules('o os as i', '', 'e'),
  // Russian, in Latin letters
  ...rules('tsiya tsii tsiyu tsiy', 'tion'),
  ...rules('siya sii', 'sion'),
  ...rules('irovat ovat', 'ate', 'e', ''),
  ...rules('y u om ov am ami', '', 'e'),
];

/** Letters that other languages use where English has others. All places of a word are exchanged at once. */
const exchanges: readonly (readonly [from: RegExp, to: string])[] = [
  [/kz/g, 'cc'],
  [/ks/g, 'x'],
  [/k/g, 'c'],
  [/z/g, 'c'],
  [/f/g, 'ph'],
  [/isa|isi/g, 'iza'],
  [/ise/g, 'ize'],
  [/our/g, 'or'],
  [/qu/g, 'c'],
  [/^es(?=[cptqfml])/g, 's'],
  [/t(?=[aeo])/g, 'th'],
  [/(mm|ll|nn)/g, ''],
];

/** Letters with a circumflex had an s after them. */
const circumflex: Readonly<Record<string, string>> = { â: 'as', ê: 'es', î: 'is', ô: 'os', û: 'us' };

const cyrillic: Readonly<Record<string, string>> = Object.fromEntries(
  'а:a б:b в:v г:g д:d е:e ё:e ж:zh з:z и:i й:y к:k л:l м:m н:n о:o п:p р:r с:s т:t у:u ф:f х:kh ц:ts ч:ch ш:sh щ:sch ъ: ы:y ь: э:e ю:yu я:ya'
    .split(' ')
    .map((pair) => pair.split(':')),
);

const maxLength = 32;
const minLength = 4;
const maxExchanges = 4;

/** Possible English spellings, the likeliest first, without the word itself. */
export function cognatesOf(word: string): string[] {
  const lower = word.toLowerCase();
  if (lower.length < minLength || lower.length > maxLength) return [];
  const spelled = new Set([latin(lower)]);
  if (/[âêîôû]/.test(lower))
    spelled.add(foldWord(lower.replaceAll(/[âêîôû]/g, (letter) => circumflex[letter] ?? letter)));
  const found = new Set<string>();
  for (const each of spelled) {
    if (!/^[a-z]+$/.test(each)) continue;
    for (const form of formsOf(each)) for (const one of exchanged(form)) if (one.length >= minLength) found.add(one);
  }
  found.delete(lower);
  return [...found];
}

/** In letters from a to z, where the script has them. */
function latin(word: string): string {
  return foldWord(word).replaceAll(/[а-яё]/g, (letter) => cyrillic[letter] ?? '');
}

function formsOf(word: string): string[] {
  const forms = [word];
  // A German participle: `gestartet`, `getestet`.
  const participle = /^ge(\w{3,}?)(?:et|t|en)$/.exec(word)?.[1];
  if (participle !== undefined) forms.push(participle, `${participle}e`);
  for (const [from, ...to] of endings) {
    if (!word.endsWith(from) || word.length - from.length < 3) continue;
    const base = word.slice(0, -from.length);
    for (const ending of to) forms.push(base + ending);
  }
  return [...forms, `${word}e`];
}

/** A word with every choice of the exchanges that apply to it; none first. */
function exchanged(word: string): string[] {
  let all = [word];
  let applied = 0;
  for (const [from, to] of exchanges) {
    if (applied === maxExchanges || word.search(from) < 0) continue;
    applied++;
    all = all.flatMap((one) => {
      const other = to === '' ? one.replaceAll(from, (pair) => pair.charAt(0)) : one.replaceAll(from, to);
      return other === one ? [one] : [one, other];
    });
  }
  return all;
}

function rules(from: string, ...to: string[]): (readonly [string, ...string[]])[] {
  return from.split(' ').map((ending) => [ending, ...to] as const);
}
