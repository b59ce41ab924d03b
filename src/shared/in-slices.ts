/** Long work in steps: a generator that yields where other tasks may have their turn. */
import { setImmediate as pause } from 'node:timers/promises';

/** Milliseconds of work after which other tasks get their turn. */
export const sliceMs = 15;

export async function inSlices<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
  let started = performance.now();
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - started < sliceMs) continue;
    await pause();
    started = performance.now();
  }
}

export function atOnce<Result>(steps: Iterator<unknown, Result>): Result {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
