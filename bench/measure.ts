/**
 * Measures every chunker in the same way, using only its pieces and the source.
 *
 * - A line is covered if every character of the line that is not white space is in some piece.
 * - Text stored: characters in the pieces' texts / in the source, without white space, so that trimming costs nothing.
 * - A function is whole if one piece contains it from its first to its last character. Only functions that fit the limit count
 *   (functions.ts defines a function and its lead).
 * - The signature of a function that does not fit stands alone if no piece contains it with the first line of the body (with a
 *   whole function, if the body begins with one), although both fit the limit together with the lead.
 * - It is together with its lead if one piece contains both. Only functions that fit into one chunk with their lead count.
 * - A function that does not fit has as many parts as pieces have some of it or its lead; the least is its tokens / the limit.
 * - The lead of a function or type of any size is elsewhere if its piece has something above it, and not what it belongs to.
 * - A chunk lacks an import if it uses one (see imports.ts) that is neither in its text nor in an import line of its context.
 *   A comment that lists names is not an import line. An import that only the record names, because it did not fit into the
 *   context, is lacking too; imports that the record does not name either are also counted separately.
 * - A carried name is unused if the text does not contain it as a word.
 */
import type { Node } from 'web-tree-sitter';
import type { CorpusLanguage } from './chunks/corpus-packages';
import { countTokens } from './chunks/count-tokens';
import { type FunctionFact, findFunctions, findLeads, type LeadFact } from './chunks/functions';
import { findImports, type ImportFact } from './chunks/imports';
import { maxTokens, type Piece, type PlacedPiece } from './chunks/measured-piece';
import { placePieces } from './chunks/place-pieces';
import { countInk, hasWord, isWhiteSpace, lineOf } from './chunks/text-checks';
import type { CorpusFile } from './corpus';

const smallTokens = 30;

export interface FileFacts {
  readonly path: string;
  readonly language: CorpusLanguage;
  readonly text: string;
  /** Characters that are not white space. */
  readonly ink: number;
  /** Functions of at most `maxTokens`. */
  readonly functions: readonly (FunctionFact & { readonly leadFits: boolean })[];
  /** The signature and the first line of the body of larger functions. */
  readonly beginnings: readonly { readonly name: string; readonly start: number; readonly end: number }[];
  /** Functions that do not fit, without those inside another one; `least` parts have room for one and its lead. */
  readonly splits: readonly {
    readonly name: string;
    readonly start: number;
    readonly end: number;
    readonly least: number;
  }[];
  /** Definitions of any size with comments above them. */
  readonly documented: readonly LeadFact[];
  readonly imports: readonly ImportFact[] | undefined;
}

export function readFacts({ path, language }: CorpusFile, text: string, root: Node): FileFacts {
  // Includes the indentation of the first line, because a chunker that keeps lines must include it.
  const fits = (start: number, end: number): boolean =>
    countTokens(text.slice(text.lastIndexOf('\n', start - 1) + 1, end)) <= maxTokens;
  const all = findFunctions(root, text, language);
  const functions = all.flatMap((fact) =>
    fits(fact.outerStart, fact.end) ? { ...fact, leadFits: fact.hasLead && fits(fact.leadStart, fact.end) } : [],
  );
  const beginnings = all.flatMap(({ name, start, outerStart, leadStart, beginEnd, end }) =>
    beginEnd !== undefined && !fits(outerStart, end) && fits(leadStart, beginEnd) ? { name, start, end: beginEnd } : [],
  );
  const large = all.filter(({ outerStart, end }) => !fits(outerStart, end));
  const splits = large
    .filter((fact) => !large.some((other) => other.start < fact.start && fact.end <= other.end))
    .map(({ name, leadStart, end }) => {
      const least = Math.ceil(countTokens(text.slice(leadStart, end)) / maxTokens);
      return { name, start: leadStart, end, least };
    });
  const documented = findLeads(root, text, language, all);
  const imports = findImports(root, text, language);
  return { path, language, text, ink: countInk(text), functions, beginnings, splits, documented, imports };
}

/** Sums over files; the rates are computed from them at the end. */
export interface Totals {
  files: number;
  /** Files without any piece. */
  empty: number;
  lines: number;
  linesCovered: number;
  characters: number;
  ink: number;
  storedInk: number;
  embedded: number;
  functions: number;
  functionsWhole: number;
  leads: number;
  leadsTogether: number;
  beginnings: number;
  signaturesAlone: number;
  splits: number;
  /** The pieces of the functions that do not fit, and the least that have room for them. */
  parts: number;
  leastParts: number;
  documented: number;
  /** Definitions whose comments are in the piece of something else. */
  leadsElsewhere: number;
  chunks: number;
  over: number;
  largestText: number;
  largestTotal: number;
  small: number;
  importChunks: number;
  importsLacking: number;
  /** … and the record of the chunk does not name it either. */
  importsUnrecorded: number;
  carried: number;
  carriedUnused: number;
  unplaced: number;
  /** Pieces whose text is not the slice at their offsets, or whose own token count is wrong. */
  wrong: number;
}

export function emptyTotals(): Totals {
  return {
    files: 0,
    empty: 0,
    lines: 0,
    linesCovered: 0,
    characters: 0,
    ink: 0,
    storedInk: 0,
    embedded: 0,
    functions: 0,
    functionsWhole: 0,
    leads: 0,
    leadsTogether: 0,
    beginnings: 0,
    signaturesAlone: 0,
    splits: 0,
    parts: 0,
    leastParts: 0,
    documented: 0,
    leadsElsewhere: 0,
    chunks: 0,
    over: 0,
    largestText: 0,
    largestTotal: 0,
    small: 0,
    importChunks: 0,
    importsLacking: 0,
    importsUnrecorded: 0,
    carried: 0,
    carriedUnused: 0,
    unplaced: 0,
    wrong: 0,
  };
}

export function addTotals(sum: Totals, part: Totals): Totals {
  const keys = Object.keys(sum) as (keyof Totals)[];
  for (const key of keys) sum[key] = key.startsWith('largest') ? Math.max(sum[key], part[key]) : sum[key] + part[key];
  return sum;
}

export type MissKind =
  | 'line not covered'
  | 'function torn'
  | 'lead apart'
  | 'signature alone'
  | 'too many parts'
  | 'lead elsewhere'
  | 'over the limit'
  | 'small chunk'
  | 'import lacking'
  | 'import unrecorded'
  | 'carried but unused'
  | 'wrong record';
/** Called for every failure. */
export type OnMiss = (kind: MissKind, offset: number, detail: string) => void;

export function measureFile(facts: FileFacts, pieces: readonly Piece[], onMiss: OnMiss = () => {}): Totals {
  const totals = emptyTotals();
  totals.files = 1;
  totals.empty = pieces.length === 0 ? 1 : 0;
  totals.characters = facts.text.length;
  totals.ink = facts.ink;
  const placed = placePieces(facts.text, pieces);
  totals.unplaced = pieces.length - placed.length;
  for (const piece of pieces) measureSize(piece, totals, onMiss);
  measureCoverage(facts.text, placed, totals, onMiss);
  measureFunctions(facts, placed, totals, onMiss);
  measureLeads(facts, placed, totals, onMiss);
  measureImports(facts, placed, totals, onMiss);
  for (const piece of placed) checkRecord(facts.text, piece, totals, onMiss);
  return totals;
}

function measureSize(piece: Piece, totals: Totals, onMiss: OnMiss): void {
  const tokens = countTokens(piece.text);
  const total = piece.context ? countTokens(piece.context + piece.text) : tokens;
  totals.chunks++;
  totals.storedInk += countInk(piece.text);
  totals.embedded += piece.context.length + piece.text.length;
  totals.largestText = Math.max(totals.largestText, tokens);
  totals.largestTotal = Math.max(totals.largestTotal, total);
  if (tokens > maxTokens) {
    totals.over++;
    onMiss('over the limit', piece.start ?? 0, `${tokens} tokens`);
  }
  if (tokens < smallTokens) {
    totals.small++;
    onMiss('small chunk', piece.start ?? 0, `${tokens} tokens: ${brief(piece.text)}`);
  }
  if (piece.total !== undefined && piece.total !== total) {
    totals.wrong++;
    onMiss('wrong record', piece.start ?? 0, `tokens.total ${piece.total}, counted ${total}`);
  }
}

function measureCoverage(text: string, placed: readonly PlacedPiece[], totals: Totals, onMiss: OnMiss): void {
  const covered = new Uint8Array(text.length);
  for (const { start, end } of placed) covered.fill(1, start, end);
  let hasInk = false;
  let lost = -1;
  for (let at = 0; at <= text.length; at++) {
    if (at === text.length || text.charCodeAt(at) === 10) {
      if (hasInk) totals.lines++;
      if (hasInk && lost === -1) totals.linesCovered++;
      if (lost !== -1) onMiss('line not covered', lost, brief(text.slice(lost, at)));
      hasInk = false;
      lost = -1;
    } else if (!isWhiteSpace(text.charCodeAt(at))) {
      hasInk = true;
      if (!covered[at] && lost === -1) lost = at;
    }
  }
}

function measureFunctions(facts: FileFacts, placed: readonly PlacedPiece[], totals: Totals, onMiss: OnMiss): void {
  for (const { name, start, end, leadStart, leadFits } of facts.functions) {
    totals.functions++;
    const whole = placed.some((piece) => piece.start <= start && end <= piece.end);
    if (whole) totals.functionsWhole++;
    else onMiss('function torn', start, `${name}, cut at ${cutsBetween(facts.text, placed, start, end)}`);
    if (!leadFits) continue;
    totals.leads++;
    if (placed.some((piece) => piece.start <= leadStart && end <= piece.end)) totals.leadsTogether++;
    else if (whole) onMiss('lead apart', leadStart, `${name}: ${brief(facts.text.slice(leadStart, start))}`);
  }
  for (const { name, start, end, least } of facts.splits) {
    const parts = placed.filter(
      (piece) => countInk(facts.text.slice(Math.max(start, piece.start), Math.min(end, piece.end))) > 0,
    );
    totals.splits++;
    totals.parts += parts.length;
    totals.leastParts += least;
    if (parts.length > least + 1) onMiss('too many parts', start, `${name}: ${parts.length}, ${least} have room`);
  }
  for (const { name, start, end } of facts.beginnings) {
    totals.beginnings++;
    if (placed.some((piece) => piece.start <= start && end <= piece.end)) continue;
    totals.signaturesAlone++;
    onMiss('signature alone', start, `${name}, cut at ${cutsBetween(facts.text, placed, start, end)}`);
  }
}

/** A comment is elsewhere if its piece has none of the definition below it, but something above the comment that does not enclose it. */
function measureLeads(facts: FileFacts, placed: readonly PlacedPiece[], totals: Totals, onMiss: OnMiss): void {
  const { text } = facts;
  for (const { start, leadStart, lastEnd } of facts.documented) {
    totals.documented++;
    const elsewhere = placed.find(
      (piece) =>
        piece.end <= start &&
        countInk(text.slice(Math.max(piece.start, leadStart), piece.end)) > 0 &&
        countInk(text.slice(piece.start, Math.max(piece.start, lastEnd))) > 0,
    );
    if (!elsewhere) continue;
    totals.leadsElsewhere++;
    onMiss('lead elsewhere', leadStart, brief(text.slice(leadStart, start)));
  }
}

/** The lines at which pieces end inside a range. */
function cutsBetween(text: string, placed: readonly PlacedPiece[], start: number, end: number): string {
  const cuts = placed.filter((piece) => piece.end > start && piece.end < end).map((piece) => lineOf(text, piece.end));
  return `line ${cuts.join(', ')}`;
}

function measureImports(facts: FileFacts, placed: readonly PlacedPiece[], totals: Totals, onMiss: OnMiss): void {
  const { imports } = facts;
  for (const piece of placed) {
    for (const { kind, name } of piece.carried ?? []) {
      totals.carried++;
      if (hasWord(piece.text, name, facts.language === 'php')) continue;
      totals.carriedUnused++;
      onMiss('carried but unused', piece.start, `${kind} ${name}`);
    }
    if (!imports) continue;
    totals.importChunks++;
    const importLines = piece.context
      ? piece.context
          .split('\n')
          .filter((line) => importLine.test(line))
          .join('\n')
      : '';
    const recorded = new Set(piece.carried?.flatMap(({ kind, name }) => (kind === 'import' ? name : [])));
    let lacks = false;
    let unrecorded = false;
    for (const { name, offset, uses } of imports) {
      if (piece.start <= offset && offset < piece.end) continue;
      const use = uses.find((at) => piece.start <= at && at < piece.end);
      if (use === undefined || (importLines && hasWord(importLines, name))) continue;
      lacks = true;
      if (recorded.has(name)) onMiss('import lacking', use, piece.omitted?.includes(name) ? `${name} (omitted)` : name);
      else onMiss('import unrecorded', use, name);
      unrecorded ||= !recorded.has(name);
    }
    if (lacks) totals.importsLacking++;
    if (unrecorded) totals.importsUnrecorded++;
  }
}

/** The first word of an import in any of the languages that are checked. */
const importLine = /^\s*(?:import|from|use|pub|const|let|var|export|extern)\b/;

function checkRecord(text: string, piece: PlacedPiece, totals: Totals, onMiss: OnMiss): void {
  if (piece.carried === undefined || text.slice(piece.start, piece.end) === piece.text) return;
  totals.wrong++;
  onMiss('wrong record', piece.start, 'text is not the slice from start to end');
}

function brief(text: string): string {
  const flat = text.trim().replaceAll(/\s+/g, ' ');
  return flat.length > 80 ? `${flat.slice(0, 79)}…` : flat;
}
