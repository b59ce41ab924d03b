/**
 * `node node_modules/codegrain/dist/web/copy-web-files.mjs FOLDER`: copies what `codegrain/web` loads by URL into a folder of a web
 * server. The address of that folder is then the `baseUrl`.
 */
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliDecompressSync } from 'node:zlib';

const [target] = process.argv.slice(2);
if (!target) {
  console.error('usage: node copy-web-files.mjs FOLDER');
  process.exit(2);
}
const root = join(dirname(fileURLToPath(import.meta.url)), '../..');

for (const folder of ['grammars', 'models', 'dist', 'dist/language-model', 'dist/web']) {
  mkdirSync(join(target, folder), { recursive: true });
  for (const name of readdirSync(join(root, folder))) {
    const from = join(root, folder, name);
    const to = join(target, folder, name);
    if (name.endsWith('.wasm.br')) writeFileSync(to.slice(0, -3), brotliDecompressSync(readFileSync(from)));
    else if (isNeeded(folder, name)) copyFileSync(from, to);
  }
}

/** @param {string} folder @param {string} name */
function isNeeded(folder, name) {
  if (folder === 'dist') return /\.(wasm|tokens)$/.test(name);
  if (folder === 'dist/web') return /^(web\.mjs|parse-worker\.js)$/.test(name);
  return true;
}
