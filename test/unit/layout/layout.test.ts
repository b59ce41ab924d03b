/**
 * The house: which room may import which, and what keeps it easy to enter. docs/architecture.md describes the rooms. Data flows one
 * way, so a room imports only rooms below it.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { productFile } from '../../../src/shared/product';
import { circles, readSources, type SourceFile, testedFiles, wordsOfFiles } from './source-graph';

/** The rooms of the engine from the ground up: each imports only rooms before it, so none knows a wing, a surface or the editor. */
const engineRooms = [
  ...['shared', 'tokens', 'options', 'workspace', 'syntax', 'languages', 'embedding'],
  ...['code', 'prose', 'index', 'search', 'engine'],
];

/** The rooms that stand on the engine, each with the others among them that it may import. */
const roomsOnTop: Readonly<Record<string, readonly string[]>> = {
  'wings/models': [],
  'wings/team': [],
  'wings/proof': ['wings/models'],
  'wings/web': ['surfaces/library'],
  'surfaces/export': [],
  'surfaces/library': ['surfaces/export', 'wings/models'],
  'surfaces/serve': ['surfaces/library'],
  'surfaces/agents': ['surfaces/export'],
  'surfaces/mcp': [],
  // The command line and the editor offer the wings, and start the servers.
  'surfaces/cli': [
    ...['wings/models', 'wings/team', 'wings/proof'],
    ...['surfaces/agents', 'surfaces/export', 'surfaces/mcp', 'surfaces/serve'],
  ],
  vscode: ['wings/models', 'wings/team', 'wings/web', 'surfaces/agents', 'surfaces/export'],
};

const mayImport: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(engineRooms.map((room, i) => [room, engineRooms.slice(0, i)])),
  ...Object.fromEntries(Object.entries(roomsOnTop).map(([room, others]) => [room, [...engineRooms, ...others]])),
};

const ofProduct = 'files of the product itself';
const ofUser = 'a file that the user names, which may be a pipe';
const ofWriter = 'writes, and opens a file of its own';
/** All others read files with src/shared/plain-file.ts, which no pipe, device or giant file of a repository can stop. */
const mayOpenFiles: Readonly<Record<string, string>> = {
  'shared/plain-file.ts': 'opens files for all others',
  'shared/product.ts': ofProduct,
  'surfaces/cli/code-cache.ts': 'the cache of the user',
  'surfaces/cli/commands/measure-command.ts': ofUser,
  'surfaces/cli/commands/search-command.ts': ofUser,
  'surfaces/cli/options/chat-flags.ts': ofUser,
  'wings/team/database-address.ts': ofUser,
  'surfaces/export/export-target.ts': ofWriter,
  'engine/indexer/fetch-base.ts': ofWriter,
  'index/file/create-index.ts': ofWriter,
  'index/file/index-files.ts': 'opens folders, to make a rename last',
  'index/write/index-writer.ts': 'writes to the index that was opened before',
  'index/logs/line-file.ts': 'appends to a file that was opened before',
  'engine/workers/worker-deadline.ts': 'files of the system',
  'workspace/watch-limit.ts': 'files of the system',
  'embedding/built-in/model-file.ts': ofProduct,
  'embedding/built-in/pool-kernel.ts': ofProduct,
  'index/vectors/scan-kernel.ts': ofProduct,
  'languages/guess-language.ts': ofProduct,
  'search/near-words/english-words.ts': ofProduct,
  'shared/wasm-module.ts': ofProduct,
  'syntax/grammar.ts': ofProduct,
  'syntax/choose-reader.ts': ofProduct,
  'tokens/encoding/vocabulary.ts': ofProduct,
  'vscode/agents/agent-launcher.ts': 'the storage of the extension',
  // The disk of the browser has no pipes.
  'wings/web/node/fs-promises.ts': 'stands in for the file system',
};

/**
 * What starts programs: our own processes, git without the configuration of a repository (`run-git.ts`), and `codegrain` from outside of
 * the folder to ask for its version.
 */
const programStarters = [
  'engine/client/service-supervisor.ts',
  'engine/workers/worker-process.ts',
  'surfaces/agents/server-command.ts',
  'vscode/common/run-cli.ts',
  'workspace/run-git.ts',
];

/** Files in one folder, above which it holds more than one idea. */
const roomiest = 40;

/** Shorter files that one other file imports belong into that file, unless a test imports them too. */
const splinterLines = 40;

/** Files that list others, each of which stands for itself: a language, a command, a tool, a part of the editor. */
const lists = new Set([
  ...['languages/registry.ts', 'index/graph/modules/rules-by-language.ts', 'surfaces/mcp/mcp-server.ts'],
  ...['vscode/extension.ts', 'vscode/web-extension.ts', 'vscode/shared-features.ts'],
]);

const maySplinter: Readonly<Record<string, string>> = {
  'wings/web/node/path.ts': 'stands in for a module of Node',
};

/** Names that several files may export, because they are the same thing in each. */
const sameThing = new Set<string>(['activate']);

const sources = readSources();
const roomOf = (path: string): string => /^(?:(?:wings|surfaces)\/)?[^/]+/.exec(path)?.[0] ?? '';
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
    it(`of ${room} imports only rooms that it stands on`, () => {
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

  it('has no circle of rooms', () => {
    assert.deepEqual(circles(edgesBetween(roomOf, sources)), []);
  });

  it('has no circle of folders that stand beside each other', () => {
    // Files beside folders are what all of these share, or what joins them.
    const edges = new Map<string, Map<string, string[]>>();
    for (const { path, imports } of sources)
      for (const target of imports) {
        const [from, to] = [folderOf(path).split('/'), folderOf(target).split('/')];
        const same = from.findIndex((name, i) => name !== to[i]);
        const [one, other] = [from[same], to[same]];
        const parent = from.slice(0, same).join('/');
        if (one === undefined || other === undefined || parent === '') continue;
        const inParent = edges.get(parent) ?? new Map<string, string[]>();
        edges.set(parent, inParent.set(one, [...(inParent.get(one) ?? []), other]));
      }
    const found = [...edges].map(([parent, inParent]) => [parent, circles(inParent)] as const);
    assert.deepEqual(
      found.filter(([, groups]) => groups.length > 0),
      [],
    );
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

  it('opens files of a workspace in one place alone', () => {
    const opens = (text: string): boolean =>
      [...text.matchAll(/^import ([^;]*?) from '(?:node:fs(?:\/promises)?|\.\/fs)';/gms)].some(([, names = '']) =>
        /\*|^\w|\b(?:readFile|readFileSync|createReadStream|open|openSync|openAsBlob|promises)\b/.test(names),
      );
    const found = sources.filter(({ text }) => opens(text)).map(({ path }) => path);
    assert.deepEqual(found.sort(), Object.keys(mayOpenFiles).sort());
  });

  it('starts programs in few places, and git in one', () => {
    const starting = sources.filter(({ packages }) => packages.some((name) => /^(?:node:)?child_process$/.test(name)));
    assert.deepEqual(starting.map(({ path }) => path).sort(), programStarters);
  });

  it('asks indexes in one place, which asks again if a file changes meanwhile', () => {
    const making = sources.filter(({ text }) => /\bnew Searcher\(/.test(text)).map(({ path }) => path);
    assert.deepEqual(making, ['engine/code-index.ts']);
    const again = sources.filter(({ text }) => /\bagainIfChanged\(/.test(text)).map(({ path }) => path);
    assert.deepEqual(again.sort(), ['engine/code-index.ts', 'engine/indexer/folder-stats.ts']);
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

  it('has no splinters', () => {
    const importers = new Map<string, string[]>();
    for (const { path, imports } of sources)
      for (const target of imports) importers.set(target, [...(importers.get(target) ?? []), path]);
    const tested = new Set(testedFiles());
    const splinters = sources.filter(({ path, text }) => {
      const [one, ...others] = importers.get(path) ?? [];
      const isSmall = !path.endsWith('.d.ts') && text.split('\n').length <= splinterLines;
      const belongsThere = one !== undefined && others.length === 0 && roomOf(one) === roomOf(path) && !lists.has(one);
      return isSmall && belongsThere && !tested.has(path) && !/^languages\/definitions\//.test(path);
    });
    assert.deepEqual(splinters.map(({ path }) => path).sort(), Object.keys(maySplinter).sort());
  });

  it('has no two files of one name', () => {
    assert.deepEqual(repeated(sources.map(({ path }) => [path.split('/').at(-1) ?? '', path])), []);
  });

  it('exports no name from two files', () => {
    const pairs = sources.flatMap(({ path, exports }) => exports.map((name) => [name, path] as const));
    assert.deepEqual(repeated(pairs.filter(([name]) => !sameThing.has(name))), []);
  });
});

describe('the command line and its servers', () => {
  it('write through shared/print.ts alone, which lets nothing through that a terminal would obey', () => {
    // An export to standard output is data, byte for byte.
    const allowed = new Set(['shared/print.ts', 'surfaces/export/export-target.ts']);
    const writes = /\bconsole\.(log|error|warn|info|debug)\(|\bprocess\.(stdout|stderr)\.write\(/;
    const wrong = sources
      .map(({ path }) => path)
      .filter((path) => !allowed.has(path) && !/^(?:vscode|wings\/web|surfaces\/library)\//.test(path))
      .filter((path) => writes.test(readFileSync(productFile('src', path), 'utf8')));
    assert.deepEqual(wrong, []);
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
