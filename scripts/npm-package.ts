/**
 * `npm run package:npm`: makes the npm package in artifacts/npm and packs it into artifacts/codegrain-VERSION.tgz. It has the command
 * line with the MCP server, the library, and the data files that they share. `--built`: the production build is there already.
 */
import { execFileSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import { noticesText } from './notices/write-notices';
import { bundleLibrary } from './npm/library-bundles';
import { writeTypes } from './npm/library-types';
import { npmPackagePath } from './npm/npm-path';
import { npmManifest } from './npm/package-manifest';

const folder = 'artifacts/npm';

/** Bytes of the packed file. A larger one takes too long to be started with `npx`. */
const maxBytes = 20_000_000;

/** Files and folders of the production build, and what each is called in the package. */
const copied: readonly (readonly [from: string, to?: string])[] = [
  ['dist/cli.js'],
  ['dist/commands.js'],
  ['dist/agents.js'],
  ['dist/serve.js'],
  ['dist/parse-worker.js'],
  ['dist/web/web.js', 'dist/web/web.mjs'],
  ['dist/web/parse-worker.js'],
  ['scripts/npm/copy-web-files.mjs', 'dist/web/copy-web-files.mjs'],
  ['dist/cl100k_base.tokens'],
  ['dist/o200k_base.tokens'],
  ['dist/links.wasm'],
  ['dist/pool.wasm'],
  ['dist/scan.wasm'],
  ['dist/strings.wasm'],
  ['dist/web-tree-sitter.wasm'],
  ['dist/language-model'],
  ['grammars/manifest.json'],
  ['models/built-in.cgm'],
  ['docs/npm-readme.md', 'README.md'],
  ['CHANGELOG.md'],
  ['LICENSE'],
];

async function main(): Promise<void> {
  if (!process.argv.includes('--built'))
    execFileSync(process.execPath, ['esbuild.js', '--production'], { stdio: 'inherit' });
  rmSync(folder, { recursive: true, force: true });
  for (const [from, to = from] of copied) {
    mkdirSync(dirname(join(folder, to)), { recursive: true });
    if (statSync(from).isDirectory()) cpSync(from, join(folder, to), { recursive: true });
    else copyFileSync(from, join(folder, to));
  }
  writeFileSync(join(folder, 'ThirdPartyNotices.txt'), noticesText('.'));
  compressGrammars();
  await bundleLibrary(join(folder, 'dist'));
  writeTypes(join(folder, 'dist'));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(npmManifest(), undefined, 2)}\n`);
  pack();
}

/** See src/syntax/grammar.ts. The best quality would save a tenth more and take minutes. */
function compressGrammars(): void {
  for (const name of readdirSync('grammars').filter((each) => each.endsWith('.wasm'))) {
    const bytes = readFileSync(join('grammars', name));
    const params = { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_LGWIN]: 24 };
    writeFileSync(join(folder, 'grammars', `${name}.br`), brotliCompressSync(bytes, { params }));
  }
}

function pack(): void {
  const target = npmPackagePath();
  rmSync(target, { force: true });
  const args = ['pack', '--silent', '--ignore-scripts', '--pack-destination', dirname(target)];
  execFileSync('npm', args, { cwd: folder, stdio: 'ignore', shell: process.platform === 'win32' });
  const { size } = statSync(target);
  console.log(`${target}: ${(size / 1e6).toFixed(2)} MB`);
  if (size > maxBytes) throw new Error(`the package has ${size} bytes; at most ${maxBytes} are allowed`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
