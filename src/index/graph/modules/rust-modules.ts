/**
 * Modules of Rust. The module `a::b` of a crate is the file `a/b.rs` or `a/b/mod.rs` beside the file that the crate begins with,
 * so each module has a place: the path of its file without `.rs` and `mod`, which is also the folder of the modules inside it.
 * Modules inside a file (`mod x { … }`) have no file; `parentModule` leads to the file around them.
 */
import { type ModuleRules, perWorkspace, type WorkspaceFiles } from './module-rules';
import { folderOfPath, foldersAround, joinPaths, lastPart, nearestFirst, pathIn } from './workspace-paths';

/** Folders of a package in which each file is a crate of its own. */
const crateFolders = ['src/bin', 'tests', 'benches', 'examples'];

interface CrateRoot {
  /** The folder of the crate's modules. */
  readonly place: string;
  /** The files that the crate begins with: `lib.rs` and `main.rs` share a folder, hence several. */
  readonly files: readonly string[];
}

export const rustModules: ModuleRules = {
  needsImport: true,
  configs: ['Cargo.toml'],
  filesOf: (module, from, files) => {
    const isExternal = module.startsWith('::');
    const [first = '', ...rest] = module.replace(/^::/, '').replaceAll('r#', '').split('::');
    if (first === '') return [];
    const root = cachedRoot(from, files);
    const place = placeOf(from, root);
    switch (first) {
      case 'crate':
      case '$crate':
        return filesAt(root.place, rest, root, files);
      case 'self':
        return rest.length === 0 ? [from] : filesInside(place, rest, root, files);
      case 'super':
        return filesInside(place, ['super', ...rest], root, files);
      default:
        return isExternal
          ? filesOfCrate(first, rest, from, files)
          : anyFiles([first, ...rest], place, root, from, files);
    }
  },
  submodule: (module, name) => `${module}::${name}`,
  parentModule: (module) => {
    const [, around, name] = /^(.+)::([^:]+)$/.exec(module) ?? [];
    return around === undefined || name === undefined || name === 'super' ? undefined : { module: around, name };
  },
};

/** A path without `crate`, `self` or `super`: a module inside this one, another crate, or (in Rust 2015) a module of the crate. */
function anyFiles(
  parts: readonly string[],
  place: string,
  root: CrateRoot,
  from: string,
  files: WorkspaceFiles,
): readonly string[] {
  const [first = '', ...rest] = parts;
  const inside = moduleFile(pathIn(place, first), files) === undefined ? [] : filesAt(place, parts, root, files);
  if (inside.length > 0) return inside;
  const ofCrate = filesOfCrate(first, rest, from, files);
  return ofCrate.length > 0 || crateNamed(first, from, files) ? ofCrate : filesAt(root.place, parts, root, files);
}

function filesOfCrate(name: string, rest: readonly string[], from: string, files: WorkspaceFiles): readonly string[] {
  const crate = crateNamed(name, from, files);
  if (!crate) return [];
  const root = { place: folderOfPath(crate.library), files: [crate.library].filter((path) => files.has(path)) };
  return filesAt(root.place, rest, root, files);
}

/** Follows leading `super`s upward. */
function filesInside(
  start: string,
  parts: readonly string[],
  root: CrateRoot,
  files: WorkspaceFiles,
): readonly string[] {
  const ups = parts.findIndex((part) => part !== 'super');
  const count = ups < 0 ? parts.length : ups;
  let place = start;
  for (let up = 0; up < count; up++) {
    // A crate has nothing around it.
    if (place === root.place) return [];
    place = folderOfPath(place);
  }
  return filesAt(place, parts.slice(count), root, files);
}

function filesAt(place: string, parts: readonly string[], root: CrateRoot, files: WorkspaceFiles): readonly string[] {
  const target = pathIn(place, parts.join('/'));
  if (target === root.place) return root.files;
  const file = moduleFile(target, files);
  return file === undefined ? [] : [file];
}

function moduleFile(place: string, files: WorkspaceFiles): string | undefined {
  return [`${place}.rs`, pathIn(place, 'mod.rs')].find((path) => files.has(path));
}

/** The place of a file's module. */
function placeOf(file: string, root: CrateRoot): string {
  if (root.files.includes(file)) return root.place;
  const place = file.replace(/\.rs$/, '');
  return lastPart(place) === 'mod' ? folderOfPath(place) : place;
}

/** The root of each file, found once. */
const rootsByFile = perWorkspace(() => new Map<string, CrateRoot>());

function cachedRoot(from: string, files: WorkspaceFiles): CrateRoot {
  const roots = rootsByFile(files);
  const known = roots.get(from);
  if (known) return known;
  const root = rootOf(from, files);
  roots.set(from, root);
  return root;
}

function rootOf(from: string, files: WorkspaceFiles): CrateRoot {
  const crates = cratesAround(from, files);
  if (crates.some(({ roots }) => roots.includes(from)) || /^(build|main|lib)\.rs$/.test(lastPart(from)))
    return rootAt(folderOfPath(from), from, crates, files);
  for (const folder of foldersAround(from)) {
    const isCrateFolder = crates.some((crate) => crateFolders.some((name) => pathIn(crate.folder, name) === folder));
    if (isCrateFolder) return { place: folder, files: folderOfPath(from) === folder ? [from] : [] };
    const root = rootAt(folder, from, crates, files);
    if (root.files.length > 0) return root;
  }
  return { place: folderOfPath(from), files: [] };
}

/** The crate that begins in a folder; the file itself is first if it is one of several beginnings. */
function rootAt(folder: string, from: string, crates: readonly CargoCrate[], files: WorkspaceFiles): CrateRoot {
  const own = crates.flatMap(({ roots }) => roots.filter((path) => folderOfPath(path) === folder));
  const usual = ['lib.rs', 'main.rs'].map((name) => pathIn(folder, name));
  const all = new Set([...own, ...usual].filter((path) => files.has(path)));
  if (all.has(from) || lastPart(from) === 'build.rs')
    return { place: folder, files: [from, ...[...all].filter((path) => path !== from)] };
  return { place: folder, files: [...all] };
}

// The crates of a workspace by their `Cargo.toml`, and what each calls the others.

interface CargoCrate {
  readonly folder: string;
  /** Files that a crate begins with: its library, then programs, tests and examples with a path of their own. */
  readonly roots: readonly string[];
  /** The file of the library, which need not exist. */
  readonly library: string;
  /** Packages that `Cargo.toml` gives another name: name in code → name of the package. */
  readonly renames: ReadonlyMap<string, string>;
}

interface CargoCrates {
  readonly byFolder: ReadonlyMap<string, CargoCrate>;
  /** Name in code → crates whose library has it. */
  readonly byName: ReadonlyMap<string, readonly CargoCrate[]>;
}

const cratesOf = perWorkspace((files): CargoCrates => {
  const byFolder = new Map<string, CargoCrate>();
  const byName = new Map<string, CargoCrate[]>();
  for (const config of files.named('Cargo.toml')) {
    const folder = folderOfPath(config);
    const tables = readTomlTables(files.read(config));
    const textOf = (table: string, key: string): string | undefined =>
      tomlText(tables.find(({ name, values }) => name === table && values.has(key))?.values.get(key));
    const place = (path: string | undefined): string | undefined =>
      path === undefined ? undefined : joinPaths(folder, path);
    const library = place(textOf('lib', 'path')) ?? pathIn(folder, 'src/lib.rs');
    const programs = tables.filter(({ name }) => /^(bin|test|example|bench)$/.test(name));
    const roots = [library, ...programs.flatMap(({ values }) => place(tomlText(values.get('path'))) ?? [])];
    const crate: CargoCrate = { folder, roots, library, renames: readRenames(tables) };
    byFolder.set(folder, crate);
    const packageName = textOf('package', 'name');
    const names = [packageName, textOf('lib', 'name')].flatMap((name) => (name === undefined ? [] : [inCode(name)]));
    for (const name of new Set(names)) byName.set(name, [...(byName.get(name) ?? []), crate]);
  }
  return { byFolder, byName };
});

/** The crates around a file, the nearest first: a package can be inside the folder of another, or of a workspace without one. */
function cratesAround(from: string, files: WorkspaceFiles): CargoCrate[] {
  const { byFolder } = cratesOf(files);
  return foldersAround(from).flatMap((folder) => byFolder.get(folder) ?? []);
}

/** The crate that a name means to a file. */
function crateNamed(name: string, from: string, files: WorkspaceFiles): CargoCrate | undefined {
  const renamed = cratesAround(from, files)
    .find(({ renames }) => renames.has(name))
    ?.renames.get(name);
  // A `Cargo.toml` without code is a fixture.
  const crates = (cratesOf(files).byName.get(renamed ?? name) ?? []).filter(({ library }) => files.has(library));
  const [nearest] = nearestFirst(
    crates.map(({ library }) => library),
    from,
  );
  return crates.find(({ library }) => library === nearest);
}

/** `alias = { package = "name", … }` in the dependencies of a package or workspace, on one line or as a table. */
function readRenames(tables: readonly TomlTable[]): ReadonlyMap<string, string> {
  const renames = new Map<string, string>();
  for (const { name, values } of tables) {
    const [, own] = /dependencies\.([^.]+)$/.exec(name) ?? [];
    const packageName = own === undefined ? undefined : tomlText(values.get('package'));
    if (own !== undefined && packageName !== undefined) renames.set(inCode(own), inCode(packageName));
    if (!/dependencies$/.test(name)) continue;
    for (const [key, value] of values) {
      const target = tomlInlineText(value, 'package');
      if (target !== undefined) renames.set(inCode(key), inCode(target));
    }
  }
  return renames;
}

function inCode(name: string): string {
  return name.replaceAll('-', '_');
}

/** The tables of a TOML file, as far as `Cargo.toml` needs them: keys with texts and inline tables on one line. */
interface TomlTable {
  /** `package`, `dependencies.serde`, `bin`. */
  readonly name: string;
  /** Key → value as written. */
  readonly values: ReadonlyMap<string, string>;
}

function readTomlTables(text: string | undefined): readonly TomlTable[] {
  let values = new Map<string, string>();
  const tables: TomlTable[] = [{ name: '', values }];
  for (const line of (text ?? '').split('\n')) {
    const header = /^\s*\[{1,2}\s*([^\]]+?)\s*\]{1,2}\s*(#.*)?$/.exec(line)?.[1];
    if (header !== undefined) {
      values = new Map();
      tables.push({ name: header.replace(/["'\s]/g, ''), values });
      continue;
    }
    const [, key, value] = /^\s*["']?([\w.-]+)["']?\s*=\s*(.+?)\s*$/.exec(line) ?? [];
    if (key !== undefined && value !== undefined) values.set(key, value);
  }
  return tables;
}

/** The text of a value; undefined if it is none. */
function tomlText(value: string | undefined): string | undefined {
  return /^(["'])(.*?)\1/.exec(value ?? '')?.[2];
}

/** The text of a key of an inline table: `{ path = "x", package = "y" }`. */
function tomlInlineText(value: string | undefined, key: string): string | undefined {
  if (!value?.startsWith('{')) return undefined;
  return new RegExp(`[{,]\\s*${key}\\s*=\\s*(["'])(.*?)\\1`).exec(value)?.[2];
}
