/** The package.json of the npm package. The one in the root is the extension's. */
import { readFileSync } from 'node:fs';

/** Sub-paths for other libraries: `src/surfaces/library/adapters/NAME.ts` becomes `codegrain/NAME`. */
export const adapters: readonly Adapter[] = [
  { name: 'ai-sdk', peers: { ai: '^5.0.0 || ^6.0.0 || ^7.0.0' } },
  { name: 'langchain', peers: { '@langchain/core': '^1.0.0', '@langchain/textsplitters': '^1.0.0' } },
  { name: 'llamaindex', peers: { '@llamaindex/core': '^0.6.0' } },
];

interface Adapter {
  readonly name: string;
  /** The packages that its users have, with the versions it works with. */
  readonly peers: Readonly<Record<string, string>>;
}

/** What a page on npm says and search finds. */
const description =
  'Cuts source code and prose into chunks along their syntax, counts tokens, embeds, indexes and searches. Command line, MCP server and library, without network and native modules.';
const keywords = [
  'ast',
  'chunking',
  'code-search',
  'embeddings',
  'mcp',
  'rag',
  'semantic-search',
  'tokens',
  'tree-sitter',
];

export function npmManifest(): Readonly<Record<string, unknown>> {
  const extension = JSON.parse(readFileSync('package.json', 'utf8'));
  const { name, version, license, author, homepage, repository, bugs } = extension;
  const peers = Object.fromEntries(adapters.flatMap((adapter) => Object.entries(adapter.peers)));
  return {
    ...{ name, version, description, keywords, license, author, homepage, repository, bugs },
    type: 'commonjs',
    bin: { codegrain: 'dist/cli.js' },
    main: './dist/library.cjs',
    types: './dist/library.d.cts',
    exports: {
      '.': entry('library'),
      ...Object.fromEntries(adapters.map((adapter) => [`./${adapter.name}`, entry(adapter.name)])),
      './web': { types: './dist/web/web.d.mts', default: './dist/web/web.mjs' },
      './package.json': './package.json',
    },
    sideEffects: false,
    engines: { node: extension.engines.node },
    ...(adapters.length > 0 && {
      // For TypeScript with `moduleResolution: node10`, which does not read `exports`.
      typesVersions: { '*': Object.fromEntries(adapters.map((each) => [each.name, [`./dist/${each.name}.d.cts`]])) },
      peerDependencies: peers,
      peerDependenciesMeta: Object.fromEntries(Object.keys(peers).map((peer) => [peer, { optional: true }])),
    }),
    publishConfig: { access: 'public', provenance: true },
  };
}

function entry(name: string): unknown {
  return {
    import: { types: `./dist/${name}.d.mts`, default: `./dist/${name}.mjs` },
    require: { types: `./dist/${name}.d.cts`, default: `./dist/${name}.cjs` },
  };
}
