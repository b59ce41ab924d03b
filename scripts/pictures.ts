/**
 * `npm run pictures -- FLASK`: takes the pictures of README, walkthrough and docs from the real extension, in light and dark, in a copy of
 * a checkout of Flask, and saves them.
 */
import { copyFileSync, existsSync, mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { run } from './setup.mjs';

const TARGET = 'media/pictures';

const checkout = resolve(process.env.INIT_CWD ?? '.', process.argv[2] ?? '');
if (!existsSync(join(checkout, 'src/flask'))) {
  console.error('Usage: npm run pictures -- FOLDER, with a checkout of https://github.com/pallets/flask in FOLDER');
  process.exit(2);
}
const env = { ...process.env, CODEGRAIN_PICTURES: checkout };
run('npm', ['run', '--silent', 'test:ui', '--', '--grep', 'the pictures'], { env });
rmSync(TARGET, { recursive: true, force: true });
mkdirSync(TARGET, { recursive: true });
for (const name of ['index', 'ask', 'open', 'copy', 'chunk', 'hover', 'uses', 'compare'])
  for (const theme of ['light', 'dark'])
    copyFileSync(`artifacts/screenshots/picture-${name}-${theme}.png`, `${TARGET}/${name}-${theme}.png`);
