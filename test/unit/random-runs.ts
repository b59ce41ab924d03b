/**
 * How often random tests run. Each run of the tests takes other cases, so a few are enough while one works; the nightly workflow sets
 * `CODEGRAIN_TEST_RUNS=10`, which makes all of them run ten times as often.
 */
import fc from 'fast-check';

/** @param usual the number of cases in `npm test` */
export function runs(usual: number): number {
  return Math.ceil(usual * Number(process.env.CODEGRAIN_TEST_RUNS ?? 1));
}

/** Of things that are much alike, one of so many is enough in `npm test`; every one where random tests run often. */
export function oneOf(usual: number): number {
  return Math.max(1, Math.floor(usual / runs(1)));
}

fc.configureGlobal({ numRuns: runs(40) });
