import {
  type CountedText,
  counterTable,
  type EncodingName,
  type EstimateName,
  type TokenCounter,
} from '../counter-table';
import { PieceCountedText } from '../encoding/counted-text';
import { Encoding } from '../encoding/encoding';
import { unitsOf, writeUnits } from '../utf16-units';
import type { PieceWeights } from './estimate-weights';
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
    this.check(start, end);
    return tokensIn(end - start);
  }

  fits(start: number, end: number, maxTokens: number): boolean {
    return this.count(start, end) <= maxTokens;
  }

  countAfter(prefix: string, start: number, end: number): number {
    this.check(start, end);
    return tokensIn(prefix.length + end - start);
  }

  fit(start: number, end: number, maxTokens: number): number {
    this.check(start, end);
    const cut = Math.max(start, Math.min(end, start + maxTokens * UNITS_PER_TOKEN));
    const whole = cut < end && this.splitsPair(cut) ? cut - 1 : cut;
    if (whole > start || start === end) return whole;
    return Math.min(end, this.splitsPair(start + 1) ? start + 2 : start + 1);
  }

  private splitsPair(at: number): boolean {
    return (this.text.charCodeAt(at - 1) & 0xfc00) === 0xd800 && (this.text.charCodeAt(at) & 0xfc00) === 0xdc00;
  }

  private check(start: number, end: number): void {
    if (!(start >= 0 && start <= end && end <= this.text.length)) {
      throw new RangeError(`slice ${start}..${end} is outside a text of length ${this.text.length}`);
    }
  }
}

class ApproximateCounter implements TokenCounter {
  readonly name = 'approximate';
  readonly method = 'approximate';
  readonly accuracy = 'approximate';
  readonly encoding = undefined;

  count(text: string): number {
    return tokensIn(text.length);
  }

  document(text: string): CountedText {
    return new ApproximateText(text);
  }
}

export const approximateCounter: TokenCounter = new ApproximateCounter();

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

interface Estimate {
  readonly encoding: EncodingName;
  readonly weights: Readonly<Record<string, PieceWeights>>;
}

/** The encoding whose tokens an estimate is made from. */
export function baseEncoding(name: EstimateName): EncodingName {
  return counterTable[name].estimate.encoding;
}

/** An encoding whose pieces are counted in hundredths of another vocabulary's tokens. */
class WeightedEncoding extends Encoding {
  private readonly weights: Int16Array;

  constructor({ encoding, weights }: Estimate) {
    super(encoding);
    this.weights = Int16Array.from(PIECE_KINDS.flatMap((kind) => weights[kind] ?? [HUNDREDTHS, HUNDREDTHS, 0]));
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

/** A text that is counted in hundredths and reported in tokens. */
class EstimatedText implements CountedText {
  constructor(private readonly hundredths: CountedText) {}

  get length(): number {
    return this.hundredths.length;
  }

  get total(): number {
    return rounded(this.hundredths.total);
  }

  count(start: number, end: number): number {
    return rounded(this.hundredths.count(start, end));
  }

  fits(start: number, end: number, maxTokens: number): boolean {
    return this.hundredths.fits(start, end, maxTokens * HUNDREDTHS);
  }

  countAfter(prefix: string, start: number, end: number): number {
    return rounded(this.hundredths.countAfter(prefix, start, end));
  }

  fit(start: number, end: number, maxTokens: number): number {
    return this.hundredths.fit(start, end, maxTokens * HUNDREDTHS);
  }
}

export class EstimateCounter implements TokenCounter {
  readonly method: EstimateName;
  readonly accuracy = 'estimated';
  readonly encoding = undefined;
  private readonly weighted: WeightedEncoding;

  /** @param weights used instead of the shipped ones, for calibration. */
  constructor(
    readonly name: EstimateName,
    weights: Estimate['weights'] = counterTable[name].estimate.weights,
  ) {
    this.method = name;
    this.weighted = new WeightedEncoding({ encoding: baseEncoding(name), weights });
  }

  count(text: string): number {
    const units = this.weighted.buffer(text.length);
    writeUnits(text, units, 0);
    return rounded(this.weighted.count(units, 0, text.length));
  }

  document(text: string, units = unitsOf(text)): CountedText {
    return new EstimatedText(new PieceCountedText(this.weighted, units));
  }
}

function rounded(hundredths: number): number {
  return Math.ceil(hundredths / HUNDREDTHS);
}
