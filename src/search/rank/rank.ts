/**
 * From candidates to an order. The mix of words and vectors is between 0 and 1; rules add to it or multiply it (rank-rules.ts); then
 * each further chunk of a file counts less than the one before. What each signal gave is recorded: the shares of a hit add up to its
 * score.
 */

import { type FileRole, rolesOf } from '../file-role';
import type { RankWeights } from '../rank-weights';
import type { Candidate } from './candidate';
import type { QueryFacts } from './query-facts';
import { bonusRules, factorRules, isBarrelFile, type RankedFile } from './rank-rules';
import { addMixed, type MixedScore, mixScores } from './score-scale';

/** What gave a share of a score. */
export type RankSignal =
  | 'words'
  | 'meaning'
  | (typeof bonusRules)[number]['signal']
  | FileRole
  | (typeof factorRules)[number]['signal']
  | 'repeat'
  | 'message';

export interface SignalShare {
  readonly signal: RankSignal;
  /** Part of the score; negative if the signal lowered it. */
  readonly share: number;
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly why: readonly SignalShare[];
}

interface RankOptions {
  readonly weights: RankWeights;
  readonly vectorShare: number;
  /** Factor for the second place of a file. */
  readonly repeat: number;
  /** Milliseconds, as in `Date.now()`. */
  readonly now: number;
  /** Default: none is. */
  readonly isImportant?: ((path: string) => boolean) | undefined;
}

/** Best first; of equal scores the one that came first. */
export function rank<C extends Candidate>(
  candidates: readonly C[],
  query: QueryFacts,
  options: RankOptions,
): Ranked<C>[] {
  const mixed = mixedScores(candidates, options);
  const files = new Map<string, FileFacts>();
  const scored = candidates.map((candidate, place): Scored<C> => {
    let file = files.get(candidate.file);
    if (!file) {
      file = fileFacts(candidate, query);
      files.set(candidate.file, file);
    }
    const { words = 0, vector = 0 } = mixed[place] ?? {};
    file.scores.push(words + vector);
    return { candidate, file, words, vector, sum: new Sum() };
  });
  const applyRules = preparedRules(query, options);
  for (const { sum, candidate, file, words, vector } of scored) {
    sum.add('words', words);
    sum.add('meaning', vector);
    applyRules(sum, candidate, file);
  }
  scored.sort((a, b) => b.sum.total - a.sum.total);
  return spread(scored, options.repeat);
}

/** The mix of words and vectors; of a pasted text, that of the whole and that of its title, added by their shares. */
function mixedScores(candidates: readonly Candidate[], { weights, vectorShare }: RankOptions): readonly MixedScore[] {
  const whole = mixScores(
    candidates.map(({ words }) => words),
    candidates.map(({ vector }) => vector),
    vectorShare,
  );
  if (!candidates.some(({ title }) => title)) return whole;
  const title = mixScores(
    candidates.map((candidate) => candidate.title?.words ?? 0),
    candidates.map((candidate) => candidate.title?.vector ?? 0),
    vectorShare,
  );
  return addMixed(whole, title, weights.title);
}

interface Scored<C extends Candidate> {
  readonly candidate: C;
  readonly file: FileFacts;
  readonly words: number;
  readonly vector: number;
  readonly sum: Sum;
}

interface FileFacts extends RankedFile {
  /** Without those that the query asks for. */
  readonly roles: readonly FileRole[];
}

function fileFacts({ chunk: { path, language }, isOlder }: Candidate, query: QueryFacts): FileFacts {
  const all = rolesOf(path, language);
  const roles = [...(isOlder ? all.add('legacy') : all)].filter((role) => !query.roles.has(role));
  return { path, roles, isBarrel: isBarrelFile(path), mention: query.mentions.of(path), scores: [] };
}

/** The rules of a search, ready for its candidates. Rules without weight are left out. */
function preparedRules(
  query: QueryFacts,
  { weights, now, isImportant = () => false }: RankOptions,
): (sum: Sum, candidate: Candidate, file: FileFacts) => void {
  const input = { query, weights, now, isImportant };
  const bonuses = bonusRules.flatMap(({ signal, prepare }) => {
    const fitOf = weights[signal] === 0 ? undefined : prepare(input);
    return fitOf ? [{ signal, weight: weights[signal], fitOf }] : [];
  });
  const factors = factorRules.flatMap(({ signal, prepare }) => {
    const applies = prepare(input);
    return applies ? [{ signal, factor: weights[signal], applies }] : [];
  });
  return (sum, candidate, file) => {
    for (const { signal, weight, fitOf } of bonuses) sum.add(signal, weight * fitOf(candidate, file));
    for (const role of file.roles) sum.multiply(role, weights.roles[role]);
    for (const { signal, factor, applies } of factors) if (applies(candidate, file)) sum.multiply(signal, factor);
  };
}

/** Lowers each further chunk of a file: the second by `repeat`, the fourth by its square, the eighth by its cube; and sorts again. */
function spread<C extends Candidate>(scored: readonly Scored<C>[], repeat: number): Ranked<C>[] {
  const byFile = new Map<FileFacts, Ranked<C>[]>();
  for (const { candidate, file, sum } of scored) {
    const ofFile = byFile.get(file) ?? [];
    byFile.set(file, ofFile);
    sum.multiply('repeat', repeat ** Math.log2(1 + ofFile.length));
    ofFile.push({ candidate, score: sum.total, why: sum.shares });
  }
  return [...byFile.values()].flat().sort((a, b) => b.score - a.score);
}

/** A score, and what each signal gave to it. */
class Sum {
  total = 0;
  readonly shares: SignalShare[] = [];

  add(signal: RankSignal, share: number): void {
    if (share === 0) return;
    this.total += share;
    this.shares.push({ signal, share });
  }

  multiply(signal: RankSignal, factor: number): void {
    this.add(signal, this.total * factor - this.total);
  }
}
