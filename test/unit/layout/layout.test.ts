/**
 * The house: which room may import which, and what keeps it easy to enter. docs/architecture.md describes the rooms. Data flows one
 * way, so a room imports only rooms below it.
 */
import assert from 'node:assert/strict';
import { circles, readSources, type SourceFile, wordsOfFiles } from './source-graph';

/** The rooms from the ground up, each with all that it may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  shared: [],
  tokens: ['shared'],
  options: ['shared', 'tokens'],
  workspace: ['options', 'shared'],
  syntax: ['shared'],
  languages: ['shared', 'syntax'],
  embedding: ['options', 'shared', 'tokens'],
  chunking: ['embedding', 'languages', 'options', 'shared', 'syntax', 'tokens'],
  index: ['chunking', 'languages', 'options', 'shared', 'workspace'],
  graph: ['chunking', 'index', 'languages', 'options', 'shared', 'workspace'],
  search: ['chunking', 'embedding', 'graph', 'index', 'languages', 'options', 'shared', 'workspace'],
  'parse-worker': ['chunking', 'embedding', 'graph', 'index', 'options', 'shared', 'syntax', 'workspace'],
  database: ['chunking', 'embedding', 'index', 'options', 'parse-worker', 'search', 'shared', 'workspace'],
  'index-service': [
    'chunking',
    'database',
    'embedding',
    'graph',
    'index',
    'languages',
    'options',
    'parse-worker',
    'search',
    'shared',
    'workspace',
  ],
  enrich: ['chunking', 'embedding', 'index', 'options', 'parse-worker', 'shared', 'tokens'],
  export: [
    'chunking',
    'embedding',
    'graph',
    'index',
    'index-service',
    'options',
    'parse-worker',
    'search',
    'shared',
    'tokens',
    'workspace',
  ],
  tools: ['chunking', 'embedding', 'graph', 'index', 'search', 'shared'],
  mcp: [
    'chunking',
    'database',
    'embedding',
    'graph',
    'index',
    'index-service',
    'options',
    'parse-worker',
    'search',
    'shared',
    'tokens',
    'tools',
    'workspace',
  ],
  measure: [
    'chunking',
    'embedding',
    'enrich',
    'index',
    'index-service',
    'languages',
    'search',
    'shared',
    'tokens',
    'tools',
    'workspace',
  ],
  agents: ['export', 'index', 'shared', 'workspace'],
  library: [
    'chunking',
    'embedding',
    'export',
    'index',
    'index-service',
    'languages',
    'options',
    'parse-worker',
    'search',
    'shared',
    'tokens',
    'tools',
    'workspace',
  ],
  web: [
    'chunking',
    'embedding',
    'index',
    'index-service',
    'languages',
    'library',
    'options',
    'parse-worker',
    'search',
    'shared',
    'tokens',
    'workspace',
  ],
  serve: ['library', 'options', 'search', 'shared'],
  // The surfaces may import everything below them, but not each other; the command line starts the servers.
  cli: [
    'agents',
    'chunking',
    'database',
    'embedding',
    'enrich',
    'export',
    'graph',
    'index',
    'index-service',
    'languages',
    'mcp',
    'measure',
    'options',
    'parse-worker',
    'search',
    'serve',
    'shared',
    'tokens',
    'tools',
    'workspace',
  ],
  vscode: [
    'agents',
    'chunking',
    'database',
    'embedding',
    'enrich',
    'export',
    'graph',
    'index',
    'index-service',
    'languages',
    'options',
    'parse-worker',
    'search',
    'shared',
    'tokens',
    'tools',
    'web',
    'workspace',
  ],
};

/** Files in one folder, above which it holds more than one idea. */
const roomiest = 25;

/** Names that several files may export, because they are the same thing in each. */
const sameThing = new Set<string>(['activate']);

const sources = readSources();
const roomOf = (path: string): string => path.split('/')[0] ?? '';
const folderOf = (path: string): string => path.split('/').slice(0, -1).join('/');

function edgesBetween(part: (path: string) => string, files: readonly SourceFile[]): Map<string, string[]> {
  const edges = new Map<string, string[]>();
  for (const { path, imports } of files) {
    const from = part(path);
    const others = imports.map(part).filter((to) => to !== from);
    edges.set(from, [...(edges.get(from) ?? []), ...others]);
  }
  return edges;
}

function grouped<T>(items: readonly T[], keyOf: (item: T) => string): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item]);
  return groups;
}

/** Keys that have several values. */
function repeated(pairs: readonly (readonly [key: string, value: string])[]): string[] {
  const byKey = grouped(pairs, ([key]) => key);
  return [...byKey].flatMap(([key, values]) =>
    values.length > 1 ? [`${key}: ${values.map(([, value]) => value).join(', ')}`] : [],
  );
}

describe('the source', () => {
  it('is all in rooms that are listed', () => {
    assert.deepEqual([...new Set(sources.map(({ path }) => roomOf(path)))].sort(), Object.keys(mayImport).sort());
  });

  for (const [room, allowed] of Object.entries(mayImport))
    it(`of ${room} imports ${allowed.join(', ') || 'nothing of other rooms'}`, () => {
      const wrong = sources
        .filter(({ path }) => roomOf(path) === room)
        .flatMap(({ path, imports }) => imports.map((target) => ({ path, target })))
        .filter(({ target }) => roomOf(target) !== room && !allowed.includes(roomOf(target)))
        .map(
          ({ path, target }) => `src/${path} imports src/${target}, but ${room} may import only ${allowed.join(', ')}`,
        );
      assert.deepEqual(wrong, []);
    });

  it('has no circle of files, types included', () => {
    assert.deepEqual(circles(edgesBetween((path) => path, sources)), []);
  });

  it('has no circle of rooms, nor of features in the editor', () => {
    const feature = (path: string): string => path.split('/').slice(0, 2).join('/');
    const features = sources.filter(({ path }) => /^vscode\/.*\//.test(path));
    assert.deepEqual(circles(edgesBetween(roomOf, sources)), []);
    assert.deepEqual(circles(edgesBetween(feature, features)), []);
  });

  it('imports `vscode` in the editor’s room alone', () => {
    const wrong = sources.filter(({ path, packages }) => packages.includes('vscode') && roomOf(path) !== 'vscode');
    assert.deepEqual(
      wrong.map(({ path }) => path),
      [],
    );
  });

  it('knows the insides of tree-sitter in src/syntax alone', () => {
    const wrong = sources.flatMap(({ path, packages, imports }) => {
      if (roomOf(path) === 'syntax') return [];
      const inside = imports.filter((target) => /^syntax\/(fast|plain)\//.test(target));
      return [...packages.filter((name) => name === 'web-tree-sitter'), ...inside].map(
        (name) => `${path} imports ${name}`,
      );
    });
    assert.deepEqual(wrong, []);
  });

  it(`has at most ${roomiest} files in a folder`, () => {
    const folders = grouped(sources, ({ path }) => folderOf(path));
    assert.deepEqual(
      [...folders]
        .filter(([, files]) => files.length > roomiest)
        .map(([folder, { length }]) => `${folder} has ${length}`),
      [],
    );
  });

  it('has no two files of one name', () => {
    assert.deepEqual(repeated(sources.map(({ path }) => [path.split('/').at(-1) ?? '', path])), []);
  });

  it('exports no name from two files', () => {
    const pairs = sources.flatMap(({ path, exports }) => exports.map((name) => [name, path] as const));
    assert.deepEqual(repeated(pairs.filter(([name]) => !sameThing.has(name))), []);
  });
});

describe('an export', () => {
  it('is used in another file', () => {
    const uses = new Map<string, number>();
    for (const words of wordsOfFiles()) for (const word of words) uses.set(word, (uses.get(word) ?? 0) + 1);
    // VS Code calls the extension's entry point.
    const exported = sources.flatMap(({ path, exports }) => exports.map((name) => ({ path, name })));
    const unused = exported.filter(({ path, name }) => path !== 'vscode/extension.ts' && (uses.get(name) ?? 0) < 2);
    assert.deepEqual(
      unused.map(({ path, name }) => `src/${path} exports ${name}, which no other file uses`),
      [],
    );
  });
});

describe('circles', () => {
  it('are found, however long', () => {
    const edges = new Map([
      ['a', ['b']],
      ['b', ['c']],
      ['c', ['a', 'd']],
      ['d', []],
    ]);
    assert.deepEqual(circles(edges), [['a', 'b', 'c']]);
  });
});
