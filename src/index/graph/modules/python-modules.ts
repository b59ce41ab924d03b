/**
 * Modules of Python. An absolute name is relative to a root, a folder on Python's path. Nothing in a repository lists the roots, but
 * a root is never a package itself, so the folders around the file are tried first (and `src` and the like in them), then any
 * place whose path ends with the name of the module. A folder needs no `__init__.py` to be a package.
 */
import { type ModuleRules, perFolder, perWorkspace, type WorkspaceFiles } from './module-rules';
import { folderOfPath, foldersAround, lastPart, nearestFirst, pathIn } from './workspace-paths';

/** The modules at the top of Python's standard library, those of versions since 3.8 included. */
const pythonStandardModules: ReadonlySet<string> = new Set(
  `
  abc aifc annotationlib argparse array ast asynchat asyncio asyncore atexit audioop base64 bdb binascii bisect
  builtins bz2 cProfile calendar cgi cgitb chunk cmath cmd code codecs codeop collections colorsys compileall
  compression concurrent configparser contextlib contextvars copy copyreg crypt csv ctypes curses dataclasses
  datetime dbm decimal difflib dis distutils doctest email encodings ensurepip enum errno faulthandler fcntl
  filecmp fileinput fnmatch fractions ftplib functools gc genericpath getopt getpass gettext glob graphlib grp
  gzip hashlib heapq hmac html http imaplib imghdr imp importlib inspect io ipaddress itertools json keyword
  lib2to3 linecache locale logging lzma mailbox mailcap marshal math mimetypes mmap modulefinder msilib msvcrt
  multiprocessing netrc nis nntplib nt ntpath nturl2path numbers opcode operator optparse os ossaudiodev pathlib
  pdb pickle pickletools pipes pkgutil platform plistlib poplib posix posixpath pprint profile pstats pty pwd
  py_compile pyclbr pydoc pydoc_data pyexpat queue quopri random re readline reprlib resource rlcompleter runpy
  sched secrets select selectors shelve shlex shutil signal site smtpd smtplib sndhdr socket socketserver spwd
  sqlite3 sre_compile sre_constants sre_parse ssl stat statistics string stringprep struct subprocess sunau
  symtable sys sysconfig syslog tabnanny tarfile telnetlib tempfile termios textwrap threading time timeit tkinter
  token tokenize tomllib trace traceback tracemalloc tty turtle types typing unicodedata unittest urllib uu uuid
  venv warnings wave weakref webbrowser winreg winsound wsgiref xdrlib xml xmlrpc zipapp zipfile zipimport zlib
  zoneinfo
`
    .trim()
    .split(/\s+/),
);

interface PythonPackages {
  /** Folders with an `__init__.py`. */
  readonly folders: ReadonlySet<string>;
  readonly byName: ReadonlyMap<string, readonly string[]>;
  /** Folders that are likely to be on Python's path: the workspace and its projects, and the source folders in them. */
  readonly roots: ReadonlySet<string>;
}

const projectFiles = ['pyproject.toml', 'setup.py', 'setup.cfg'];

/** Folders of a project that are on Python's path. */
const sourceFolders = ['src', 'lib', 'python', 'Lib'];

const initNames = ['__init__.py', '__init__.pyi'];

const packagesIn = perWorkspace((files): PythonPackages => {
  const folders = new Set(initNames.flatMap((name) => files.named(name).map(folderOfPath)));
  const byName = new Map<string, string[]>();
  for (const folder of folders) {
    const others = byName.get(lastPart(folder));
    if (others) others.push(folder);
    else byName.set(lastPart(folder), [folder]);
  }
  const projects = new Set(['', ...projectFiles.flatMap((name) => files.named(name).map(folderOfPath))]);
  const roots = new Set(
    [...projects].flatMap((folder) => [folder, ...sourceFolders.map((name) => pathIn(folder, name))]),
  );
  return { folders, byName, roots };
});

const filesByFolder = perFolder((module, from, files) => {
  const [dots = ''] = /^\.*/.exec(module) ?? [];
  const parts = module.slice(dots.length).split('.').filter(Boolean);
  if (dots === '') return parts.length === 0 ? [] : absoluteFiles(parts, from, files);
  const start = foldersAround(from)[dots.length - 1];
  return start === undefined ? [] : filesAt(pathIn(start, parts.join('/')), files);
});

export const pythonModules: ModuleRules = {
  needsImport: true,
  configs: projectFiles,
  filesOf: (module, from, files) => {
    const found = filesByFolder(module, from, files);
    // `docker.py` that imports `docker` means a library.
    return found[0] === from && !module.includes('.') ? [] : found;
  },
  submodule: (module, name) => (/^\.*$/.test(module) ? `${module}${name}` : `${module}.${name}`),
  parentModule: (module) => {
    const dot = module.lastIndexOf('.');
    if (dot < 0 || dot === module.length - 1) return undefined;
    const isRelative = /^\.+[^.]+$/.test(module);
    return { module: module.slice(0, isRelative ? dot + 1 : dot), name: module.slice(dot + 1) };
  },
};

function absoluteFiles(parts: readonly string[], from: string, files: WorkspaceFiles): readonly string[] {
  const packages = packagesIn(files);
  const path = parts.join('/');
  const isStandard = pythonStandardModules.has(parts[0] ?? '');
  for (const root of rootsAround(from, packages)) {
    // A file beside the code hides a standard module only where the code is run as a script.
    if (isStandard && !packages.roots.has(root)) continue;
    const found = filesAt(pathIn(root, path), files);
    if (found.length > 0) return found;
  }
  if (isStandard) return [];
  const [elsewhere] = nearestFirst(placesOf(path, packages, files), from);
  return elsewhere === undefined ? [] : filesAt(elsewhere, files);
}

function rootsAround(from: string, { folders }: PythonPackages): string[] {
  return foldersAround(from)
    .filter((folder) => !folders.has(folder))
    .flatMap((folder) => [folder, ...sourceFolders.map((name) => pathIn(folder, name))]);
}

/** The places whose path ends with that of a module. A module without a package is too common a name to be found anywhere. */
function placesOf(path: string, { folders, byName, roots }: PythonPackages, files: WorkspaceFiles): string[] {
  const name = lastPart(path);
  const modules = ['.py', '.pyi'].flatMap((extension) =>
    files.named(name + extension).map((file) => file.slice(0, -extension.length)),
  );
  return [...(byName.get(name) ?? []), ...modules].filter((place) => {
    if (!place.endsWith(`/${path}`)) return false;
    const root = place.slice(0, -path.length - 1);
    return roots.has(root) || (path.includes('/') && !folders.has(root));
  });
}

/** A package hides a module of the same name. A stub comes after the code that it describes. */
function filesAt(place: string, files: WorkspaceFiles): readonly string[] {
  const inits = initNames.map((name) => pathIn(place, name)).filter((path) => files.has(path));
  if (inits.length > 0 || place === '') return inits;
  return [`${place}.py`, `${place}.pyi`].filter((path) => files.has(path));
}
