/**
 * Runs work that nothing else could stop, such as a regular expression that backtracks without end, for a limited time. The engine
 * interrupts a script that runs too long wherever it is, also inside a regular expression.
 */
import { type Context, createContext, Script } from 'node:vm';

export class TimeLimitError extends Error {}

let prepared: { readonly script: Script; readonly context: Context } | undefined;

/** @throws TimeLimitError if the work was stopped; what it did until then stays. */
export function runWithin(milliseconds: number, work: () => void): void {
  prepared ??= { script: new Script('work()'), context: createContext({}) };
  prepared.context.work = work;
  try {
    prepared.script.runInContext(prepared.context, { timeout: Math.max(1, Math.ceil(milliseconds)) });
  } catch (error) {
    if (isTimeout(error)) throw new TimeLimitError('it took too long');
    throw error;
  } finally {
    prepared.context.work = undefined;
  }
}

/** The error belongs to the context, so it is no `Error` of this one. */
function isTimeout(error: unknown): boolean {
  const code = typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
  return code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
}
