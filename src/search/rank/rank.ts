/**
 * From candidates to an order. The mix of words and vectors is between 0 and 1; rules add to it or multiply it (rank-rules.ts); then
 * each further chunk of a file counts less than the one before. What each signal gave is recorded: the shares of a hit add up to its
 * score.
 */
import type { Candidate } from './candidate';
import { type FileRole, rolesOf } from './file-role';
import { addMixed, type MixedScore, mixScores } from './mix-scores';
import type { QueryFacts } from './query-facts';
import { bonusRules, factorRules, type RankedFile } from './rank-rules';
import type { RankWeights } from './rank-weights';

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

export interface RankOptions {
  readonly weights: RankWeights;
  readonly vectorShare: number;
  /** Factor for the second place of a file. */
  readonly repeat: number;
  /** Milliseconds, as in `Date.now()`. */
  readonly now: number;
  /** Default: none is. */
  readonly isImportant?: ((path: string) => boolean) | undefined;
  /** Another way to mix, for comparison. */
  readonly mixing?: typeof mixScores;
}

/** Best first; of equal scores the one that came first. */
export function rank<C extends Candidate>(
  candidates: readonly C[],
  query: QueryFacts,
  options: RankOptions,
): Ranked<C>[] {
  const mixed = mixedScores(candidates, options);
  const files = new Map<string, FileFacts>();
  const fileOf = (candidate: C): FileFacts => {
    const known = files.get(candidate.file);
    if (known) return known;
    const facts = fileFacts(candidate, query);
    files.set(candidate.file, facts);
    return facts;
  };
  candidates.forEach((candidate, i) => {
    const { words = 0, vector = 0 } = mixed[i] ?? {};
    fileOf(candidate).scores.push(words + vector);
  });
  const applyRules = preparedRules(query, options);
  const scored = candidates.map((candidate, i) => {
    const sum = new Shares();
    sum.add('words', mixed[i]?.words ?? 0);
    sum.add('meaning', mixed[i]?.vector ?? 0);
    applyRules(sum, candidate, fileOf(candidate));
    return { candidate, sum };
  });
  scored.sort((a, b) => b.sum.total - a.sum.total);
  return spread(scored, options.repeat);
}

/** The mix of words and vectors; of a pasted text, that of the whole and that of its title, added by their shares. */
function mixedScores(
  candidates: readonly Candidate[],
  { weights, vectorShare, mixing = mixScores }: RankOptions,
): readonly MixedScore[] {
  const whole = mixing(
    candidates.map(({ words }) => words),
    candidates.map(({ vector }) => vector),
    vectorShare,
  );
  if (!candidates.some(({ title }) => title)) return whole;
  const title = mixing(
    candidates.map((candidate) => candidate.title?.words ?? 0),
    candidates.map((candidate) => candidate.title?.vector ?? 0),
    vectorShare,
  );
  return addMixed(whole, title, weights.title);
}

interface Scored<C extends Candidate> {
  readonly candidate: C;
  readonly sum: Shares;
}

interface FileFacts extends RankedFile {
  /** Without those that the query asks for. */
  readonly roles: readonly FileRole[];
}

function fileFacts({ chunk: { path, language }, isOlder }: Candidate, query: QueryFacts): FileFacts {
  const all = rolesOf(path, language);
  const roles = [...(isOlder ? all.add('legacy') : all)].filter((role) => !query.roles.has(role));
  return { path, roles, scores: [] };
}

/** The rules of a search, ready for its candidates. Rules without weight are left out. */
function preparedRules(
  query: QueryFacts,
  { weights, now, isImportant = () => false }: RankOptions,
): (sum: Shares, candidate: Candidate, file: FileFacts) => void {
  const input = { query, weights, now, isImportant };
  const bonuses = bonusRules
    .filter(({ signal }) => weights[signal] !== 0)
    .map(({ signal, prepare }) => ({ signal, weight: weights[signal], fitOf: prepare(input) }));
  const factors = factorRules.map(({ signal, prepare }) => ({
    signal,
    factor: weights[signal],
    applies: prepare(input),
  }));
  return (sum, candidate, file) => {
    for (const { signal, weight, fitOf } of bonuses) sum.add(signal, weight * fitOf(candidate, file));
    for (const role of file.roles) sum.multiply(role, weights.roles[role]);
    for (const { signal, factor, applies } of factors) if (applies(candidate, file)) sum.multiply(signal, factor);
  };
}

/** Lowers each further chunk of a file: the second by `repeat`, the fourth by its square, the eighth by its cube; and sorts again. */
function spread<C extends Candidate>(scored: readonly Scored<C>[], repeat: number): Ranked<C>[] {
  const byFile = new Map<string, Scored<C>[]>();
  for (const one of scored) {
    const before = byFile.get(one.candidate.file);
    if (before) before.push(one);
    else byFile.set(one.candidate.file, [one]);
  }
  const all: Ranked<C>[] = [];
  for (const members of byFile.values()) {
    members.forEach(({ candidate, sum }, i) => {
      sum.multiply('repeat', repeat ** Math.log2(1 + i));
      all.push({ candidate, score: sum.total, why: sum.shares });
    });
  }
  return all.sort((a, b) => b.score - a.score);
}

class Shares {
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
