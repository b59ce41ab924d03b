/**
 * Which parts of a chunk are comments, strings, numbers and keywords, to draw its lines in the colours of the theme. VS Code has no API
 * for it, and a parser would cost more than a list of results may take. So texts are read with one expression for each family of
 * languages: a line within a comment of several lines is known as such, and what is not known has the colour of the text.
 */

export const tokenKinds = [
  'comment',
  'string',
  'number',
  'keyword',
  'storage',
  'constant',
  'function',
  'type',
] as const;
type TokenKind = (typeof tokenKinds)[number];

/** Of a theme, as CSS; kinds that are left out have the colour of the text. */
export type CodeColours = Partial<Readonly<Record<TokenKind, string>>>;

/** From, to (exclusive), kind. */
export type CodeToken = readonly [from: number, to: number, kind: TokenKind];

const hash = new Set(
  'python ruby shellscript yaml toml perl r elixir julia nim powershell dockerfile makefile gdscript crystal coffeescript'.split(
    ' ',
  ),
);
const dash = new Set(['sql', 'lua', 'haskell', 'elm']);
/** Prose and markup, and languages whose signs mean something else. */
const plain =
  /^(markdown|plaintext|restructuredtext|latex|html|xml|vue|svelte|css|scss|less|clojure|scheme|racket|.*lisp|erlang|viml)/;

const strings = String.raw`"(?:\\.|[^"\\\n])*"?|'(?:\\.|[^'\\\n])*'`;
/** Outside of strings, a quote after a backslash begins none. Tried at each of many, an open string would take quadratic time. */
const escaped = String.raw`\\.`;
const rest = String.raw`(?<number>\b\d[\w.]*)|(?<word>[\p{L}_$][\p{L}\p{N}_$]*)(?=(?<call>\s*\()?)`;
const families = {
  hash: new RegExp(
    String.raw`${escaped}|(?<comment>#.*)|(?<string>"""[^]*?(?:"""|$)|'''[^]*?(?:'''|$)|${strings})|${rest}`,
    'gu',
  ),
  dash: new RegExp(String.raw`${escaped}|(?<comment>--.*)|(?<string>${strings})|${rest}`, 'gu'),
  slash: new RegExp(
    String.raw`${escaped}|(?<comment>\/\/.*|\/\*[^]*?(?:\*\/|$))|(?<string>\x60(?:\\.|[^\x60\\])*\x60?|${strings})|${rest}`,
    'gu',
  ),
};

const words = (text: string, kind: TokenKind): [string, TokenKind][] => text.split(' ').map((word) => [word, kind]);
const keywords: ReadonlyMap<string, TokenKind> = new Map([
  ...words(
    'if else elif unless for foreach while until do switch case default match when break continue return yield throw raise try catch except finally rescue ensure with from import export as async await new delete in is not and or then end begin select where goto defer go use package pass assert lambda',
    'keyword',
  ),
  ...words(
    'const let var val def fn func fun function class struct enum interface trait impl type typedef namespace module object public private protected internal static final abstract override readonly extends implements void int long float double bool boolean char string unsigned extern inline mut pub global local nonlocal typeof instanceof',
    'storage',
  ),
  ...words('true false null nil none undefined True False None nullptr this self super', 'constant'),
]);

/** In the order of the text; empty for prose. @param end offset; what begins from there on is left out. */
export function codeTokens(text: string, language: string, end = text.length): CodeToken[] {
  if (plain.test(language)) return [];
  const family = hash.has(language) ? families.hash : dash.has(language) ? families.dash : families.slash;
  const tokens: CodeToken[] = [];
  for (const { 0: found, index, groups = {} } of text.matchAll(family)) {
    if (index >= end) break;
    const kind = kindOf(groups);
    if (kind) tokens.push([index, index + found.length, kind]);
  }
  return tokens;
}

function kindOf({ comment, string, number, word = '', call }: Partial<Record<string, string>>): TokenKind | undefined {
  if (comment !== undefined) return 'comment';
  if (string !== undefined) return 'string';
  if (number !== undefined) return 'number';
  const keyword = keywords.get(word);
  if (keyword) return keyword;
  if (/^\p{Lu}\w*\p{Ll}/u.test(word)) return 'type';
  return call === undefined ? undefined : 'function';
}

/** Of the JSON of a theme. */
export interface TokenRule {
  readonly scope?: string | readonly string[];
  readonly settings?: { readonly foreground?: string };
}

/** The TextMate scope of each kind. */
const scopes: Readonly<Record<TokenKind, string>> = {
  comment: 'comment.line',
  string: 'string.quoted',
  number: 'constant.numeric',
  keyword: 'keyword.control',
  storage: 'storage.type',
  constant: 'constant.language',
  function: 'entity.name.function',
  type: 'entity.name.type',
};

/** The most exact rule counts, and of two that are as exact the later one. */
export function coloursOf(rules: readonly TokenRule[]): CodeColours {
  return Object.fromEntries(
    tokenKinds.flatMap((kind) => {
      let best = { length: 0, colour: '' };
      for (const { scope = [], settings } of rules) {
        const colour = settings?.foreground;
        if (colour === undefined || !/^#[\da-f]{3,8}$/i.test(colour)) continue;
        for (const selector of typeof scope === 'string' ? scope.split(/\s*,\s*/) : scope)
          if (selector.length >= best.length && `${scopes[kind]}.`.startsWith(`${selector}.`))
            best = { length: selector.length, colour };
      }
      return best.colour === '' ? [] : [[kind, best.colour]];
    }),
  );
}
