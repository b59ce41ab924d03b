/**
 * An exact phrase, looked for in text. How much white space stands between two words does not matter, and none is needed beside
 * punctuation: `f( a,b )` is `f(a, b)`. A phrase in lower case is found in any case; one capital letter, and case counts.
 */
export interface Phrase {
  /** As it was asked for. */
  readonly text: string;
  /** Where it first stands in `text`, in UTF-16 offsets; undefined: nowhere. */
  readonly find: (text: string) => { readonly start: number; readonly end: number } | undefined;
}

export function phraseOf(text: string): Phrase {
  const anyCase = text === text.toLowerCase();
  const wanted = squeeze(text, anyCase, undefined);
  return {
    text,
    find: (within) => {
      if (wanted === '') return undefined;
      const places: number[] = [];
      const at = squeeze(within, anyCase, places).indexOf(wanted);
      if (at < 0) return undefined;
      return { start: places[at] ?? 0, end: (places[at + wanted.length - 1] ?? 0) + 1 };
    },
  };
}

/** Without white space but one blank between words. @param places receives, for each unit that is left, where it was. */
function squeeze(text: string, anyCase: boolean, places: number[] | undefined): string {
  let result = '';
  let isBehindSpace = false;
  let wasWord = false;
  for (let i = 0; i < text.length; i++) {
    const char = text.charAt(i);
    if (isSpace(char)) {
      isBehindSpace = true;
      continue;
    }
    const nowWord = isWord(char);
    if (isBehindSpace && wasWord && nowWord) {
      result += ' ';
      places?.push(i - 1);
    }
    const lower = anyCase ? char.toLowerCase() : char;
    // What grows in lower case would shift the places.
    result += lower.length === 1 ? lower : char;
    places?.push(i);
    isBehindSpace = false;
    wasWord = nowWord;
  }
  return result;
}

function isSpace(char: string): boolean {
  return char <= ' ' || char === '\u00a0' || char === '\u2028' || char === '\u2029';
}

function isWord(char: string): boolean {
  return (
    (char >= 'a' && char <= 'z') ||
    (char >= 'A' && char <= 'Z') ||
    (char >= '0' && char <= '9') ||
    char === '_' ||
    char > '\u007f'
  );
}
