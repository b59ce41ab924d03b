/** Libraries of Dart: `package:` leads into the folder `lib` of a package of the workspace, everything else is a relative path. */
import type { ModuleRules } from './module-rules';
import { perWorkspace } from './remember';
import { folderOfPath, joinPaths, nearestFirst, pathIn } from './workspace-paths';

/** The name of a package → the folders of the packages with that name. */
const packagesOf = perWorkspace((files): ReadonlyMap<string, readonly string[]> => {
  const packages = new Map<string, string[]>();
  for (const config of files.named('pubspec.yaml')) {
    const [, name] = /^name:[ \t]*["']?(\w+)/m.exec(files.read(config) ?? '') ?? [];
    if (name !== undefined) packages.set(name, [...(packages.get(name) ?? []), folderOfPath(config)]);
  }
  return packages;
});

export const dartModules: ModuleRules = {
  configs: ['pubspec.yaml'],
  needsImport: true,
  filesOf: (module, from, files) => {
    const [, scheme, rest = ''] = /^(\w+):(.*)$/.exec(module) ?? [];
    if (scheme === undefined) {
      const path = joinPaths(folderOfPath(from), module);
      return path !== undefined && files.has(path) ? [path] : [];
    }
    if (scheme !== 'package') return [];
    const slash = rest.indexOf('/');
    if (slash < 0) return [];
    const folders = packagesOf(files).get(rest.slice(0, slash)) ?? [];
    const paths = folders.map((folder) => pathIn(pathIn(folder, 'lib'), rest.slice(slash + 1)));
    return nearestFirst(
      paths.filter((path) => files.has(path)),
      from,
    ).slice(0, 1);
  },
};
