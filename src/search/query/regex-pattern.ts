/**
 * A regular expression of a query, in the syntax of JavaScript. Case matters unless it has the flag `i`. It is matched line by line,
 * so `^` and `$` are the ends of a line and `\s` does not reach the next one, unless it names a line break or has the flag `s`.
 */
import { type AST, RegExpParser, RegExpSyntaxError, visitRegExpAST } from '@eslint-community/regexpp';
import type { QueryFault } from './query-problem';

export interface Regex {
  /** As typed: `/source/flags`. */
  readonly text: string;
  readonly expression: RegExp;
  readonly syntax: AST.Pattern;
  readonly ignoresCase: boolean;
  readonly isMultiline: boolean;
}

const maxLength = 1000;

/** Flags that say how to search are ignored: all matches are found, and lines have their own ends. */
const knownFlags = /^[dgimsuvy]*$/;

export function regexOf(source: string, flags: string): Regex | { readonly problem: QueryFault } {
  const text = `/${source}/${flags}`;
  const problem = (reason: string, at?: number): { problem: QueryFault } => ({
    problem: { is: 'bad-regex', value: shortened(text), reason, ...(at !== undefined && { at }) },
  });
  if (source.length > maxLength) return problem(`it has more than ${maxLength} characters`);
  if (!knownFlags.test(flags)) return problem(`it has the unknown flag ${/[^dgimsuvy]/.exec(flags)?.[0]}`);
  const has = (flag: string): boolean => flags.includes(flag);
  try {
    const modes = { unicode: has('u'), unicodeSets: has('v') };
    const syntax = new RegExpParser().parsePattern(source, 0, source.length, modes);
    const isMultiline = has('s') || namesLineBreak(syntax);
    const kept = ['i', 's', 'u', 'v'].filter(has).join('');
    return { text, expression: new RegExp(source, `gm${kept}`), syntax, ignoresCase: has('i'), isMultiline };
  } catch (error) {
    if (error instanceof RegExpSyntaxError)
      return problem(error.message.replace(/^Invalid regular expression: .*\/: /s, ''), error.index + 1);
    return problem(error instanceof Error ? error.message : String(error));
  }
}

/** Text that was given as a regular expression: as it is, or as `/source/flags`. */
export function givenRegex(text: string): ReturnType<typeof regexOf> {
  const [, source, flags] = /^\/(.+)\/([a-z]*)$/s.exec(text) ?? [];
  return source === undefined ? regexOf(text, '') : regexOf(source, flags ?? '');
}

function namesLineBreak(syntax: AST.Pattern): boolean {
  let isNamed = false;
  visitRegExpAST(syntax, {
    onCharacterEnter: ({ value }) => {
      isNamed ||= value === 10;
    },
  });
  return isNamed;
}

function shortened(text: string): string {
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
