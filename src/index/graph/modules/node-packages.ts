/**
 * The packages of a workspace by the names in their `package.json`, and the files that their `exports`, `imports` and `main` mean.
 *
 * These often name built files (`dist/index.js`) that are not in the workspace. A package's source has the same path in another
 * folder, so the folders of built files are replaced by `src` or nothing until a file fits.
 */
import { asRecord, asText, type JsonRecord, perWorkspace, readJsonRecord, type WorkspaceFiles } from './module-rules';
import { folderOfPath, foldersAround, joinPaths, lastPart, nearestFirst, pathIn } from './workspace-paths';

// The file that a path means in JavaScript and TypeScript. Code may leave out the extension or the name `index`, and TypeScript
// writes the extension of the compiled file (`./a.js` for `a.ts`).

const extensions = [
  ...['.ts', '.tsx', '.d.ts', '.js', '.jsx', '.mjs', '.cjs', '.mts'],
  ...['.cts', '.d.mts', '.d.cts', '.vue', '.svelte', '.astro', '.json'],
];

/** Extensions of compiled files, and those of their sources and declarations. */
const sources: Readonly<Record<string, readonly string[]>> = {
  '.js': ['.ts', '.tsx', '.d.ts', '.js', '.jsx'],
  '.jsx': ['.tsx', '.ts', '.d.ts', '.jsx'],
  '.mjs': ['.mts', '.d.mts', '.mjs', '.ts', '.js'],
  '.cjs': ['.cts', '.d.cts', '.cjs', '.ts', '.js'],
  '.d.ts': ['.d.ts', '.ts', '.tsx', '.js', '.jsx'],
  '.d.mts': ['.d.mts', '.mts', '.mjs', '.ts', '.js'],
  '.d.cts': ['.d.cts', '.cts', '.cjs', '.ts', '.js'],
};

/** Variants of a file for a platform (React Native). */
const platforms = ['.native', '.web', '.ios', '.android'];

const declaration = /\.d\.([mc]?)ts$/;

/** The file that a path without a folder's `index` means, with its implementation or declaration after it. */
function ecmascriptFile(path: string, files: WorkspaceFiles): readonly string[] {
  if (path === '') return [];
  const compiled = /(?:\.d)?\.[mc]?[jt]sx?$/.exec(path)?.[0] ?? '';
  const stem = path.slice(0, path.length - compiled.length);
  const found = firstFile(stem, sources[compiled] ?? [], files) ?? (files.has(path) ? path : undefined);
  const file = found ?? firstFile(path, extensions, files);
  if (file !== undefined) return withImplementation(file, files);
  for (const platform of platforms) {
    const variant = firstFile(`${path}${platform}`, extensions, files);
    if (variant !== undefined) return [variant];
  }
  return [];
}

/** The file of a path, or the `index` of the folder. */
export function ecmascriptFileOrIndex(path: string, files: WorkspaceFiles): readonly string[] {
  const file = ecmascriptFile(path, files);
  return file.length > 0 ? file : ecmascriptIndex(path, files);
}

export function ecmascriptIndex(folder: string, files: WorkspaceFiles): readonly string[] {
  return ecmascriptFile(pathIn(folder, 'index'), files);
}

function firstFile(stem: string, endings: readonly string[], files: WorkspaceFiles): string | undefined {
  const ending = endings.find((candidate) => files.has(stem + candidate));
  return ending === undefined ? undefined : stem + ending;
}

/** A declaration file describes the JavaScript file beside it, which has the code. */
function withImplementation(file: string, files: WorkspaceFiles): readonly string[] {
  const flavour = declaration.exec(file)?.[1];
  if (flavour === undefined) return [file];
  const code = file.replace(declaration, `.${flavour}js`);
  return files.has(code) ? [code, file] : [file];
}

type NodePackage = { readonly folder: string; readonly manifest: JsonRecord };

interface NodePackages {
  readonly byFolder: ReadonlyMap<string, NodePackage>;
  readonly byName: ReadonlyMap<string, readonly NodePackage[]>;
}

/** Where packages keep the source of their built files. */
const sourceFolders = ['src', '', 'source', 'lib', 'src/lib'];

/** Names of folders with built files. */
const builtFolder =
  /^(\.?dist|build|built|out|output|lib|esm?|es\d+|cjs|umd|mjs|types|typings|dts|declarations?|bundles?|commonjs|module)([-_.].*)?$/i;

/** Fields that name the main file, those that name source first. */
const mainFields = ['source', 'types', 'typings', 'module', 'main', 'browser', 'svelte'];

/** Conditions of `exports` that name source or declarations rather than built code. */
const sourceConditions = ['source', 'development', 'types', 'import', 'module', 'svelte'];

export const packagesOf = perWorkspace((files): NodePackages => {
  const byFolder = new Map<string, NodePackage>();
  const byName = new Map<string, NodePackage[]>();
  for (const path of files.named('package.json')) {
    const manifest = readJsonRecord(files.read(path));
    if (!manifest) continue;
    const found = { folder: folderOfPath(path), manifest };
    byFolder.set(found.folder, found);
    const name = asText(manifest.name);
    if (name === undefined) continue;
    const others = byName.get(name);
    if (others) others.push(found);
    else byName.set(name, [found]);
  }
  return { byFolder, byName };
});

/** The packages around a file, the nearest first. */
export function packagesAround(from: string, files: WorkspaceFiles): NodePackage[] {
  const { byFolder } = packagesOf(files);
  return foldersAround(from).flatMap((folder) => byFolder.get(folder) ?? []);
}

/** `@scope/name/sub/path` → the package's folder and `sub/path`, for the nearest package with that name. */
export function namedPackage(
  module: string,
  from: string,
  files: WorkspaceFiles,
): { readonly found: NodePackage; readonly subpath: string } | undefined {
  const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(module) ?? [];
  const candidates = packagesOf(files).byName.get(name);
  if (!candidates) return undefined;
  const [nearest] = nearestFirst(
    candidates.map(({ folder }) => pathIn(folder, 'package.json')),
    from,
  );
  const found = candidates.find(({ folder }) => pathIn(folder, 'package.json') === nearest);
  return found && { found, subpath: module.slice(name.length + 1) };
}

/** The files of `name` (no subpath) or `name/subpath`. */
export function filesOfPackage(
  { folder, manifest }: NodePackage,
  subpath: string,
  files: WorkspaceFiles,
): readonly string[] {
  const targets = exportTargets(manifest.exports, subpath === '' ? '.' : `./${subpath}`);
  if (subpath === '') {
    const main = mainFields.flatMap((field) => asText(manifest[field]) ?? []);
    return firstFound([...targets, ...main, 'index', 'src/index'], folder, files);
  }
  // A folder of the package can have a `package.json` of its own that names the main file.
  const inner = packagesOf(files).byFolder.get(pathIn(folder, subpath));
  const ofInner = inner ? filesOfPackage(inner, '', files) : [];
  return ofInner.length > 0 ? ofInner : firstFound([...targets, subpath], folder, files);
}

/** The files of `#name`, by the `imports` of the nearest package that has some. */
export function filesOfInternal(module: string, from: string, files: WorkspaceFiles): readonly string[] {
  for (const { folder, manifest } of packagesAround(from, files)) {
    const imports = asRecord(manifest.imports);
    if (imports) return firstFound(exportTargets(imports, module), folder, files);
  }
  return [];
}

/** The file of a path in a package, or its source if the path is a built file. */
export function fileOrSource(folder: string, target: string, files: WorkspaceFiles): readonly string[] {
  const path = joinPaths(folder, target);
  if (path === undefined) return [];
  const exact = ecmascriptFileOrIndex(path, files);
  if (exact.length > 0) return exact;
  const parts = target.split('/').filter((part) => part !== '' && part !== '.');
  const built = parts.findIndex((part) => builtFolder.test(part));
  if (built < 0) return [];
  const start = parts.slice(0, built).join('/');
  for (let end = built + 1; end < parts.length; end++) {
    const rest = parts.slice(end).join('/');
    // `dist/router.js` may be made of `src/router/index.ts`.
    const stem = rest.replace(/(\.d)?\.[mc]?[jt]s$/, '');
    for (const source of sourceFolders) {
      const place = pathIn(folder, pathIn(start, source));
      const found = firstFiles(
        ecmascriptFile(pathIn(place, rest), files),
        ecmascriptFileOrIndex(pathIn(place, stem), files),
      );
      if (found.length > 0) return found;
    }
  }
  return [];
}

function firstFiles(one: readonly string[], other: readonly string[]): readonly string[] {
  return one.length > 0 ? one : other;
}

function firstFound(targets: readonly string[], folder: string, files: WorkspaceFiles): readonly string[] {
  for (const target of targets) {
    const found = fileOrSource(folder, target, files);
    if (found.length > 0) return found;
  }
  for (const target of targets) {
    const source = onlySource(folder, target, files);
    if (source !== undefined) return [source];
  }
  return [];
}

/** The one source file of a package that is called like a built file: `dist/redirect.js` of `src/node/redirect.ts`. */
function onlySource(folder: string, target: string, files: WorkspaceFiles): string | undefined {
  const name = lastPart(target);
  const stem = name.replace(/(\.d)?\.[mc]?[jt]s$/, '');
  if (stem === name || stem === 'index' || !builtFolder.test(target.replace(/^\.\//, '').split('/')[0] ?? ''))
    return undefined;
  const found = ['.ts', '.tsx', '.mts', '.js'].flatMap((extension) => files.named(stem + extension));
  const inside = found.filter((path) => path.startsWith(pathIn(folder, 'src/')));
  return inside.length === 1 ? inside[0] : undefined;
}

/** What a key means in `exports` or `imports`, with or without `*` patterns, in any condition. */
function exportTargets(table: unknown, key: string): string[] {
  const record = asRecord(table);
  // A text or conditions alone mean the package itself.
  if (!record || !Object.keys(record).some((name) => /^[.#]/.test(name)))
    return key === '.' ? conditionTargets(table) : [];
  if (key in record) return conditionTargets(record[key]);
  const patterns = Object.keys(record).filter((name) => name.includes('*') || name.endsWith('/'));
  // The most specific pattern wins.
  patterns.sort((a, b) => b.replace(/\*.*/, '').length - a.replace(/\*.*/, '').length || b.length - a.length);
  for (const pattern of patterns) {
    const [before = '', after = ''] = pattern.split('*');
    if (key.length < before.length + after.length || !key.startsWith(before) || !key.endsWith(after)) continue;
    const middle = key.slice(before.length, key.length - after.length);
    const isFolder = !pattern.includes('*');
    return conditionTargets(record[pattern]).map((target) =>
      isFolder ? target + middle : target.replaceAll('*', () => middle),
    );
  }
  return [];
}

function conditionTargets(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(conditionTargets);
  const record = asRecord(value) ?? {};
  // Code that is required gets a copy of what is imported.
  const last = (condition: string): number => sourceConditions.length + (condition === 'require' ? 2 : 1);
  const order = (condition: string): number => sourceConditions.indexOf(condition) + 1 || last(condition);
  return Object.keys(record)
    .sort((a, b) => order(a) - order(b))
    .flatMap((condition) => conditionTargets(record[condition]));
}
