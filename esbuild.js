/** Bundles what runs (extension, engine process, command line, pages) and puts beside it what is loaded as data. */
const { copyFileSync, mkdirSync } = require('node:fs');
const { build } = require('esbuild');
require('tsx/cjs');
const { writeTokenFiles } = require('./src/tokens/ranks.ts');

async function main() {
  mkdirSync('dist', { recursive: true });
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'cjs',
    minify: process.argv.includes('--production'),
    sourcemap: !process.argv.includes('--production'),
    logLevel: 'warning',
    // The package's ESM entry calls createRequire(import.meta.url), which is undefined in a CommonJS bundle.
    alias: { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' },
  };
  await Promise.all([
    build({ ...common, entryPoints: ['src/extension.ts'], outfile: 'dist/extension.js', external: ['vscode'] }),
    build({ ...common, entryPoints: ['src/engine/main.ts'], outfile: 'dist/engine.js' }),
    build({ ...common, entryPoints: ['src/cli.ts'], outfile: 'dist/cli.js' }),
    build({
      ...common,
      entryPoints: ['src/pages/compare.ts', 'src/pages/compare.css'],
      outdir: 'dist/pages',
      platform: 'browser',
      target: 'es2022',
      format: 'iife',
    }),
  ]);
  writeTokenFiles('dist');
  copyFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm');
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
