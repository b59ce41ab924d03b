/** Counts the weighted terms of one chunk at a time, in arrays by term number that are reused from chunk to chunk. */
import { type LexicalDocument, noteWords, pathWords, textFields } from './chunk-fields';
import { type FieldWeights, unitsPerCount } from './field-weights';
import { lostWordMark, sharedLineMark } from './split-word';
import { classOf, WORD } from './term-characters';
import type { TermScanner, TermSink } from './term-scanner';

const maxUnits = 0xffff;

export class DocumentTerms implements TermSink {
  /** The terms of the chunk, each once, in the order of first use. */
  terms = new Uint32Array(1 << 8);
  termCount = 0;
  /** Words of all fields, before weights. */
  length = 0;
  private units = new Uint16Array(1 << 12);
  private weight = 0;

  constructor(
    private readonly words: TermScanner,
    private readonly weights: FieldWeights,
  ) {}

  /** The weighted count of a term, in quarters. */
  unitsOf(term: number): number {
    return this.units[term] ?? 0;
  }

  count(document: LexicalDocument, cuts?: ChunkCuts): void {
    this.clear();
    const { words, weights } = this;
    const { name, symbols, path, scope, text, imports, globals, note } = document;
    this.countNames(name, weights.name);
    for (const symbol of symbols) if (symbol.name !== name) this.countNames(symbol.name, weights.symbols);
    this.countNames(scope.join(' '), weights.scope);
    this.countText(pathWords(path), weights.path);
    if (weights.context > 0) {
      for (const entry of imports) this.countText(entry.name, weights.context);
      for (const entry of globals) this.countText(entry.name, weights.context);
    }
    if (note !== undefined) this.countText(noteWords(note), weights.note);
    if (cuts?.word) words.mark(lostWordMark(''), this);
    if (cuts?.line) words.mark(sharedLineMark, this);
    words.read(text);
    textFields(document, (start, end, field) => {
      this.weight = weights[field] * unitsPerCount;
      if (this.weight > 0) words.scan(start, end, false, this);
    });
  }

  add(term: number): void {
    this.length++;
    if (term >= this.units.length) this.growUnits(term);
    const before = this.units[term] ?? 0;
    if (before === 0) {
      if (this.termCount === this.terms.length) this.growTerms();
      this.terms[this.termCount++] = term;
    }
    this.units[term] = Math.min(before + this.weight, maxUnits);
  }

  private countNames(text: string, weight: number): void {
    if (weight === 0 || text === '') return;
    this.weight = weight * unitsPerCount;
    this.words.read(text);
    this.words.scan(0, text.length, true, this);
  }

  private countText(text: string, weight: number): void {
    if (weight === 0) return;
    this.weight = weight * unitsPerCount;
    this.words.read(text);
    this.words.scan(0, text.length, false, this);
  }

  private clear(): void {
    for (let i = 0; i < this.termCount; i++) this.units[this.terms[i] ?? 0] = 0;
    this.termCount = 0;
    this.length = 0;
  }

  private growUnits(term: number): void {
    const units = new Uint16Array(Math.max(this.units.length * 2, term + 1));
    units.set(this.units);
    this.units = units;
  }

  private growTerms(): void {
    const terms = new Uint32Array(this.terms.length * 2);
    terms.set(this.terms);
    this.terms = terms;
  }
}

// Words and lines that are in two chunks, because a long line, or one with several statements, was cut. No chunk has them whole.

/** What was cut where a chunk begins. */
type ChunkCuts = { readonly word: boolean; readonly line: boolean };

const none: ChunkCuts = { word: false, line: false };

export class CutWords {
  private before: LexicalDocument | undefined;

  /** Chunks of a file come in their order. */
  cutsAt(chunk: LexicalDocument): ChunkCuts {
    const { before } = this;
    this.before = chunk;
    if (before?.path !== chunk.path || before.end === undefined || chunk.start === undefined) return none;
    const line = (before.endLine ?? 0) >= chunk.startLine && !before.text.endsWith('\n');
    const endsInWord = classOf(before.text.charCodeAt(before.text.length - 1)) === WORD;
    return { word: line && endsInWord && isOneWord(chunk.text, before.end - chunk.start), line };
  }
}

/** Do the first `at` units, which the chunk before has too, and the next one belong to one word? */
function isOneWord(text: string, at: number): boolean {
  if (at < 0 || at >= text.length) return false;
  for (let i = 0; i <= at; i++) if (classOf(text.charCodeAt(i)) !== WORD) return false;
  return true;
}
