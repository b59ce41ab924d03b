/**
 * Fits the weights of an estimate by coordinate descent: the non-negative weights with the smallest sum of squared relative errors
 * over all chunks. Kinds of pieces that are rare in the texts are kept near one estimated token for each counted token.
 */

import type { EncodingName } from '../../src/tokens/counter-table';
import { Encoding } from '../../src/tokens/encoding/encoding';
import type { PieceWeights } from '../../src/tokens/estimates/estimate-weights';
import { PIECE_KINDS, pieceKind } from '../../src/tokens/estimates/piece-kind';
import { unitsOf } from '../../src/tokens/utf16-units';

const prior = [1, 1, 0] as const;
const priorStrength = 3e-3;
const rounds = 2000;
/**
 * Kinds that always occur next to each other, such as Chinese words and commas, could share their cost in any proportion.
 * These bounds keep a proportion that also makes sense where they occur alone. White space may cost almost nothing,
 * because it can be part of the token next to it.
 */
const maxWeights = [3, 2, 2] as const;
const minPieceWeight = 0.5;
const minSpaceWeight = 0.02;

/** The counts that the weights are multiplied by: for each kind of piece, how often it occurs, its additional tokens, its additional units. */
export function featuresOf(encoding: Encoding, text: string): Float64Array {
  const units = unitsOf(text);
  const features = new Float64Array(3 * PIECE_KINDS.length);
  for (let at = 0; at < units.length; ) {
    const end = encoding.scanner.next(units, at, units.length);
    const kind = 3 * pieceKind(units, at, end);
    features[kind] = (features[kind] ?? 0) + 1;
    features[kind + 1] = (features[kind + 1] ?? 0) + encoding.countPiece(units, at, end) - 1;
    features[kind + 2] = (features[kind + 2] ?? 0) + end - at - 1;
    at = end;
  }
  return features;
}

export function fitWeights(
  basis: EncodingName,
  texts: readonly string[],
  counts: readonly number[],
): Record<string, PieceWeights> {
  const encoding = new Encoding(basis);
  const size = 3 * PIECE_KINDS.length;
  const products = Array.from({ length: size }, () => new Float64Array(size));
  const targets = new Float64Array(size);
  for (const [i, text] of texts.entries()) {
    const count = counts[i] ?? 1;
    // The errors are relative: everything is divided by the true count, so that every target is 1.
    const features = featuresOf(encoding, text).map((value) => value / count);
    for (let a = 0; a < size; a++) {
      const value = features[a] ?? 0;
      const row = products[a];
      if (value === 0 || !row) continue;
      targets[a] = (targets[a] ?? 0) + value;
      for (let b = 0; b < size; b++) row[b] = (row[b] ?? 0) + value * (features[b] ?? 0);
    }
  }
  const weights = descend(products, targets);
  return Object.fromEntries(
    PIECE_KINDS.map((kind, i) => {
      const [piece = 0, token = 0, unit = 0] = [0, 1, 2].map((k) => Math.round(100 * (weights[3 * i + k] ?? 0)));
      return [kind, [piece, token, unit] as const];
    }),
  );
}

function descend(products: readonly Float64Array[], targets: Float64Array): Float64Array {
  const weights = targets.map((_, i) => prior[i % 3] ?? 0);
  for (let round = 0; round < rounds; round++) {
    for (const [i, row] of products.entries()) {
      let rest = (targets[i] ?? 0) + priorStrength * (prior[i % 3] ?? 0);
      for (let j = 0; j < row.length; j++) if (j !== i) rest -= (row[j] ?? 0) * (weights[j] ?? 0);
      const best = rest / ((row[i] ?? 0) + priorStrength);
      weights[i] = Math.min(maxWeights[i % 3] ?? 0, Math.max(minWeight(i), best));
    }
  }
  return weights;
}

function minWeight(index: number): number {
  if (index % 3 !== 0) return 0;
  const kind = PIECE_KINDS[index / 3];
  return kind === 'spaces' || kind === 'tabs' ? minSpaceWeight : minPieceWeight;
}
