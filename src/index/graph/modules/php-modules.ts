/** Files of PHP: those that `require` and `include` name, and where `composer.json` says that the classes of a namespace are (PSR-4). */
import { asRecord, type JsonRecord, readJsonRecord } from './lenient-json';
import type { ModuleRules } from './module-rules';
import { perWorkspace } from './remember';
import { filesEndingWith, folderOfPath, joinPaths } from './workspace-paths';

interface NamespaceFolder {
  /** `App.Models.`, or empty for all namespaces. */
  readonly prefix: string;
  readonly folder: string;
}

const namespaceFolders = perWorkspace((files): readonly NamespaceFolder[] => {
  const found = files.named('composer.json').flatMap((path) => {
    const config = readJsonRecord(files.read(path));
    return [config?.autoload, config?.['autoload-dev']].flatMap((part) => psr4(asRecord(part), folderOfPath(path)));
  });
  return found.sort((a, b) => b.prefix.length - a.prefix.length);
});

function psr4(autoload: JsonRecord | undefined, folder: string): NamespaceFolder[] {
  return Object.entries(asRecord(autoload?.['psr-4']) ?? {}).flatMap(([namespace, value]) =>
    [value].flat().flatMap((path) => {
      const inside = typeof path === 'string' ? joinPaths(folder, path) : undefined;
      return inside === undefined ? [] : [{ prefix: namespace.replaceAll('\\', '.'), folder: inside }];
    }),
  );
}

export const phpModules: ModuleRules = {
  configs: ['composer.json'],
  filesOf: (module, from, files) => {
    if (!module.endsWith('.php') && !module.endsWith('.inc')) return [];
    const beside = joinPaths(folderOfPath(from), module);
    if (beside !== undefined && files.has(beside)) return [beside];
    return module.startsWith('.') ? [] : filesEndingWith(module, from, files).slice(0, 1);
  },
  homesOf: (name, _from, files) =>
    namespaceFolders(files).flatMap(({ prefix, folder }) => {
      if (!name.startsWith(prefix)) return [];
      const path = joinPaths(folder, `${name.slice(prefix.length).replaceAll('.', '/')}.php`);
      return path !== undefined && files.has(path) ? [path] : [];
    }),
};
