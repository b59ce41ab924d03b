/**
 * One answer from two to the same query: of the local indexes, and of a database. Each of them normalised its scores over its own
 * candidates; here the hits get the scores that they would have had among the candidates of both, under the same rules. So a hit of
 * the database comes before a local one if it would have done so in an index of both.
 */
import { byScore, fileKey, type Hit, type HitPlace } from './hits/hit';
import type { QueryProblem } from './query/query-problem';
import { lastNameOf } from './query/query-shape';
import type { Confidence } from './rank/confidence';
import type { RankSignal, SignalShare } from './rank/rank';
import { bonusRules } from './rank/rank-rules';
import { joinScales, mixedOn, rawScores, type ScoreScale } from './rank/score-scale';
import type { SearchAnswer } from './searcher';

/** These add to a score, whatever it was; all others multiply it. */
const bonuses: ReadonlySet<RankSignal> = new Set([...bonusRules.map(({ signal }) => signal), 'message']);

const byConfidence: readonly Confidence[] = ['none', 'weak', 'strong'];

/** @param limit of hits; those beyond the limit of each answer stay if they are in the files of the others. */
export function joinAnswers(local: SearchAnswer, stored: SearchAnswer, limit: number): SearchAnswer {
  const scale = jointScale(local, stored);
  const ours = rescored(local, scale);
  const theirs = rescored(stored, scale);
  const confidence = joinConfidence(local.confidence, stored.confidence);
  const best = merged(ours.slice(0, limit), theirs.slice(0, limit)).slice(0, limit);
  const files = new Set(best.map(fileKey));
  const further = merged(ours.slice(limit), theirs.slice(limit)).filter((hit) => files.has(fileKey(hit)));
  const indexProblems = [...(local.indexProblems ?? []), ...(stored.indexProblems ?? [])];
  return {
    hits: [...best, ...further].map((hit) => (hit.confidence && confidence ? { ...hit, confidence } : hit)),
    problems: unique([...local.problems.filter((one) => !isDefinedIn(stored, one)), ...stored.problems]),
    notices: unique([...local.notices, ...stored.notices]),
    ...(confidence && { confidence }),
    ...(local.total !== undefined && { total: local.total }),
    ...(local.asked && { asked: local.asked }),
    ...(indexProblems.length > 0 && { indexProblems }),
    ...(scale && { scale }),
  };
}

/** Does the other answer have the name that is not defined here? */
function isDefinedIn({ hits }: SearchAnswer, problem: QueryProblem): boolean {
  if (problem.is !== 'no-definition') return false;
  return hits.some(({ symbol }) => symbol === lastNameOf(problem.value));
}

function jointScale(local: SearchAnswer, stored: SearchAnswer): ScoreScale | undefined {
  const { scale: a } = local;
  const { scale: b } = stored;
  if (!a || !b) return a ?? b;
  const raw = [local, stored].flatMap(({ hits, scale }) =>
    scale ? hits.map(({ why }) => rawScores(scale, mixOf(why))) : [],
  );
  return joinScales(a, b, raw);
}

function mixOf(why: readonly SignalShare[]): { readonly words: number; readonly vector: number } {
  const share = (of: RankSignal): number => why.find(({ signal }) => signal === of)?.share ?? 0;
  return { words: share('words'), vector: share('meaning') };
}

function rescored({ hits, scale }: SearchAnswer, to: ScoreScale | undefined): readonly Hit[] {
  return scale && to && scale !== to ? hits.map((hit) => onScale(hit, scale, to)) : hits;
}

/** Adds up the shares of a hit again: what adds stays, what multiplies multiplies the new sum. */
function onScale(hit: Hit, from: ScoreScale, to: ScoreScale): Hit {
  if (hit.score === undefined) return hit;
  const before = mixOf(hit.why);
  const after = mixedOn(to, rawScores(from, before));
  const mixed = before.words + before.vector;
  const ratio = mixed > 0 ? (after.words + after.vector) / mixed : 1;
  const why: SignalShare[] = [];
  let score = 0;
  const add = (signal: RankSignal, share: number): void => {
    if (share === 0) return;
    score += share;
    why.push({ signal, share });
  };
  add('words', after.words);
  add('meaning', after.vector);
  let total = mixed;
  for (const { signal, share } of hit.why) {
    if (signal === 'words' || signal === 'meaning') continue;
    // The mixed scores of the other chunks in the file, which change as this one does.
    if (signal === 'coherence') add(signal, share * ratio);
    else if (bonuses.has(signal)) add(signal, share);
    else add(signal, total > 0 ? (score * share) / total : 0);
    total += share;
  }
  return { ...hit, score, why };
}

/** Best first. Code that both have is one hit, the local one: its file can be edited. */
function merged(ours: readonly Hit[], theirs: readonly Hit[]): readonly Hit[] {
  const copies = new Map<Hit, HitPlace[]>();
  const others = theirs.filter((hit) => {
    const same = ours.find(({ name, kind, text }) => name === hit.name && kind === hit.kind && text === hit.text);
    if (!same) return true;
    const { root, path, startLine, endLine } = hit;
    if (path !== same.path) copies.set(same, [...(copies.get(same) ?? []), { root, path, startLine, endLine }]);
    return false;
  });
  const own = ours.map((hit) => {
    const places = copies.get(hit);
    return places ? { ...hit, duplicates: [...(hit.duplicates ?? []), ...places] } : hit;
  });
  return [...own, ...others].sort(byScore);
}

/** One of them that can answer is enough. */
function joinConfidence(a: Confidence | undefined, b: Confidence | undefined): Confidence | undefined {
  if (!a || !b) return a ?? b;
  return byConfidence[Math.max(byConfidence.indexOf(a), byConfidence.indexOf(b))];
}

function unique<T>(all: readonly T[]): T[] {
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}
