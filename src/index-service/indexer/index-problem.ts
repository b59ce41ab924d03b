/** The index of a folder cannot be made, read or written: one sentence for people, and a reason for the caller. */
import type { Problem } from '../../index/file/index-error';

export class IndexProblem extends Error {
  constructor(readonly problem: Problem) {
    super(problem.message);
  }
}

/** Throws the problem of an outcome, where it has one. */
export function succeeded<T extends object>(outcome: T | { readonly problem?: Problem }): asserts outcome is T {
  if ('problem' in outcome && outcome.problem) throw new IndexProblem(outcome.problem);
}
