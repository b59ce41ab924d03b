/** `npm run pictures`: takes the pictures of README, walkthrough and docs from the real extension, in light and dark, and saves them. */
import { copyFileSync, mkdirSync, rmSync } from 'node:fs';
import { run } from './setup.mjs';

const TARGET = 'media/pictures';

run('npm', ['run', '--silent', 'test:ui', '--', '--grep', 'the pictures']);
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
for (const name of ['index', 'ask', 'open', 'copy', 'chunk', 'hover', 'uses', 'compare'])
  for (const theme of ['light', 'dark'])
    copyFileSync(`artifacts/screenshots/picture-${name}-${theme}.png`, `${TARGET}/${name}-${theme}.png`);
