/**
 * Cheap tests for the language of a text, by its first characters. Every expression runs in linear time, because the text can be
 * anything. White space inside a line is matched as `[ \t]`, so that thousands of blank lines do not cause backtracking.
 */

/** Removes comments and strings, where the header of a C library may mention C++. */
function codeOnly(head: string): string {
  return head.replace(/\/\*[\s\S]*?(?:\*\/|$)|\/\/[^\n]*|"(?:[^"\\\n]|\\.)*"/g, ' ');
}

/** The blocks of a C header that only C++ compilers see. */
const cppOnlyBlocks =
  /^[ \t]*#[ \t]*if(?:def[ \t]+|[ \t]+defined[ \t(]+)__cplusplus[\s\S]*?(?:^[ \t]*#[ \t]*(?:endif|else)|(?![\s\S]))/gm;

export function isObjectiveC(head: string): boolean {
  return /^[ \t]*(?:@(?:interface|implementation|protocol|class|import|property)\b|#[ \t]*import\b|NS_ASSUME_NONNULL_BEGIN)/m.test(
    codeOnly(head),
  );
}

/** C and other languages that use its preprocessor. */
export const isPreprocessed = (head: string): boolean =>
  /^[ \t]*#[ \t]*(?:include|define|undef|ifn?def|if|pragma)\b/m.test(head);

export function isCpp(head: string): boolean {
  const code = codeOnly(head).replace(cppOnlyBlocks, '');
  return (
    /^[ \t]*(?:(?:enum[ \t]+)?class[ \t]+[^\n;{}"=]*[{;:\n]|namespace\b[ \t\w:]*[{\n]|template[ \t]*<|(?:public|private|protected)[ \t]*:|using[ \t]+\w)/m.test(
      code,
    ) ||
    /\bstd::|\boperator[ \t]*[=+\-*/<>[(!]|\bvirtual[ \t]+[\w~]/.test(code) ||
    // Headers of the C++ standard library have no extension.
    /^[ \t]*#[ \t]*include[ \t]*<\w+>/m.test(code)
  );
}

/** MATLAB and Octave among the languages with the extension `.m`. */
export const isMatlab = (head: string): boolean =>
  /^[ \t]*(?:%|function\b|classdef\b)/m.test(head) && !/^[ \t]*(?:\(\*|:-[ \t])/m.test(head);

/** Extensions of Zephyr's and ZMK's device trees are common words. */
export const isDeviceTree = (head: string): boolean => /^[ \t]*(?:\/|&\w+)[ \t]*\{|^[ \t]*\/dts-v1\//m.test(head);

/** The other languages with the extension `.m`: MATLAB and Octave, Mathematica, Mercury. */
export const isMatlabLike = (head: string): boolean => /^[ \t]*(?:%|function\b|classdef\b|\(\*|:-[ \t])/m.test(head);

export function isPerl(head: string): boolean {
  return /^[ \t]*(?:use[ \t]+(?:strict|warnings|v?5|[A-Z]\w*)|package[ \t]+[\w:]+[ \t]*[;{]|(?:my|our|local)[ \t]*[$@%(]|sub[ \t]+\w+[ \t]*[{(])/m.test(
    head,
  );
}

export const isProlog = (head: string): boolean =>
  /^[ \t]*:-[ \t]*\w|^[a-z]\w*(?:\([^\n]*\))?[ \t]*(?::-|-->)/m.test(head);
export const isMarkup = (head: string): boolean => /^\s*</.test(head);
export const isHtml = (head: string): boolean => /^\s*<(?:!doctype\s+html\b|html[\s>])/i.test(head);
export const isXml = (head: string): boolean => /^\s*<(?:\?xml\s|!DOCTYPE\s)/.test(head);

const jsonString = '"(?:[^"\\\\\\n]|\\\\.)*"';
const jsonLiteral = `(?:${jsonString}|-?\\d[\\d.eE+-]*|true|false|null)`;
const jsonObjectStart = new RegExp(`^\\{\\s*(?:${jsonString}\\s*:\\s*(?:[\\[{]|${jsonLiteral}\\s*[,}])|\\}\\s*$)`);
const jsonItemStart = new RegExp(`^${jsonLiteral}\\s*(?:,|\\]\\s*(?:[,\\]]|$))`);

/** An object whose first key is quoted, or an array of such objects or literals. `[section]` and `{ a = 1; }` do not count. */
export function isJson(head: string): boolean {
  const text = head.trimStart();
  const inside = text.replace(/^[[\s]+/, '');
  return jsonObjectStart.test(inside) || (inside !== text && jsonItemStart.test(inside));
}

/** `FROM image` comes first, after comments and `ARG`s, and another instruction follows. */
export function isDockerfile(head: string): boolean {
  const lines = contentLines(head);
  const from = lines.findIndex((line) => !/^ARG\s/i.test(line));
  if (!/^FROM\s+(?:--platform=\S+\s+)?[\w.\-/:${}@]+(?:\s+AS\s+\S+)?\s*$/i.test(lines[from] ?? '')) return false;
  return lines.some((line) => /^(?:RUN|COPY|ADD|CMD|ENV|WORKDIR|ENTRYPOINT|LABEL|USER)\s/.test(line));
}

/** A document that starts with `---` or `%YAML` and whose unindented lines are all keys and list items. */
export function isYaml(head: string): boolean {
  const [first = '', ...rest] = contentLines(head);
  if (!/^(?:---\s*$|%YAML\s)/.test(first)) return false;
  const keys = rest.filter((line) => !/^\s/.test(line));
  return keys.length > 0 && keys.every((line) => /^(?:---|\.\.\.|- |-$|["'\w][^\n]*?:(?:\s|$)|[}\]])/.test(line));
}

/** The first lines that are neither blank nor comments. */
function contentLines(head: string): string[] {
  return head.split(/\r?\n/, 60).filter((line) => line.trim() !== '' && !line.trimStart().startsWith('#'));
}
