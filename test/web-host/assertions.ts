/** The part of `node:assert/strict` that the suites use, for the web worker. */
import { inspect } from './inspect-value';

class AssertionFailed extends Error {
  override readonly name = 'AssertionError';

  constructor(
    message: string,
    readonly actual?: unknown,
    readonly expected?: unknown,
  ) {
    super(message);
  }
}

export function ok(value: unknown, message = 'the value is not truthy'): asserts value {
  if (!value) throw new AssertionFailed(message);
}

export function equal<T>(actual: unknown, expected: T): asserts actual is T {
  if (Object.is(actual, expected)) return;
  throw new AssertionFailed(`${inspect(actual)} is not ${inspect(expected)}`, actual, expected);
}

/** For values that JSON can hold. */
export function deepEqual(actual: unknown, expected: unknown): void {
  equal(JSON.stringify(actual), JSON.stringify(expected));
}

export function match(actual: string, expected: RegExp): void {
  if (!expected.test(actual)) throw new AssertionFailed(`${inspect(actual)} does not match ${expected}`);
}

// biome-ignore lint/style/noDefaultExport: as `node:assert/strict` has it
export default { ok, equal, deepEqual, match };
