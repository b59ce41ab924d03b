import type { EncodingName } from '../counter-table';
import { counterTable, type EstimateName } from '../counter-table';
import { PieceCountedText } from '../encoding/counted-text';
import { Encoding } from '../encoding/encoding';
import type { CountedText, TokenCounter } from '../token-types';
import { unitsOf, writeUnits } from '../utf16-units';
import type { Weights } from './estimate-weights';
import { PIECE_KINDS, pieceKind } from './piece-kind';

/**
 * Estimates of the tokens of vocabularies that are not shipped, made from those of one that is.
 *
 * Each piece of the encoding costs what pieces of its kind cost on average in the other vocabulary: so much for the
 * piece, so much for each token after its first, so much for each UTF-16 unit after its first. The weights were fitted to
 * real text (`docs/tokens.md`). They are hundredths of a token, and so are all sums: only the answer is rounded, up. A
 * weighted encoding is an encoding as far as `PieceCountedText` is concerned, which makes slices and cuts of estimates
 * as consistent as those of exact counts: `count` of a slice is `count` of its text, and `fit` keeps to `count`.
 */

/** Hundredths in a token. */
const WHOLE = 100;

/** No text is less than this many units per hundredth, nor more than so many tokens a unit; chunking relies on the latter. */
const MOST_UNITS_PER_HUNDREDTH = 2;
const MOST_TOKENS_PER_UNIT = 3;

interface Estimate {
  readonly encoding: EncodingName;
  readonly weights: Readonly<Record<string, Weights>>;
}

/** The encoding whose tokens an estimate is made from. */
export function basisOf(name: EstimateName): EncodingName {
  return counterTable[name].estimate.encoding;
}

/** An encoding whose pieces are counted in hundredths of another vocabulary's tokens. */
class WeightedEncoding extends Encoding {
  private readonly weights: Int16Array;

  constructor({ encoding, weights }: Estimate) {
    super(encoding);
    this.weights = Int16Array.from(PIECE_KINDS.flatMap((kind) => weights[kind] ?? [WHOLE, WHOLE, 0]));
  }

  override get longestToken(): number {
    return MOST_UNITS_PER_HUNDREDTH;
  }

  /** Its pieces are weighed one by one. */
  override findPieces(): undefined {
    return undefined;
  }

  override countPiece(units: Uint16Array, start: number, end: number): number {
    const tokens = super.countPiece(units, start, end);
    const length = end - start;
    const { weights } = this;
    const at = 3 * pieceKind(units, start, end);
    const cost = (weights[at] ?? 0) + (weights[at + 1] ?? 0) * (tokens - 1) + (weights[at + 2] ?? 0) * (length - 1);
    const least = Math.ceil(length / MOST_UNITS_PER_HUNDREDTH);
    return Math.min(Math.max(cost, least), length * MOST_TOKENS_PER_UNIT * WHOLE);
  }
}

/** A text counted in hundredths, told in tokens. */
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
    return this.hundredths.fits(start, end, maxTokens * WHOLE);
  }

  countAfter(prefix: string, start: number, end: number): number {
    return rounded(this.hundredths.countAfter(prefix, start, end));
  }

  fit(start: number, end: number, maxTokens: number): number {
    return this.hundredths.fit(start, end, maxTokens * WHOLE);
  }
}

export class EstimateCounter implements TokenCounter {
  readonly method: EstimateName;
  readonly accuracy = 'estimated';
  readonly encoding = undefined;
  private readonly pieces: WeightedEncoding;

  /** @param weights others than the shipped ones, for calibration. */
  constructor(
    readonly name: EstimateName,
    weights: Estimate['weights'] = counterTable[name].estimate.weights,
  ) {
    this.method = name;
    this.pieces = new WeightedEncoding({ encoding: basisOf(name), weights });
  }

  count(text: string): number {
    const units = this.pieces.room(text.length);
    writeUnits(text, units, 0);
    return rounded(this.pieces.count(units, 0, text.length));
  }

  document(text: string, units = unitsOf(text)): CountedText {
    return new EstimatedText(new PieceCountedText(this.pieces, units));
  }
}

function rounded(hundredths: number): number {
  return Math.ceil(hundredths / WHOLE);
}
