/**
 * From candidates to an order. The mix of words and vectors is between 0 and 1; rules add to it or multiply it (rank-rules.ts); then
 * each further chunk of a file counts less than the one before. What each signal gave is recorded: the shares of a hit add up to its
 * score.
 */
import type { Candidate } from './candidate';
import { type FileRole, rolesOf } from './file-role';
import { addMixed, type MixedScore, mixScores } from './mix-scores';
import type { QueryFacts } from './query-facts';
import { bonusRules, factorRules, isBarrelFile, type RankedFile } from './rank-rules';
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
  const files = new Map<string, FileFacts<C>>();
  const fileOf = candidates.map((candidate, i) => {
    let file = files.get(candidate.file);
    if (!file) {
      file = fileFacts(candidate, query);
      files.set(candidate.file, file);
    }
    const { words = 0, vector = 0 } = mixed[i] ?? {};
    file.scores.push(words + vector);
    return file;
  });
  const applyRules = preparedRules(query, options);
  const scored: Scored<C>[] = [];
  fileOf.forEach((file, i) => {
    const candidate = candidates[i];
    if (!candidate) return;
    const sum = new Shares();
    sum.add('words', mixed[i]?.words ?? 0);
    sum.add('meaning', mixed[i]?.vector ?? 0);
    applyRules(sum, candidate, file);
    scored.push({ candidate, file, sum });
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
  readonly file: FileFacts<C>;
  readonly sum: Shares;
}

interface FileFacts<C extends Candidate> extends RankedFile {
  /** Without those that the query asks for. */
  readonly roles: readonly FileRole[];
  /** By rule that looks only at the file: how well it fits. */
  readonly fits: number[];
  /** Its candidates, best first. */
  readonly places: Scored<C>[];
}

function fileFacts<C extends Candidate>(
  { chunk: { path, language }, isOlder }: Candidate,
  query: QueryFacts,
): FileFacts<C> {
  const all = rolesOf(path, language);
  const roles = [...(isOlder ? all.add('legacy') : all)].filter((role) => !query.roles.has(role));
  return { path, roles, isBarrel: isBarrelFile(path), scores: [], fits: [], places: [] };
}

/** The rules of a search, ready for its candidates. Rules without weight are left out. */
function preparedRules(
  query: QueryFacts,
  { weights, now, isImportant = () => false }: RankOptions,
): (sum: Shares, candidate: Candidate, file: FileFacts<Candidate>) => void {
  const input = { query, weights, now, isImportant };
  const bonuses = bonusRules.flatMap(({ signal, prepare, isOfFile }) => {
    const fitOf = weights[signal] === 0 ? undefined : prepare(input);
    return fitOf ? [{ signal, weight: weights[signal], fitOf, isOfFile }] : [];
  });
  const factors = factorRules.flatMap(({ signal, prepare }) => {
    const applies = prepare(input);
    return applies ? [{ signal, factor: weights[signal], applies }] : [];
  });
  return (sum, candidate, file) => {
    bonuses.forEach(({ signal, weight, fitOf, isOfFile }, i) => {
      let fit = isOfFile ? file.fits[i] : undefined;
      if (fit === undefined) {
        fit = fitOf(candidate, file);
        if (isOfFile) file.fits[i] = fit;
      }
      sum.add(signal, weight * fit);
    });
    for (const role of file.roles) sum.multiply(role, weights.roles[role]);
    for (const { signal, factor, applies } of factors) if (applies(candidate, file)) sum.multiply(signal, factor);
  };
}

/** Lowers each further chunk of a file: the second by `repeat`, the fourth by its square, the eighth by its cube; and sorts again. */
function spread<C extends Candidate>(scored: readonly Scored<C>[], repeat: number): Ranked<C>[] {
  const files: FileFacts<C>[] = [];
  for (const one of scored) {
    if (one.file.places.push(one) === 1) files.push(one.file);
  }
  const factors: number[] = [];
  const all: Ranked<C>[] = [];
  for (const { places } of files) {
    places.forEach(({ candidate, sum }, i) => {
      factors[i] ??= repeat ** Math.log2(1 + i);
      sum.multiply('repeat', factors[i] ?? 1);
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
