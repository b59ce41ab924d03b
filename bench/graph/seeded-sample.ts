/**
 * A sample that is the same in every run: candidates are taken in the order of a hash of where they are, until enough are accepted.
 * Removing a file from a repository leaves the other samples as they are.
 */
import { createHash } from 'node:crypto';

export interface Candidate {
  readonly path: string;
  readonly offset: number;
  readonly name: string;
}

export function inSampleOrder<T extends Candidate>(candidates: readonly T[]): T[] {
  return candidates
    .map((candidate) => ({ candidate, key: sampleKey(`${candidate.path}:${candidate.offset}`) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ candidate }) => candidate);
}

/** Paths in an order that has nothing to do with their names. */
export function pathsInSampleOrder(paths: readonly string[]): string[] {
  return [...paths].sort((a, b) => (sampleKey(a) < sampleKey(b) ? -1 : 1));
}

function sampleKey(place: string): string {
  return createHash('sha256').update(`codegrain ${place}`).digest('hex');
}
