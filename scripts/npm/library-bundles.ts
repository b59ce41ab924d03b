/**
 * The code of the library and its adapters. The library is one CommonJS bundle; its ES module only hands out what the bundle exports,
 * so that a program that loads it in both ways has one set of worker processes and one `CodegrainError`. An adapter is small and
 * without state: it is built in both formats, each loading the library and the user's own packages in its own way.
 */
import { existsSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { adapters } from './package-manifest';

const common: BuildOptions = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
  alias: { 'web-tree-sitter': './node_modules/web-tree-sitter/web-tree-sitter.cjs' },
};

export async function bundleLibrary(dist: string): Promise<void> {
  const outfile = join(dist, 'library.cjs');
  await build({ ...common, format: 'cjs', entryPoints: ['src/surfaces/library/library.ts'], outfile });
  const names = Object.keys(createRequire(__filename)(resolve(outfile)));
  writeFileSync(
    join(dist, 'library.mjs'),
    `import library from './library.cjs';\nexport const { ${names.sort().join(', ')} } = library;\n`,
  );
  for (const { name } of adapters) {
    const source = `src/surfaces/library/adapters/${name}.ts`;
    if (!existsSync(source)) throw new Error(`there is no ${source}`);
    for (const [format, ending] of [
      ['cjs', 'cjs'],
      ['esm', 'mjs'],
    ] as const)
      await build({
        ...{ ...common, format, packages: 'external', entryPoints: [source], outfile: join(dist, `${name}.${ending}`) },
        plugins: [libraryFrom(`./library.${ending}`)],
      });
  }
}

/** Adapters load the library that is beside them. */
function libraryFrom(path: string): Plugin {
  return {
    name: 'library-from',
    setup({ onResolve }) {
      onResolve({ filter: /\/library$/ }, () => ({ path, external: true }));
    },
  };
}
