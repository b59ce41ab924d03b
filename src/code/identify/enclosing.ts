/**
 * What a text lies in: the signatures of the definitions around it, and the headings of its sections. Code that is copied or sent begins
 * with them: they say the class of a method. They are whole lines of the file.
 */
import type { Node } from '../../syntax/syntax-node';
import type { EnclosingLines } from '../chunk';
import type { SourceText, TextRange } from '../source-text';
import type { Definition, Outline } from './outline';
import type { Scope } from './scopes';

/** Characters; longer signatures are cut. */
export const maxSignature = 400;
/** A longer line has more than a signature. */
const maxLine = 240;

/** A signature ends where the body begins; without a body, with its first line. */
export function signatureEnd(source: SourceText, { start, end }: TextRange, body: Node | undefined): number {
  const stop = body ? body.startIndex : Math.min(end, source.lineStart(source.lineAt(start) + 1));
  return source.trimEnd(start, Math.max(start, Math.min(stop, start + maxSignature)));
}

const isComment = /^\s*(?:#(?!\[)|\/\/)/;

/** @param line the first one of interest: that of the name, below decorators and attributes. @param end offset. */
function linesOfSignature(source: SourceText, line: number, end: number, lastLine: number): EnclosingLines {
  const last = Math.max(line, source.lineAt(Math.max(0, end - 1)));
  const lines = [];
  let length = 0;
  // An index may come from others and say that a signature has a whole file.
  for (let at = line; at <= last && length <= maxSignature + maxLine; at++) {
    const text = source.text.slice(source.lineStart(at), source.lineStart(at + 1)).trimEnd();
    lines.push(text.length > maxLine ? `${text.slice(0, maxLine)}…` : text);
    length += Math.min(text.length, maxLine) + 1;
  }
  // Comments between a signature and its body.
  while (lines.length > 1 && isComment.test(lines.at(-1) ?? '')) lines.pop();
  return { line, text: lines.join('\n'), lastLine };
}

/** For the records of one text: each definition is read once. */
export class EnclosingScopes {
  private readonly known = new Map<Scope['definition'] | Scope['heading'], EnclosingLines>();

  constructor(private readonly source: SourceText) {}

  /** @param start offset; only what begins on a line before it. Outermost first. */
  before(start: number, scope: readonly Scope[], outline: Outline): EnclosingLines[] {
    const { source } = this;
    if (scope.length === 0) return [];
    const first = source.lineAt(source.trimStart(start, source.text.length));
    return scope.flatMap(({ definition, heading }) => {
      const key = definition ?? heading;
      const found = this.known.get(key) ?? this.linesOf(definition, heading, outline);
      if (found) this.known.set(key, found);
      return found && found.line < first && first <= found.lastLine ? [found] : [];
    });
  }

  private linesOf(definition: Definition | undefined, heading: TextRange | undefined, outline: Outline) {
    const { source } = this;
    const lastLineOf = ({ end }: TextRange): number => source.lineAt(Math.max(0, end - 1));
    if (heading) {
      const start = source.trimStart(heading.start, heading.end);
      return linesOfSignature(source, source.lineAt(start), start, lastLineOf(heading));
    }
    if (!definition) return undefined;
    const { names, inner } = definition;
    const end = signatureEnd(source, definition, outline.body(inner));
    return linesOfSignature(source, source.lineAt(names[0]?.start ?? inner.startIndex), end, lastLineOf(definition));
  }
}

/** 1-based, inclusive. */
interface Lines {
  readonly startLine: number;
  readonly endLine: number;
}

/** As the links of a file have it. */
interface SignedDefinition {
  readonly name: string;
  readonly kind: string;
  readonly container: number;
  readonly start: number;
  /** 1-based. */
  readonly line: number;
  readonly endLine: number;
  readonly signatureEnd: number;
}

/** Their signature may be only the beginning of a value. */
const values: ReadonlySet<string> = new Set(['property', 'field']);

/**
 * The signatures around the lines of a chunk, in the order of the file: of what begins before it and goes on in it, and of the types and
 * namespaces that begin in it, for when only some of its lines are shown.
 */
export function enclosingLines(
  source: SourceText,
  definitions: readonly SignedDefinition[],
  { startLine, endLine }: Lines,
): EnclosingLines[] {
  const containers = new Set(definitions.map(({ container }) => container));
  // In some grammars a definition ends on the line where the next one begins.
  const [from, to] = [source.lineStart(startLine), source.lineStart(startLine + 1)];
  const isNext = definitions.some(({ start, line }) => line === startLine || (from <= start && start < to));
  // One definition may have several names, like the constants of an enum in C, and two may begin on a line. The first is the outer one.
  const starts = new Set<number>();
  const byLine = new Map<number, EnclosingLines>();
  for (const [number, { kind, start, line, endLine: lastLine, signatureEnd: end }] of definitions.entries()) {
    const isAround = line < startLine && lastLine >= startLine + (isNext ? 1 : 0);
    const isWithin = line >= startLine && line < endLine && lastLine > line && containers.has(number);
    if (starts.has(start) || byLine.has(line) || (!isAround && !isWithin)) continue;
    starts.add(start);
    byLine.set(line, linesOfSignature(source, line, values.has(kind) ? 0 : end, lastLine));
  }
  return [...byLine.values()].sort((a, b) => a.line - b.line);
}

/** The visible characters of a heading, whatever marks it. */
function bare(text: string): string {
  return text.replace(/<[^>]*>/g, '').replace(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * The headings around the lines of a chunk, where its sections are known only by their names.
 * @param scope outermost first; what is in the chunk itself, or not found above it, is left out.
 */
export function enclosingHeadings(source: SourceText, scope: readonly string[], place: Lines): EnclosingLines[] {
  const found: EnclosingLines[] = [];
  let end = source.lineStart(place.startLine);
  for (const name of [...scope].reverse()) {
    const wanted = bare(name);
    // Nearly all lines of a long text are without it, and an expression for each would take longer than the rest of a search.
    const [word = ''] = /[\p{L}\p{N}]+/u.exec(name) ?? [];
    const isIn = (from: number, to: number): EnclosingLines | undefined => lastHeading(source, wanted, word, from, to);
    if (wanted === '' || isIn(source.lineStart(place.startLine), source.lineStart(place.endLine + 1))) continue;
    const heading = isIn(0, end);
    if (!heading) continue;
    found.unshift(heading);
    end = source.lineStart(heading.line);
  }
  return found;
}

/** The last line between two offsets that says this and nothing else. @param word that the line has. */
function lastHeading(source: SourceText, wanted: string, word: string, from: number, end: number) {
  for (let at = end; at > from; ) {
    at = source.text.lastIndexOf(word, at - 1);
    if (at < from) return undefined;
    const line = source.lineAt(at);
    at = source.lineStart(line);
    const text = source.text.slice(at, source.lineStart(line + 1)).trim();
    if (bare(text) === wanted) return { line, text, lastLine: Number.MAX_SAFE_INTEGER };
  }
  return undefined;
}
