/**
 * Whole chunks as they are copied and sent: after the signatures, or headings, of what they are in. `…` in a comment of the language
 * stands for what is left out between them.
 */
import type { Chunk, EnclosingLines } from '../../code/chunk';
import { commentLine } from '../../code/uses/name-roles';
import { languageById } from '../../languages/registry';
import { joinRuns } from '../../search/hits/spans';

/** A chunk, a hit, or its parent. */
interface CopiedCode {
  readonly text: string;
  readonly startLine: number;
  readonly enclosing?: readonly EnclosingLines[] | undefined;
}

export function copiedCode(code: CopiedCode, language: string): string {
  const { text } = code;
  const around = linesAround(code);
  if (around.length === 0) return text;
  // Empty lines at its beginning are not what follows.
  const blank = /^(?:[^\S\r\n]*(?:\r\n|\r|\n))*/.exec(text)?.[0] ?? '';
  const line = code.startLine + blank.split(/\r\n|\r|\n/).length - 1;
  return joinRuns([...around, { line, text: text.slice(blank.length) }], (_from, _to, following) =>
    elision(following, language),
  );
}

/** Those of its enclosing lines that are before the text. */
export function linesAround({ startLine, enclosing = [] }: CopiedCode): readonly EnclosingLines[] {
  return enclosing.filter(({ line }) => line < startLine);
}

/** Prose has no comments of its own, and a heading is a paragraph. */
function elision(following: string, id: string): string {
  const language = languageById(id);
  return language ? `${/^[^\S\r\n]*/.exec(following)?.[0] ?? ''}${commentLine(language, '…')}` : '\n…\n';
}

/** A chunk as it is copied with its context, which need not say what it is in. */
export function copiedText(chunk: CopiedCode & Pick<Chunk, 'context' | 'signatures'>, language: string): string {
  const { context, signatures = '' } = chunk;
  return `${contextBeside(context, chunk)}${signatures}${copiedCode(chunk, language)}`;
}

/** The context without the signatures that the code begins with. */
export function contextBeside(context: string, code: CopiedCode): string {
  const said = linesAround(code).map(({ text }) => bare(text));
  if (said.length === 0) return context;
  return context
    .split(/(?<=\n)/)
    .filter((line) => !(isComment.test(line) && said.some((each) => isSame(each, bare(line)))))
    .join('');
}

const isComment = /^[^\p{L}\p{N}\s]/u;
/** Letters and digits of a signature that may have been cut. */
const minCut = 100;

/** A context has a signature on one line, in a comment, with its decorators, and cut if it is very long. */
function isSame(said: string, line: string): boolean {
  return said !== '' && (line.endsWith(said) || (line.length > minCut && said.startsWith(line)));
}

function bare(text: string): string {
  return text.replace(/[^\p{L}\p{N}]+/gu, '');
}
