/**
 * Guesses the encoding of text that is not valid UTF-8. Only the words with bytes above 127 are examined: ASCII is the same in every
 * encoding, and the code around a comment would outweigh it.
 *
 * Encodings with two bytes per character (Chinese, Japanese, Korean) are tried first. Their bytes must decode without an error, in
 * runs of characters, nearly all of them common ones; the common characters of each encoding have lead bytes of their own. Among
 * those that pass, the likeliest wins. Otherwise one byte is one character: each candidate is judged by the words it gives, which
 * have letters of one script and no capitals inside, and by the letters of the languages that it was made for. Windows-1252, which
 * includes Latin-1, is the answer where nothing is better.
 */
/** Bytes of words that are examined: more do not change the answer. */
const maxSample = 20_000;

interface DoubleByte {
  readonly encoding: string;
  /** How much more common files in it are than in the others, as a natural logarithm; decides about a few characters. */
  readonly prior?: number;
  /** How likely a character is in ordinary text, as a natural logarithm; undefined: it is not a common one. */
  readonly likelihood: (lead: number, trail: number) => number | undefined;
}

const uniform = (share: number, characters: number): number => Math.log(share / characters);
const rare = uniform(0.03, 10_000);
const kana = uniform(0.3, 85);
const kanji = uniform(0.35, 2965);
/** The row of commas, full stops and long vowels. */
const marks = uniform(0.1, 94);

const marksAt = (lead: number, row = 0xa1): number | undefined => (lead === row ? marks : undefined);
const between = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

/** The ranges are those of the standards: their first level has the characters in daily use. */
const doubleByte: readonly DoubleByte[] = [
  {
    encoding: 'shift_jis',
    likelihood: (lead, trail) =>
      (lead === 0x82 && trail >= 0x9f) || lead === 0x83
        ? kana
        : between(lead, 0x88, 0x97)
          ? kanji
          : marksAt(lead, 0x81),
  },
  {
    encoding: 'euc-jp',
    likelihood: (lead) => (lead === 0xa4 || lead === 0xa5 ? kana : between(lead, 0xb0, 0xcf) ? kanji : marksAt(lead)),
  },
  { encoding: 'euc-kr', likelihood: (lead) => (between(lead, 0xb0, 0xc8) ? uniform(0.95, 2350) : marksAt(lead)) },
  {
    encoding: 'gb18030',
    prior: Math.log(8),
    likelihood: (lead, trail) => (between(lead, 0xb0, 0xd7) && trail >= 0xa1 ? uniform(0.95, 3755) : marksAt(lead)),
  },
  { encoding: 'big5', likelihood: (lead) => (between(lead, 0xa4, 0xc6) ? uniform(0.95, 5401) : marksAt(lead)) },
];
const minCommonShare = 0.8;
/** Apostrophes and single accents between ASCII letters also decode as characters of two bytes, but alone. */
const minMeanRun = 1.5;

/**
 * Letters by which the languages of an encoding are known, in lower case: of those with Latin letters the accented ones, of others the
 * most common. A Windows code page includes its ISO counterpart, except ISO-8859-2, -5 and -6.
 */
const cyrillic = ['оеаинтсрвл', 'оаиніетрвс'];
const central = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýžľĺŕäô', 'áéíóöőúüű', 'ăâîşţ', 'čćđšž'];
const arabic = ['اليمونترب'];
const letters: Readonly<Record<string, readonly string[]>> = {
  'windows-1252': [
    ...[
      'äöüßé',
      'àâæçéèêëîïôœùûü',
      'áéíñóúüºª',
      'ãõáâàçéêíóôú',
      'åäöéæø',
      'áéíóúðæö',
      'àèéìòù',
      'ëïéèöü',
      'àçèéíïòóúü',
      'µ',
    ],
  ],
  'windows-1250': central,
  'iso-8859-2': central,
  'windows-1251': cyrillic,
  'koi8-r': cyrillic,
  'koi8-u': cyrillic,
  'iso-8859-5': cyrillic,
  'windows-1253': ['αοιετσνηυρίό'],
  'windows-1254': ['çğıöşüâî'],
  'windows-1255': ['יוהלאתמרבש'],
  'windows-1256': arabic,
  'iso-8859-6': arabic,
  'windows-1257': ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž'],
  'windows-1258': ['ăâđêôơưàèéùáíóúìò\u0300\u0301\u0303\u0309\u0323'],
  'windows-874': ['านรอกเงมยว่'],
};
/** The share of these letters in a text of a language with another script. */
const commonShare = 0.65;
const commonest = 'windows-1252';
/** Names of many countries have no language; they are this likely to be in the commonest encoding. */
const western = 'àáâãäåæçèéêëìíîïñòóôõöøùúûüýß';
const likenessOfWestern = 0.9;
/** How much better than Windows-1252 another one must be, from 0 to 2. */
const bonusOfCommonest = 0.05;
/** Text has at least this score, random bytes have less. */
const minScore = 1.2;

/** A label that `TextDecoder` knows; undefined if the bytes are not text in any of these encodings. */
export function guessLegacyEncoding(bytes: Uint8Array): string | undefined {
  const words = wordsAbove127(bytes);
  const candidates = doubleByte
    .map((one) => ({ encoding: one.encoding, score: doubleByteScore(words, one) }))
    .filter(({ score }) => score !== undefined)
    .sort((a, b) => (b.score ?? 0) - (a.score ?? 0));
  return candidates[0]?.encoding ?? singleByteEncoding(words);
}

/** The words with a byte above 127, separated by spaces; a byte above 127 may be followed by an ASCII letter or mark that belongs to it. */
function wordsAbove127(bytes: Uint8Array): Uint8Array {
  const words = new Uint8Array(maxSample);
  let length = 0;
  let start = -1;
  let isWanted = false;
  for (let i = 0; i <= bytes.length; i++) {
    const byte = i < bytes.length ? (bytes[i] ?? 0) : 32;
    const isHigh = byte > 127;
    const isLetter = isHigh || (byte >= 64 && byte < 127 && (isAsciiLetter(byte) || (bytes[i - 1] ?? 0) > 127));
    if (isLetter) {
      if (start < 0) start = i;
      isWanted ||= isHigh;
      continue;
    }
    if (start >= 0 && isWanted) {
      const word = bytes.subarray(start, i);
      if (length + word.length + 1 > maxSample) break;
      words.set(word, length);
      length += word.length;
      words[length++] = 32;
    }
    start = -1;
    isWanted = false;
  }
  return words.subarray(0, length);
}

function isAsciiLetter(byte: number): boolean {
  return (byte | 32) >= 97 && (byte | 32) <= 122;
}

/** The likelihood of the characters; undefined if the words are not in this encoding. */
function doubleByteScore(words: Uint8Array, { encoding, prior = 0, likelihood }: DoubleByte): number | undefined {
  // Some characters of Big5 are private ones in the Encoding Standard.
  if (decoded(words, encoding, /[\u0080-\u009f]/) === undefined) return undefined;
  let characters = 0;
  let common = 0;
  let half = 0;
  let runs = 0;
  let sum = prior;
  let isRun = false;
  for (let i = 0; i < words.length; i++) {
    const lead = words[i] ?? 0;
    if (lead < 128) {
      isRun = false;
      continue;
    }
    characters++;
    if (!isRun) runs++;
    isRun = true;
    // Half-width katakana have one byte.
    if (encoding === 'shift_jis' && between(lead, 0xa1, 0xdf)) {
      half++;
      sum += kana;
      continue;
    }
    i++;
    const found = likelihood(lead, words[i] ?? 0);
    if (found !== undefined) common++;
    sum += found ?? rare;
  }
  // Text in capitals of other scripts decodes as half-width katakana, so they count only beside other characters.
  const certain = common + Math.min(half, common);
  if (characters < 2 || certain < characters * minCommonShare || characters < runs * minMeanRun) return undefined;
  return sum;
}

function singleByteEncoding(words: Uint8Array): string | undefined {
  let best = { encoding: commonest, score: Number.NEGATIVE_INFINITY };
  for (const [encoding, languages] of Object.entries(letters)) {
    const text = decoded(words, encoding);
    if (text === undefined) continue;
    const own = encoding === commonest ? likenessTo(text, western) * likenessOfWestern : 0;
    const likeness = Math.max(own, ...languages.map((known) => likenessTo(text, known)));
    const score = plausibility(text) + likeness + (encoding === commonest ? bonusOfCommonest : 0);
    if (score > best.score) best = { encoding, score };
  }
  if (best.score < minScore) return undefined;
  // Where another one reads the same, such as for a lone accent, say the one that people expect.
  return decoded(words, best.encoding) === decoded(words, commonest) ? commonest : best.encoding;
}

/** The share of a language's own letters among those above ASCII, from 0 to 1; capitals count half, since they are rare. */
function likenessTo(text: string, known: string): number {
  let all = 0;
  let own = 0;
  for (const [letter] of text.matchAll(/(?![\u0000-\u007f])[\p{L}\p{M}]/gu)) {
    all++;
    if (known.includes(letter)) own++;
    else if (known.includes(letter.toLowerCase())) own += 0.5;
  }
  const expected = /\p{sc=Latin}/u.test(known) ? 1 : commonShare;
  return all === 0 ? 0.5 : Math.min(1, own / all / expected);
}

const scripts = [
  /^[\p{sc=Latin}\p{M}’']+$/u,
  /^[\p{sc=Cyrillic}\p{M}]+$/u,
  /^[\p{sc=Greek}\p{M}]+$/u,
  /^[\p{sc=Hebrew}\p{M}]+$/u,
  /^[\p{sc=Arabic}\p{M}ـ]+$/u,
  /^[\p{sc=Thai}\p{M}]+$/u,
];

const accents = /(?:(?![\u0000-\u007f])\p{sc=Latin}){3}/u;

/** The share of words that a person could have written, from 0 to 1. */
function plausibility(text: string): number {
  let words = 0;
  let good = 0;
  for (const word of text.split(' ')) {
    // Quotes, dashes and signs around a word say nothing about it.
    const letters = word.replace(/^[^\p{L}\p{M}]+|[^\p{L}\p{M}]+$/gu, '');
    words++;
    const isOneScript =
      letters === '' ? /^[\p{P}\p{S}\s]*$/u.test(word) : scripts.some((script) => script.test(letters));
    // No language puts a capital inside a word or three accented letters in a row.
    const isOdd = /\p{Ll}\p{Lu}|\p{Lu}{2}\p{Ll}/u.test(letters) || accents.test(letters);
    if (isOneScript && !isOdd) good++;
  }
  return words === 0 ? 0 : good / words;
}

/** Undefined if the bytes are not valid in this encoding, or would be control characters. */
function decoded(bytes: Uint8Array, encoding: string, wrong = /[\u0080-\u009f\ue000-\uf8ff]/): string | undefined {
  try {
    const text = decodeLegacy(bytes, encoding, true);
    return wrong.test(text) ? undefined : text;
  } catch {
    return undefined;
  }
}

/** Bytes 128 to 159 of Windows-1252; a space for those that mean nothing. */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';

/** @param isStrict throw where bytes are not valid. */
export function decodeLegacy(bytes: Uint8Array, encoding: string, isStrict = false): string {
  if (encoding !== commonest) return new TextDecoder(encoding, { fatal: isStrict }).decode(bytes);
  // Some versions of Node decode it as Latin-1, with control characters instead of quotes and dashes.
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\u0080-\u009f]/g, (control) => {
      const character = windows1252[control.charCodeAt(0) - 0x80] ?? ' ';
      return character === ' ' ? control : character;
    });
}
