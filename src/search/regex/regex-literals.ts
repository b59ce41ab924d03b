/**
 * What a text must contain to match a regular expression, as in Google Code Search: literals joined by "and" and "or". The parts of
 * words in it find the files that can match (regex-file.ts). Whatever says nothing about the text, such as optional parts and large
 * classes, separates literals.
 */
import type { AST } from '@eslint-community/regexpp';
import type { Regex } from '../query/query-filters';

export type Needed =
  | { readonly is: 'anything' }
  | { readonly is: 'literal'; readonly text: string }
  | { readonly is: 'all' | 'any'; readonly of: readonly Needed[] };

const anything: Needed = { is: 'anything' };

/** Texts that an element can be, if they are few: `re(try|set)` is two. */
const maxTexts = 16;
const maxRepeats = 8;
/** Characters of a class that are tried one by one: all digits, but not all letters. */
const maxClass = 10;
/** Needles that are searched for; short ones are in most lines, so they count only if there are no others. */
const maxNeedles = 4;
const minOtherNeedle = 3;

export function neededBy({ syntax }: Regex): Needed {
  return ofAlternatives(syntax.alternatives);
}

/** Literals that each match contains exactly so, the longest first. */
export function needlesOf(regex: Regex): readonly string[] {
  if (regex.ignoresCase || hasModifiers(regex.syntax.raw)) return [];
  const needed = neededBy(regex);
  const parts = needed.is === 'all' ? needed.of : [needed];
  const literals = parts.flatMap((one) => literalsIn(one) ?? []).sort((a, b) => b.length - a.length);
  // What a longer one has says nothing more.
  const distinct = literals.filter((one, i) => !literals.slice(0, i).some((longer) => longer.includes(one)));
  return distinct.filter(({ length }, i) => i === 0 || length >= minOtherNeedle).slice(0, maxNeedles);
}

/** Literals that each match has; undefined: none. Texts that differ have what they begin with, and what they end with. */
function literalsIn(needed: Needed): string[] | undefined {
  if (needed.is === 'literal') return [needed.text];
  if (needed.is !== 'any') return undefined;
  const texts = needed.of.flatMap((one) => (one.is === 'literal' ? one.text : []));
  const [first = '', ...others] = texts;
  if (texts.length < needed.of.length) return undefined;
  let begin = first.length;
  let end = first.length;
  for (const other of others) {
    while (!other.startsWith(first.slice(0, begin))) begin--;
    while (!other.endsWith(first.slice(first.length - end))) end--;
  }
  return [first.slice(0, begin), first.slice(first.length - end)].filter((text) => text !== '');
}

/** `(?i:…)` */
function hasModifiers(source: string): boolean {
  return /\(\?[a-z-]+:/.test(source);
}

function ofAlternatives(alternatives: readonly AST.Alternative[]): Needed {
  return anyOf(alternatives.map(ofAlternative));
}

function ofAlternative({ elements }: AST.Alternative): Needed {
  const run = new Run();
  for (const element of elements) run.add(element);
  run.separate();
  return allOf(run.needed);
}

/** A part of an expression, read from left to right. */
class Run {
  readonly needed: Needed[] = [];
  /** What the text read last can be, one of these, since the last gap. */
  private texts: readonly string[] = [''];

  add(element: AST.Element): void {
    if (element.type === 'Assertion') return;
    if (element.type === 'Quantifier') {
      this.repeat(element);
      return;
    }
    const texts = textsOf(element);
    if (texts) this.append(texts);
    else {
      this.separate();
      if (element.type === 'Group' || element.type === 'CapturingGroup')
        this.needed.push(ofAlternatives(element.alternatives));
    }
  }

  /** A gap: what follows is not known to be next to what was before. */
  separate(): void {
    this.needed.push(anyOf(this.texts.map((text) => (text === '' ? anything : { is: 'literal', text }))));
    this.texts = [''];
  }

  private repeat({ element, min, max }: AST.Quantifier): void {
    if (min === 0 || element.type === 'Assertion') {
      this.separate();
      return;
    }
    const texts = textsOf(element);
    if (!texts) {
      this.add(element);
      this.separate();
      return;
    }
    const times = Math.min(min, maxRepeats);
    for (let i = 0; i < times; i++) this.append(texts);
    if (max === times) return;
    this.separate();
    for (let i = 0; i < times; i++) this.append(texts);
  }

  private append(texts: readonly string[]): void {
    if (this.texts.length * texts.length > maxTexts) this.separate();
    this.texts = this.texts.flatMap((before) => texts.map((text) => before + text));
  }
}

const digits: readonly string[] = [...'0123456789'];

/** All texts that an element can be; undefined: they are too many. */
function textsOf(element: AST.Element): readonly string[] | undefined {
  switch (element.type) {
    case 'Character':
      return [String.fromCodePoint(element.value)];
    case 'CharacterClass':
      return classTexts(element);
    case 'CharacterSet':
      return element.kind === 'digit' && !element.negate ? digits : undefined;
    case 'Group':
    case 'CapturingGroup':
      return groupTexts(element.alternatives);
    default:
      return undefined;
  }
}

function classTexts({ negate, elements }: AST.CharacterClass): string[] | undefined {
  if (negate || elements.length === 0) return undefined;
  const texts: string[] = [];
  for (const one of elements) {
    const more = classElementTexts(one);
    if (!more || texts.push(...more) > maxClass) return undefined;
  }
  return texts;
}

function classElementTexts(element: AST.CharacterClass['elements'][number]): readonly string[] | undefined {
  switch (element.type) {
    case 'CharacterClassRange':
      return rangeTexts(element);
    case 'Character':
    case 'CharacterSet':
      return textsOf(element);
    default:
      return undefined;
  }
}

function rangeTexts({ min, max }: AST.CharacterClassRange): string[] | undefined {
  if (max.value - min.value >= maxClass) return undefined;
  return Array.from({ length: max.value - min.value + 1 }, (_, i) => String.fromCodePoint(min.value + i));
}

function groupTexts(alternatives: readonly AST.Alternative[]): string[] | undefined {
  const texts: string[] = [];
  for (const { elements } of alternatives) {
    let own: readonly string[] = [''];
    for (const element of elements) {
      const more = textsOf(element);
      if (!more || own.length * more.length > maxTexts) return undefined;
      own = own.flatMap((before) => more.map((text) => before + text));
    }
    texts.push(...own);
  }
  return texts.length <= maxTexts ? texts : undefined;
}

function allOf(parts: readonly Needed[]): Needed {
  const of = parts.flatMap((part) => (part.is === 'all' ? part.of : part.is === 'anything' ? [] : [part]));
  return of.length === 0 ? anything : of.length === 1 && of[0] ? of[0] : { is: 'all', of };
}

function anyOf(parts: readonly Needed[]): Needed {
  if (parts.some(({ is }) => is === 'anything')) return anything;
  const of = parts.flatMap((part) => (part.is === 'any' ? part.of : [part]));
  return of.length === 1 && of[0] ? of[0] : { is: 'any', of };
}

/** Called with UTF-16 offsets; returns false to stop. */
type VisitMatch = (start: number, end: number) => boolean;

/** Makes a function that finds the matches of an expression in a text, in order. Empty matches do not count. */
export function matcherOf(regex: Regex): (text: string, visit: VisitMatch) => void {
  const { expression, isMultiline } = regex;
  if (isMultiline) return (text, visit) => void matchIn(expression, text, 0, visit);
  const [longest = '', ...others] = needlesOf(regex);
  return (text, visit) => {
    for (let from = 0; from < text.length; ) {
      // Only lines with the needles can match, and a search for them is much faster than for the expression.
      const at = text.indexOf(longest, from);
      if (at < 0) return;
      const start = longest === '' ? from : text.lastIndexOf('\n', at) + 1;
      const newline = text.indexOf('\n', at);
      const end = newline < 0 ? text.length : newline;
      const line = text.slice(start, text.charCodeAt(end - 1) === 13 && end > start ? end - 1 : end);
      const mayMatch = others.every((needle) => line.includes(needle));
      if (mayMatch && !matchIn(expression, line, start, visit)) return;
      from = end + 1;
    }
  };
}

/** @param offset of the text; returns false if the visitor stopped it. */
function matchIn(expression: RegExp, text: string, offset: number, visit: VisitMatch): boolean {
  expression.lastIndex = 0;
  for (let match = expression.exec(text); match; match = expression.exec(text)) {
    const [{ length }] = match;
    if (length === 0) expression.lastIndex++;
    else if (!visit(offset + match.index, offset + match.index + length)) return false;
  }
  return true;
}
