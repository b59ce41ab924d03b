/**
 * Bundles the engine for browsers. Its code imports a few modules of Node; here they are replaced by the stand-ins in src/wings/web/node/,
 * and Node's global names by those in globals.ts. A module or a name without a stand-in is an error of the build.
 */
import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import type { BuildOptions, Plugin } from 'esbuild';
import { build } from './notices/noted-build';

const root = join(__dirname, '..');
const standIns = join(root, 'src', 'wings', 'web', 'node');

/** What the engine uses of them is in one file. */
const smallModules = new Set(['buffer', 'module', 'os', 'url', 'vm']);

/** Small files that are in every bundle. */
const bundledFiles = [
  'grammars/manifest.json',
  'dist/links.wasm',
  'dist/pool.wasm',
  'dist/scan.wasm',
  'dist/strings.wasm',
];

/** Where the files of the product are on the disk in memory: see src/wings/web/product-files.ts. */
const productFolder = '/codegrain';

export const nodeStandIns: Plugin = {
  name: 'node-stand-ins',
  setup({ onResolve }) {
    const builtIn = new RegExp(`^(node:.*|${builtinModules.filter((name) => !name.startsWith('_')).join('|')})$`);
    onResolve({ filter: builtIn }, ({ path }) => {
      const name = path.replace(/^node:/, '').replaceAll('/', '-');
      const file = join(standIns, `${smallModules.has(name) ? 'small-modules' : name}.ts`);
      return existsSync(file)
        ? { path: file }
        : { errors: [{ text: `there is no stand-in for ${path} in src/wings/web/node` }] };
    });
  },
};

function withoutProcesses(filter: RegExp): Plugin {
  return {
    name: 'without-processes',
    setup({ onResolve }) {
      onResolve({ filter }, () => ({ path: join(root, 'src', 'wings', 'web', 'without-processes.ts') }));
    },
  };
}

export const withoutGit = withoutProcesses(/\/run-git$/);
/** The engine gets a pool that works in the thread of its worker. */
const withoutWorkerPool = withoutProcesses(/\/worker-pool$/);

const productFiles: Plugin = {
  name: 'product-files',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^codegrain:bundled-files$/ }, ({ path }) => ({ path, namespace: 'bundled-files' }));
    onLoad({ filter: /./, namespace: 'bundled-files' }, () => ({ contents: filesModule(), loader: 'js' }));
  },
};

/** A module with the bytes of the files. */
function filesModule(): string {
  const entries = bundledFiles.map((path) => [path, readFileSync(join(root, path)).toString('base64')]);
  return `
    const bytesOf = (text) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
    export const bundledFiles = {
      ${entries.map(([path, text]) => `${JSON.stringify(path)}: bytesOf('${text}')`).join(',\n')}
    };`;
}

export function buildWeb(options: Pick<BuildOptions, 'minify' | 'sourcemap'>): Promise<unknown> {
  const common: BuildOptions = {
    ...options,
    bundle: true,
    platform: 'browser',
    target: 'es2022',
    logLevel: 'warning',
    // src/shared/crc.ts looks whether there is a native CRC-32.
    logOverride: { 'import-is-undefined': 'silent' },
    outdir: 'dist/web',
    absWorkingDir: root,
    plugins: [nodeStandIns, withoutWorkerPool, withoutGit, productFiles],
    inject: [join(standIns, 'globals.ts')],
    define: {
      __dirname: `"${productFolder}/dist"`,
      __filename: `"${productFolder}/dist/bundle.js"`,
      global: 'globalThis',
    },
    alias: {
      'web-tree-sitter': join(root, 'node_modules/web-tree-sitter/web-tree-sitter.cjs'),
      'jsonc-parser': join(root, 'node_modules/jsonc-parser/lib/esm/main.js'),
    },
  };
  const workers = {
    'parse-worker': 'src/wings/web/parse-worker-web.ts',
    'index-service': 'src/wings/web/index-service-web.ts',
  };
  return Promise.all([
    build({ ...common, format: 'iife', entryPoints: workers }),
    build({ ...common, format: 'esm', entryPoints: { web: 'src/wings/web/web.ts' } }),
  ]);
}
