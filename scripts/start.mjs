/** `npm start [-- FOLDER]`: looks at the folder first, then sets up a fresh clone, and opens the folder in a real VS Code. */
import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { run, setup } from './setup.mjs';

const [, , wanted] = process.argv;
// npm runs this in the repository, but a relative folder is relative to the folder of the user.
const folder = wanted === undefined ? resolve('.') : resolve(process.env.INIT_CWD ?? '.', wanted);
if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(`There is no folder ${folder}`);
  process.exit(1);
}
setup();
run(process.execPath, ['--import', 'tsx', 'scripts/start.ts', folder]);
