/**
 * Modules of Rust. The module `a::b` of a crate is the file `a/b.rs` or `a/b/mod.rs` beside the file that the crate begins with,
 * so each module has a place: the path of its file without `.rs` and `mod`, which is also the folder of the modules inside it.
 * Modules inside a file (`mod x { … }`) have no file; `parentModule` leads to the file around them.
 */
import { type CargoCrate, crateNamed, cratesAround } from './cargo-crates';
import type { ModuleRules, WorkspaceFiles } from './module-rules';
import { perWorkspace } from './remember';
import { folderOfPath, foldersAround, lastPart, pathIn } from './workspace-paths';

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
