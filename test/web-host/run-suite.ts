/** Runs mocha in the web worker that hosts the extension. */
import { inspect } from './inspect-value';

interface SuiteSettings {
  readonly grep: string;
  readonly reportMark: string;
}

/** @param load requires the test files, after mocha has set its globals */
export async function runSuite({ grep, reportMark }: SuiteSettings, load: () => void): Promise<void> {
  // Mocha's browser build sets `globalThis.mocha`; it expects a page and needs only its location.
  require('mocha/mocha');
  const report = (...args: unknown[]): void => {
    const [text = '', ...values] = args;
    let next = 0;
    const line = String(text).replace(/%[sdo]/g, () => inspect(values[next++]));
    for (const each of line.split('\n')) console.log(`${reportMark}${each}`);
  };
  mocha.setup({ ui: 'bdd', color: false, timeout: 120_000, reporter: 'spec', grep });
  Mocha.reporters.Base.consoleLog = report;
  load();
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed in the web extension host`);
}
