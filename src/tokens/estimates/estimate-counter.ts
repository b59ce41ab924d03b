import {
  type CountedText,
  counterTable,
  type EncodingName,
  type EstimateName,
  type TokenCounter,
} from '../counter-table';
import { checkSlice, PieceCounter } from '../encoding/counted-text';
import { Encoding } from '../encoding/encoding';
import { type PieceWeights, pieceWeights } from './estimate-weights';
import { PIECE_KINDS, pieceKind } from './piece-kind';

/** One token for every four UTF-16 units, rounded up: close for English and some code, far off for most other text. */

const UNITS_PER_TOKEN = 4;

class ApproximateText implements CountedText {
  constructor(private readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  get total(): number {
    return tokensIn(this.text.length);
  }

  count(start: number, end: number): number {
    checkSlice(start, end, this.text.length);
    return tokensIn(end - start);
  }

  fits(start: number, end: number, maxTokens: number): boolean {
    return this.count(start, end) <= maxTokens;
  }

  fit(start: number, end: number, maxTokens: number): number {
    checkSlice(start, end, this.text.length);
    const cut = Math.max(start, Math.min(end, start + maxTokens * UNITS_PER_TOKEN));
    const whole = cut < end && this.splitsPair(cut) ? cut - 1 : cut;
    if (whole > start || start === end) return whole;
    return Math.min(end, this.splitsPair(start + 1) ? start + 2 : start + 1);
  }

  private splitsPair(at: number): boolean {
    return (this.text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (this.text.charCodeAt(at) & 0xfc00) === 0xdc00;
  }
}

export const approximateCounter: TokenCounter = {
  name: 'approximate',
  method: 'approximate',
  accuracy: 'approximate',
  encoding: undefined,
  count: (text) => tokensIn(text.length),
  document: (text) => new ApproximateText(text),
};

function tokensIn(units: number): number {
  return Math.ceil(units / UNITS_PER_TOKEN);
}

/**
 * Estimates the tokens of vocabularies that are not shipped from those of one that is.
 *
 * Each piece of the encoding costs what pieces of its kind cost on average in the other vocabulary: one weight for the
 * piece, one for each token after the first, one for each UTF-16 unit after the first. The weights were fitted to real
 * text (`docs/tokens.md`). Weights and sums are hundredths of a token; only the result is rounded, up. To
 * `PieceCountedText` a weighted encoding is an encoding like any other, so slices and cuts of estimates are as consistent
 * as those of exact counts: `count` of a slice is `count` of its text, and `fit` agrees with `count`.
 */

/** In a token. */
const HUNDREDTHS = 100;

/** Bounds for every text: at most two units per hundredth, and at most three tokens per unit. Chunking relies on the second. */
const MAX_UNITS_PER_HUNDREDTH = 2;
const MAX_TOKENS_PER_UNIT = 3;

type Weights = Readonly<Record<string, PieceWeights>>;

/** The encoding whose tokens an estimate is made from. */
export function baseEncoding(name: EstimateName): EncodingName {
  return counterTable[name].estimate.encoding;
}

/** An encoding whose pieces are counted in hundredths of another vocabulary's tokens. */
class WeightedEncoding extends Encoding {
  override readonly perToken = HUNDREDTHS;
  private readonly weights: Int16Array;

  constructor(name: EstimateName, weights?: Weights) {
    super(baseEncoding(name));
    const first = 3 * counterTable[name].estimate.column;
    const weightsOf = (kind: string): readonly number[] | undefined =>
      weights ? weights[kind] : pieceWeights[kind]?.slice(first, first + 3);
    this.weights = Int16Array.from(PIECE_KINDS.flatMap((kind) => weightsOf(kind) ?? [HUNDREDTHS, HUNDREDTHS, 0]));
  }

  override get maxTokenLength(): number {
    return MAX_UNITS_PER_HUNDREDTH;
  }

  override countPiece(units: Uint16Array, start: number, end: number): number {
    const tokens = super.countPiece(units, start, end);
    const length = end - start;
    const { weights } = this;
    const at = 3 * pieceKind(units, start, end);
    const cost = (weights[at] ?? 0) + (weights[at + 1] ?? 0) * (tokens - 1) + (weights[at + 2] ?? 0) * (length - 1);
    const minCost = Math.ceil(length / MAX_UNITS_PER_HUNDREDTH);
    return Math.min(Math.max(cost, minCost), length * MAX_TOKENS_PER_UNIT * HUNDREDTHS);
  }
}

/** @param weights used instead of the shipped ones, for calibration. */
export function estimateCounter(name: EstimateName, weights?: Weights): TokenCounter {
  return new PieceCounter(name, name, new WeightedEncoding(name, weights));
}
