/**
 * `npm run playground`: builds the playground into `artifacts/playground/`, as static files that work on any server and offline. With
 * `--serve`, also serves it on this machine: browsers load no modules and workers from `file:` URLs.
 */
import { copyFileSync, cpSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { playgroundSamples } from '../playground/playground-samples';
import { serveFolder } from './static-server';

const source = 'playground';

/** @param target is emptied first */
export async function buildPlayground(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  const copy = (from: string, to = from): void => {
    mkdirSync(dirname(join(target, to)), { recursive: true });
    copyFileSync(from, join(target, to));
  };
  for (const name of ['index.html', 'playground.css']) copy(`${source}/${name}`, name);
  copy('media/icon.svg', 'icon.svg');
  for (const { path } of playgroundSamples) copy(`grammars/samples/${path}`, `samples/${path}`);
  for (const name of ['web.js', 'parse-worker.js']) copy(`dist/web/${name}`);
  for (const name of readdirSync('dist')) if (/\.tokens$|^web-tree-sitter\.wasm$/.test(name)) copy(`dist/${name}`);
  cpSync('dist/language-model', join(target, 'dist/language-model'), { recursive: true });
  for (const name of readdirSync('grammars')) if (name.endsWith('.wasm')) copy(`grammars/${name}`);
  copy('models/built-in.cgm');
  await build({
    entryPoints: [`${source}/playground.ts`],
    outfile: join(target, 'playground.js'),
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
  });
}

if (require.main === module) main();

async function main(): Promise<void> {
  const target = 'artifacts/playground';
  await buildPlayground(target);
  console.log(`The playground is in ${target}/. Put it on any server of static files.`);
  if (process.argv.includes('--serve')) console.log(`Serving ${(await serveFolder(target, 8123)).url}`);
}
