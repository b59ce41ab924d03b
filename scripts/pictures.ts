/** `npm run pictures`: takes the screenshots of the README and the walkthrough from the real extension and saves them. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { run } from './setup.mjs';

const TARGET = 'media/pictures';

run('npm', ['run', '--silent', 'test:ui', '--', '--grep', 'the pictures']);
mkdirSync(TARGET, { recursive: true });
for (const name of ['chunk', 'hover', 'compare', 'settings', 'search']) {
  copyFileSync(`artifacts/screenshots/picture-${name}.png`, `${TARGET}/${name}.png`);
}
