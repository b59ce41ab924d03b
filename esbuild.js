/** Bundles what runs: the extension, the engine process and the command line, and puts beside them what they load as data. */
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
  ]);
  writeTokenFiles('dist');
  copyFileSync('node_modules/web-tree-sitter/web-tree-sitter.wasm', 'dist/web-tree-sitter.wasm');
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
