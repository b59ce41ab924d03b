/**
 * Packages of Go: an import path is the path of a module (`go.mod`) and a folder in it, and means all files of that folder. A
 * `replace` in `go.mod` or `go.work` gives a module another folder.
 */
import { type ModuleRules, perWorkspace, type WorkspaceFiles } from './module-rules';
import { folderOfPath, foldersAround, joinPaths, pathIn, sharedFolders } from './workspace-paths';

interface GoModule {
  /** What import paths begin with. */
  readonly path: string;
  readonly folder: string;
}

const modulesOf = perWorkspace((files): readonly GoModule[] => {
  const modules = new Map<string, GoModule>();
  const add = (path: string | undefined, folder: string | undefined): void => {
    if (path !== undefined && folder !== undefined) modules.set(`${path} ${folder}`, { path: unquoted(path), folder });
  };
  for (const name of ['go.mod', 'go.work'])
    for (const config of files.named(name)) {
      const text = (files.read(config) ?? '').replace(/\/\/.*$/gm, '');
      const folder = folderOfPath(config);
      add(/^\s*module\s+(\S+)/m.exec(text)?.[1], folder);
      for (const [, path, target = ''] of text.matchAll(/(\S+)(?:[ \t]+v\S+)?[ \t]+=>[ \t]+(\.\S*)/g))
        add(path, joinPaths(folder, unquoted(target)));
    }
  return [...modules.values()];
});

export const goModules: ModuleRules = {
  needsImport: true,
  configs: ['go.mod', 'go.work'],
  filesOf: (module, from, files) => {
    for (const folder of foldersOf(module, from, files)) {
      const found = filesOfFolder(folder, from, files);
      if (found.length > 0) return found;
    }
    return [];
  },
  packageOf: (from, files) => filesOfFolder(folderOfPath(from), from, files).filter((path) => path !== from),
};

/** Folders that an import path may mean: in the module with the longest path, the nearest one of several with that path. */
function foldersOf(module: string, from: string, files: WorkspaceFiles): string[] {
  if (/^\.{1,2}(\/|$)/.test(module)) return [joinPaths(folderOfPath(from), module)].flatMap((folder) => folder ?? []);
  const fitting = modulesOf(files).filter(({ path }) => module === path || module.startsWith(`${path}/`));
  const near = (folder: string): number => sharedFolders(pathIn(folder, 'go.mod'), from);
  fitting.sort((a, b) => b.path.length - a.path.length || near(b.folder) - near(a.folder));
  const own = fitting.map(({ path, folder }) => pathIn(folder, module.slice(path.length + 1)));
  // The standard library has no dot in the first part, and neither vendored code nor a GOPATH has it.
  if (own.length > 0 || !/^[^/]+\./.test(module)) return own;
  return foldersAround(from).flatMap((folder) => [pathIn(folder, `vendor/${module}`), pathIn(folder, `src/${module}`)]);
}

/** Tests see the other tests of their folder. */
function filesOfFolder(folder: string, from: string, files: WorkspaceFiles): readonly string[] {
  const withTests = from.endsWith('_test.go') && folderOfPath(from) === folder;
  return files.inFolder(folder).filter((path) => path.endsWith('.go') && (withTests || !path.endsWith('_test.go')));
}

function unquoted(text: string): string {
  return text.replace(/^"(.*)"$/, '$1');
}
