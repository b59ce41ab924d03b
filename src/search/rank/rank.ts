/**
 * From candidates to an order. The mix of words and vectors is between 0 and 1; rules add to it or take a share away; then hits
 * are taken one by one, each further chunk of a file counting half of what it would. What each signal gave is kept: the shares of a
 * hit add up to its score.
 */
import type { StoredChunk } from '../../index/format/segment-contents';
import type { Asked } from './asked-query';
import { type FileRole, rolesOf } from './file-role';
import { mix } from './mix-scores';
import { coherence, definer, isBare, namesFile, recency, usage } from './rank-rules';
import type { Weights } from './rank-weights';

/** What ranking looks at, whichever store a chunk comes from. */
export interface RankedChunk
  extends Pick<StoredChunk, 'id' | 'path' | 'language' | 'kind' | 'name' | 'scope' | 'symbols' | 'note'> {
  /** Tells the parents of one file apart; undefined: it has none. */
  readonly parent: number | string | undefined;
}

export interface Candidate {
  readonly chunk: RankedChunk;
  /** Tells files of several folders apart. */
  readonly file: string;
  readonly words: number;
  readonly vector: number;
  readonly mtimeMs: number;
  readonly uses: number;
  /** Of an older version that is kept beside the newer one. */
  readonly isOlder: boolean;
}

export type Signal =
  | 'words'
  | 'meaning'
  | 'defines'
  | 'path'
  | 'coherence'
  | 'recency'
  | 'usage'
  | FileRole
  | 'bare'
  | 'repeat';

export interface Share {
  readonly signal: Signal;
  /** Of the score; below 0 where it was taken away. */
  readonly share: number;
}

export interface Ranked<C extends Candidate> {
  readonly candidate: C;
  readonly score: number;
  readonly why: readonly Share[];
}

export interface RankOptions {
  readonly weights: Weights;
  readonly vectorShare: number;
  readonly now: number;
  /** Several children of a parent count once, as the best of them. */
  readonly parents: boolean;
  /** Another way to mix, for comparison. */
  readonly mixing?: typeof mix;
}

/** Best first; of equal scores the one that came first. */
export function rank<C extends Candidate>(candidates: readonly C[], asked: Asked, options: RankOptions): Ranked<C>[] {
  const { weights } = options;
  const mixed = (options.mixing ?? mix)(
    candidates.map(({ words }) => words),
    candidates.map(({ vector }) => vector),
    options.vectorShare,
  );
  const files = new Map<string, FileFacts>();
  candidates.forEach((candidate, i) => {
    const { file } = candidate;
    const { words = 0, vector = 0 } = mixed[i] ?? {};
    const facts = files.get(file) ?? fileFacts(candidate, asked);
    files.set(file, facts);
    facts.scores.push(words + vector);
  });
  const defines = definer(asked);
  const scored = candidates.map((candidate, i) => {
    const sum = new Shares();
    sum.add('words', mixed[i]?.words ?? 0);
    sum.add('meaning', mixed[i]?.vector ?? 0);
    addRules(sum, candidate, files.get(candidate.file) ?? fileFacts(candidate, asked), defines, options);
    return { candidate, sum };
  });
  scored.sort((a, b) => b.sum.total - a.sum.total);
  return spread(options.parents ? onePerParent(scored) : scored, weights.repeat);
}

/** Of the children of a parent the best, which comes first. */
function onePerParent<C extends Candidate>(scored: readonly Scored<C>[]): readonly Scored<C>[] {
  const seen = new Set<string>();
  return scored.filter(({ candidate: { file, chunk } }) => {
    if (chunk.parent === undefined) return true;
    const key = `${chunk.parent} ${file}`;
    return !seen.has(key) && seen.add(key);
  });
}

interface Scored<C extends Candidate> {
  readonly candidate: C;
  readonly sum: Shares;
}

interface FileFacts {
  readonly roles: readonly FileRole[];
  readonly named: number;
  /** Of its chunks. */
  readonly scores: number[];
  /** Worked out when all scores are there. */
  coherence: number | undefined;
}

function fileFacts({ chunk: { path, language }, isOlder }: Candidate, asked: Asked): FileFacts {
  const all = rolesOf(path, language);
  const roles = [...(isOlder ? all.add('legacy') : all)].filter((role) => !asked.roles.has(role));
  return { roles, named: namesFile(asked, path), scores: [], coherence: undefined };
}

function addRules(
  sum: Shares,
  candidate: Candidate,
  file: FileFacts,
  defines: ReturnType<typeof definer>,
  options: RankOptions,
): void {
  const { weights, now } = options;
  sum.add('defines', weights.defines * defines(candidate.chunk));
  sum.add('path', weights.path * file.named);
  file.coherence ??= coherence(file.scores);
  sum.add('coherence', weights.coherence * file.coherence);
  if (weights.recency > 0) sum.add('recency', weights.recency * recency(candidate.mtimeMs, now, weights.recencyDays));
  if (weights.usage > 0) sum.add('usage', weights.usage * usage(candidate.uses));
  for (const role of file.roles) sum.multiply(role, weights.roles[role]);
  if (isBare(candidate.chunk)) sum.multiply('bare', weights.bare);
}

/** Takes the best again and again; what is left of a file that has been taken from counts less each time. */
function spread<C extends Candidate>(scored: readonly Scored<C>[], repeat: number): Ranked<C>[] {
  const byFile = new Map<string, Scored<C>[]>();
  for (const one of scored) {
    const before = byFile.get(one.candidate.file);
    if (before) before.push(one);
    else byFile.set(one.candidate.file, [one]);
  }
  const all: Ranked<C>[] = [];
  for (const members of byFile.values()) {
    let share = 1;
    for (const { candidate, sum } of members) {
      sum.multiply('repeat', share);
      all.push({ candidate, score: sum.total, why: sum.shares });
      share *= repeat;
    }
  }
  return all.sort((a, b) => b.score - a.score);
}

class Shares {
  total = 0;
  readonly shares: Share[] = [];

  add(signal: Signal, share: number): void {
    if (share === 0) return;
    this.total += share;
    this.shares.push({ signal, share });
  }

  multiply(signal: Signal, factor: number): void {
    this.add(signal, this.total * factor - this.total);
  }
}
