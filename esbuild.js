/**
 * Bundles the programs (extension, parse worker, index service, command line, pages) and copies or makes their data files.
 */
const { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const loadWabt = require('wabt');
require('tsx/cjs');
const { build, writeBundledPackages } = require('./scripts/notices/noted-build.ts');
const { buildWeb } = require('./scripts/web-bundles.ts');
const { buildWebExtension } = require('./scripts/web-extension-bundle.ts');
const { writeTokenFiles } = require('./scripts/token-files.ts');

/** Each page is a script and a style sheet of the same name. */
const pages = ['compare/page/compare-page', 'report/page/report-page', 'search/page/search-page'].flatMap((page) => [
  `src/vscode/${page}.ts`,
  `src/vscode/${page}.css`,
]);

async function main() {
  mkdirSync('dist', { recursive: true });
  rmSync('dist/web', { recursive: true, force: true });
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: process.argv.includes('--production'),
    sourcemap: !process.argv.includes('--production'),
    logLevel: 'warning',
    alias: {
      // The package's ESM entry calls createRequire(import.meta.url), which is undefined in a CommonJS bundle.
      'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs',
      // The package's CommonJS entry hides its own files from bundlers.
      'jsonc-parser': './node_modules/jsonc-parser/lib/esm/main.js',
    },
  };
  await Promise.all([
    build({ ...common, entryPoints: ['src/vscode/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] }),
    build({
      ...common,
      entryPoints: ['src/surfaces/cli/parse-bundle.ts'],
      outfile: 'dist/parse-worker.js',
      plugins: [separateBundles],
    }),
    build({
      ...common,
      entryPoints: ['src/vscode/indexing/service-main.ts'],
      outfile: 'dist/index-service.js',
      plugins: [storedBundle],
      supported: { 'dynamic-import': false },
    }),
    build({
      ...common,
      entryPoints: ['src/wings/team/stored/database-code.ts'],
      outfile: 'dist/stored.js',
      external: ['pg-native'],
    }),
    build({
      ...common,
      entryPoints: ['src/surfaces/cli/main.ts'],
      outfile: 'dist/cli.js',
      plugins: [separateBundles, chunkCommandBundle],
      // Becomes `require`: for `import`, Node would read the whole bundle once more to find the names that it exports, and in Node 20
      // compiled code from the cache (src/surfaces/cli/code-cache.ts) cannot import.
      supported: { 'dynamic-import': false },
    }),
    build({
      ...common,
      entryPoints: ['src/surfaces/cli/commands-bundle.ts'],
      outfile: 'dist/commands.js',
      plugins: [separateBundles],
      // The PostgreSQL client would use it if it were installed; it never is.
      external: ['pg-native'],
      supported: { 'dynamic-import': false },
    }),
    build({ ...common, entryPoints: ['src/surfaces/library/library.ts'], outfile: 'dist/library.cjs' }),
    build({
      ...common,
      entryPoints: ['src/surfaces/cli/commands/serve-command.ts'],
      outfile: 'dist/serve.js',
      plugins: [libraryBundle],
    }),
    build({ ...common, entryPoints: ['src/surfaces/cli/commands/agents-command.ts'], outfile: 'dist/agents.js' }),
    build({
      ...common,
      entryPoints: pages,
      loader: { '.ttf': 'file' },
      entryNames: '[name]',
      assetNames: '[name]',
      outdir: 'dist/pages',
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
  ]);
  for (const bundle of ['cli', 'commands', 'parse-worker', 'index-service', 'serve', 'stored', 'agents'])
    escapeLetters(join('dist', `${bundle}.js`));
  writeTokenFiles('dist');
  copyFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm');
  copyLanguageModel('dist/language-model');
  copyFileSync('node_modules/@vscode/codicons/LICENSE', 'dist/pages/codicon-LICENSE.txt');
  await assemble('src/index/vectors/scan.wat', 'dist/scan.wasm');
  await assemble('src/embedding/built-in/pool.wat', 'dist/pool.wasm');
  await assemble('src/index/format/link-names.wat', 'dist/links.wasm');
  await assemble('src/index/format/string-finder.wat', 'dist/strings.wasm');
  // After the kernels, which are part of these bundles.
  await buildWeb({ minify: common.minify, sourcemap: common.sourcemap });
  await buildWebExtension({ minify: common.minify, sourcemap: common.sourcemap });
  writeBundledPackages();
}

/** Commands with large libraries are separate bundles, loaded when they run: in one bundle they would slow the start of all commands. */
const separateBundles = {
  name: 'separate-bundles',
  setup({ onResolve }) {
    onResolve({ filter: /\/commands-bundle$/ }, ({ kind }) => separate(kind, './commands.js'));
    onResolve({ filter: /\/serve-command$/ }, () => ({ path: './serve.js', external: true }));
    onResolve({ filter: /\/agents-command$/ }, () => ({ path: './agents.js', external: true }));
  },
};

/** An entry point has no importer to load it. */
function separate(kind, path) {
  return kind === 'entry-point' ? undefined : { path, external: true };
}

/** The client of the database, loaded when there is one. */
const storedBundle = {
  name: 'database-code',
  setup({ onResolve }) {
    onResolve({ filter: /\/database-code$/ }, ({ kind }) => separate(kind, './stored.js'));
  },
};

const chunkCommandBundle = {
  name: 'chunk-command-bundle',
  setup({ onResolve }) {
    onResolve({ filter: /\/chunk-command$/ }, () => ({ path: './parse-worker.js', external: true }));
  },
};

/** The library is large, and the npm package has it already. */
const libraryBundle = {
  name: 'library-bundle',
  setup({ onResolve }) {
    onResolve({ filter: /\/library\/library$/ }, () => ({ path: './library.cjs', external: true }));
  },
};

/**
 * Escapes what is not ASCII: such a file is decoded ten times as fast, and takes half the memory. The bundler leaves letters only in regular
 * expressions, where an escape means the same.
 */
function escapeLetters(file) {
  const text = readFileSync(file, 'utf8');
  const escaped = text.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
  if (escaped !== text) writeFileSync(file, escaped);
}

async function assemble(source, target) {
  const wabt = await loadWabt();
  const module = wabt.parseWat(source, readFileSync(source, 'utf8'));
  writeFileSync(target, module.toBinary({}).buffer);
  module.destroy();
}

/** Only the weights: src/languages/language-model.ts computes with them. */
function copyLanguageModel(folder) {
  const from = 'node_modules/@vscode/vscode-languagedetection';
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(from, 'LICENSE'), join(folder, 'LICENSE'));
  copyFileSync(join(from, 'model/group1-shard1of1.bin'), join(folder, 'group1-shard1of1.bin'));
  // The rest of the description is the graph for the package's own library.
  const { weightsManifest } = JSON.parse(readFileSync(join(from, 'model/model.json'), 'utf8'));
  writeFileSync(join(folder, 'model.json'), JSON.stringify({ weightsManifest }));
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
