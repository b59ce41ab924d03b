/** Bundles the extension for web workers (`dist/web/extension.js`): the same code, with stand-ins for the modules of Node. */
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { build } from './notices/noted-build';
import { nodeStandIns, withoutGit } from './web-bundles';

const root = join(__dirname, '..');
const standIns = join(root, 'src', 'wings', 'web', 'node');

/** Connections to processes become connections to the web workers that the stand-in for `fork` starts. */
const connections: Plugin = {
  name: 'connections',
  setup({ onResolve }) {
    onResolve({ filter: /^vscode-jsonrpc\/node$/ }, () => ({ path: join(standIns, 'jsonrpc-ipc.ts') }));
  },
};

export function buildWebExtension(options: Pick<BuildOptions, 'minify' | 'sourcemap'>): Promise<unknown> {
  return build({
    ...options,
    bundle: true,
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    logLevel: 'warning',
    logOverride: { 'import-is-undefined': 'silent' },
    absWorkingDir: root,
    entryPoints: ['src/vscode/web-extension.ts'],
    outfile: 'dist/web/extension.js',
    external: ['vscode'],
    plugins: [nodeStandIns, withoutGit, connections],
    inject: [join(standIns, 'globals.ts')],
    define: { __dirname: '"/codegrain/dist"', __filename: '"/codegrain/dist/extension.js"', global: 'globalThis' },
    alias: { 'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js') },
  });
}
