/** The index of a folder cannot be created, read or written: a message for people, and a reason for the caller. */
import type { IndexFileProblem } from '../../index/file/index-error';

export class IndexProblem extends Error {
  constructor(readonly problem: IndexFileProblem) {
    super(problem.message);
  }
}

/** Throws the problem of an outcome, if it has one. */
export function succeeded<T extends object>(
  outcome: T | { readonly problem?: IndexFileProblem },
): asserts outcome is T {
  if ('problem' in outcome && outcome.problem) throw new IndexProblem(outcome.problem);
}
