/**
 * Modules of JavaScript, TypeScript, Vue and Svelte. A path that begins with a dot is relative to the file. Any other name is looked
 * up in the order of the compilers: `paths` and `baseUrl` of the nearest `tsconfig.json`, `imports` of the nearest `package.json`,
 * packages of the workspace, and last the aliases that frameworks define without a file that could be read.
 */

import {
  asRecord,
  asText,
  type JsonRecord,
  type ModuleRules,
  perFolder,
  perWorkspace,
  readJsonRecord,
  type WorkspaceFiles,
} from './module-rules';
import {
  ecmascriptFileOrIndex,
  ecmascriptIndex,
  fileOrSource,
  filesOfInternal,
  filesOfPackage,
  namedPackage,
  packagesAround,
  packagesOf,
} from './node-packages';
import { folderOfPath, foldersAround, joinPaths, pathIn } from './workspace-paths';

/** What Vite, Nuxt, SvelteKit and Docusaurus projects call folders of their package. */
const aliases: readonly (readonly [prefix: string, folders: readonly string[]])[] = [
  ['@/', ['src', '', 'app']],
  ['~/', ['src', '', 'app']],
  ['@@/', ['']],
  ['~~/', ['']],
  ['@site/', ['']],
  ['$lib/', ['src/lib']],
  ['/', ['', 'src', 'public']],
];

const tsconfigNames = ['tsconfig.json', 'jsconfig.json'];

const filesByFolder = perFolder((written, from, files) => {
  // `./icon.svg?raw`: a bundler reads what follows the question mark.
  const module = written.replace(/\?.*$/, '');
  if (/^\.{0,2}$|^\.{1,2}\//.test(module)) return module === '' ? [] : relativeFiles(module, from, files);
  if (/^[a-z]+:/.test(module)) return [];
  const mapped = mappedFiles(module, from, files);
  if (mapped.length > 0) return mapped;
  if (module.startsWith('#')) return filesOfInternal(module, from, files);
  const named = namedPackage(module, from, files);
  if (named) return filesOfPackage(named.found, named.subpath, files);
  return aliasedFiles(module === '$lib' ? '$lib/index' : module, from, files);
});

export const ecmascriptModules: ModuleRules = {
  needsImport: true,
  configs: ['package.json', ...tsconfigNames],
  filesOf: (module, from, files) => {
    const found = filesByFolder(module, from, files);
    // `redux.js` that imports `redux` means a library.
    return found[0] === from && !/[./]/.test(module) ? [] : found;
  },
};

function relativeFiles(module: string, from: string, files: WorkspaceFiles): readonly string[] {
  const path = joinPaths(folderOfPath(from), module);
  if (path === undefined) return [];
  // `./` and `..` mean a folder even if a file has its name.
  const isFolder = /(^|\/)\.{0,2}$/.test(module);
  const found = isFolder ? ecmascriptIndex(path, files) : ecmascriptFileOrIndex(path, files);
  if (found.length > 0) return found;
  const folder = packagesOf(files).byFolder.get(path);
  if (folder) return filesOfPackage(folder, '', files);
  // A built file of the package itself: `../dist/index.js`.
  const around = packagesAround(from, files).find(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  if (!around) return [];
  return fileOrSource(around.folder, around.folder === '' ? path : path.slice(around.folder.length + 1), files);
}

function aliasedFiles(module: string, from: string, files: WorkspaceFiles): readonly string[] {
  const alias = aliases.find(([prefix]) => module.startsWith(prefix));
  if (!alias) return [];
  const [prefix, folders] = alias;
  for (const { folder } of packagesAround(from, files))
    for (const start of folders) {
      const path = joinPaths(folder, `${start}/${module.slice(prefix.length)}`);
      const found = path === undefined ? [] : ecmascriptFileOrIndex(path, files);
      if (found.length > 0) return found;
    }
  return [];
}

// `baseUrl` and `paths` of `tsconfig.json` and `jsconfig.json`: the places that a module without a leading dot may mean.

/** What one configuration says, with what it extends. */
interface PathMapping {
  /** The folder that modules are looked up in; undefined if there is no `baseUrl`. */
  readonly base: string | undefined;
  /** The folder that targets of `paths` are relative to. */
  readonly pathsBase: string;
  readonly paths: JsonRecord;
}

/** Configurations extend each other in circles only by mistake. */
const deepest = 10;

const mappingsByFolder = perWorkspace((files): ReadonlyMap<string, PathMapping> => {
  const mappings = new Map<string, PathMapping>();
  for (const name of [...tsconfigNames].reverse())
    for (const path of files.named(name)) {
      const mapping = readMapping(path, files, folderOfPath(path), deepest);
      if (mapping) mappings.set(folderOfPath(path), mapping);
    }
  return mappings;
});

/** The places that a module may mean to a file: by the nearest configuration, then by those around it. */
function mappedFiles(module: string, from: string, files: WorkspaceFiles): readonly string[] {
  const mappings = mappingsByFolder(files);
  if (mappings.size === 0) return [];
  for (const folder of foldersAround(from)) {
    const mapping = mappings.get(folder);
    if (!mapping) continue;
    const found = filesByPaths(module, mapping, files);
    if (found.length > 0) return found;
    const byBase = mapping.base === undefined ? [] : ecmascriptFileOrIndex(pathIn(mapping.base, module), files);
    // `react` is not the file `react.json` beside the configuration.
    if (byBase.length > 0 && (module.endsWith('.json') || byBase[0]?.endsWith('.json') !== true)) return byBase;
  }
  return [];
}

function filesByPaths(module: string, { paths, pathsBase }: PathMapping, files: WorkspaceFiles): readonly string[] {
  const fitting = Object.keys(paths).flatMap((pattern) => {
    const middle = wildcardOf(pattern, module);
    return middle === undefined ? [] : [{ pattern, middle }];
  });
  // A pattern without a wildcard wins, then the one with the longest text before it.
  const rank = (pattern: string): number => (pattern.includes('*') ? pattern.indexOf('*') : Number.POSITIVE_INFINITY);
  fitting.sort((a, b) => rank(b.pattern) - rank(a.pattern));
  for (const { pattern, middle } of fitting) {
    const targets = paths[pattern];
    for (const target of Array.isArray(targets) ? targets : []) {
      if (typeof target !== 'string') continue;
      const base = target.startsWith('/') ? '' : pathsBase;
      const found = fileOrSource(
        base,
        target.replace('*', () => middle),
        files,
      );
      if (found.length > 0) return found;
    }
  }
  return [];
}

/** What the `*` of a pattern stands for; empty if it has none and fits. */
function wildcardOf(pattern: string, module: string): string | undefined {
  const star = pattern.indexOf('*');
  if (star < 0) return pattern === module ? '' : undefined;
  const before = pattern.slice(0, star);
  const after = pattern.slice(star + 1);
  if (module.length < before.length + after.length || !module.startsWith(before) || !module.endsWith(after))
    return undefined;
  return module.slice(before.length, module.length - after.length);
}

/** @param root the folder of the configuration that is read, which may extend this one: what it calls `configDir`. */
function readMapping(path: string, files: WorkspaceFiles, root: string, depth: number): PathMapping | undefined {
  const config = readJsonRecord(files.read(path));
  if (!config || depth === 0) return undefined;
  const folder = folderOfPath(path);
  const options = asRecord(config.compilerOptions) ?? {};
  const baseUrl = asText(options.baseUrl);
  const ownBase = baseUrl === undefined ? undefined : placeOf(folder, baseUrl, root);
  const paths = asRecord(options.paths);
  // The last of several extended configurations wins.
  const extended = [config.extends].flat().flatMap((target) => extendedPath(target, path, files) ?? []);
  const inherited = extended.reverse().flatMap((target) => readMapping(target, files, root, depth - 1) ?? []);
  const base = ownBase ?? inherited.find((mapping) => mapping.base !== undefined)?.base;
  if (paths) return { base, pathsBase: base ?? folder, paths: withConfigDir(paths, root) };
  const [parent] = inherited.filter((mapping) => Object.keys(mapping.paths).length > 0);
  if (parent) return { ...parent, base, pathsBase: ownBase ?? parent.pathsBase };
  // A configuration that only refers to others (`tsconfig.app.json`) has files with their mappings.
  for (const reference of Array.isArray(config.references) ? config.references : []) {
    const target = asText(asRecord(reference)?.path);
    const referred = target?.endsWith('.json') ? joinPaths(folder, target) : undefined;
    const mapping =
      referred === undefined || folderOfPath(referred) !== folder
        ? undefined
        : readMapping(referred, files, root, depth - 1);
    if (mapping) return mapping;
  }
  return base === undefined ? undefined : { base, pathsBase: base, paths: {} };
}

function extendedPath(target: unknown, from: string, files: WorkspaceFiles): string | undefined {
  if (typeof target !== 'string') return undefined;
  const isRelative = target.startsWith('.');
  const named = isRelative ? undefined : namedPackage(target, from, files);
  if (!isRelative && !named) return undefined;
  const path = named
    ? pathIn(named.found.folder, named.subpath === '' ? 'tsconfig.json' : named.subpath)
    : joinPaths(folderOfPath(from), target);
  if (path === undefined) return undefined;
  return [path, `${path}.json`, pathIn(path, 'tsconfig.json')].find((name) => files.read(name) !== undefined);
}

const configDir = /^\$\{configDir\}/;

function placeOf(folder: string, path: string, root: string): string | undefined {
  return configDir.test(path) ? joinPaths(root, path.replace(configDir, '.')) : joinPaths(folder, path);
}

/** Targets with `configDir` become absolute: they begin with a slash, which stands for the workspace. */
function withConfigDir(paths: JsonRecord, root: string): JsonRecord {
  const mapTarget = (target: unknown): unknown =>
    typeof target === 'string' ? target.replace(configDir, () => `/${root}`) : target;
  return Object.fromEntries(
    Object.entries(paths).map(([pattern, targets]) => [pattern, [targets].flat().map(mapTarget)]),
  );
}
