/** The crates of a workspace by their `Cargo.toml`, and what each calls the others. */
import type { WorkspaceFiles } from './module-rules';
import { perWorkspace } from './remember';
import { folderOfPath, foldersAround, joinPaths, nearestFirst, pathIn } from './workspace-paths';

export interface CargoCrate {
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
export function cratesAround(from: string, files: WorkspaceFiles): CargoCrate[] {
  const { byFolder } = cratesOf(files);
  return foldersAround(from).flatMap((folder) => byFolder.get(folder) ?? []);
}

/** The crate that a name means to a file. */
export function crateNamed(name: string, from: string, files: WorkspaceFiles): CargoCrate | undefined {
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
