/** The entry point in the extension host: runs every `*.test.js` in this folder with mocha. */
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import Mocha from 'mocha';
import { report } from './report';

export async function run(): Promise<void> {
  const mocha = new Mocha({ ui: 'bdd', color: false, timeout: 120_000, grep: process.env.CODEGRAIN_TEST_GREP ?? '' });
  Mocha.reporters.Base.consoleLog = report;
  for (const name of readdirSync(__dirname).sort()) if (name.endsWith('.test.js')) mocha.addFile(join(__dirname, name));
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} host tests failed`);
}
