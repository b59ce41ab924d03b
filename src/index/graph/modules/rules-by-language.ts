/**
 * Which languages have modules that are files, and the rules of each; short rules are here. Languages whose files say their namespace
 * need none.
 */
import { ecmascriptModules } from './ecmascript-modules';
import { goModules } from './go-modules';
import { includedFiles } from './included-files';
import {
  asRecord,
  filesEndingWith,
  type JsonRecord,
  type ModuleRules,
  perWorkspace,
  readJsonRecord,
} from './module-rules';
import { pythonModules } from './python-modules';
import { rustModules } from './rust-modules';
import { folderOfPath, joinPaths, nearestFirst, pathIn } from './workspace-paths';

// Libraries of Dart: `package:` leads into the folder `lib` of a package of the workspace, everything else is a relative path.

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

// Files of Ruby: `require` looks in the folders that projects put on the load path, `require_relative` beside the file. Constants that
// nothing requires are where Rails and Zeitwerk look for them, by their names.

/** What may be before the name of a required file: a folder of the load path, or nothing. */
const loadPath = /^(?:(?:.*\/)?(?:lib|test|spec|src|app\/[^/]+|app\/[^/]+\/concerns)\/)?$/;

function onLoadPath(path: string, from: string, files: Parameters<ModuleRules['filesOf']>[2]): readonly string[] {
  return filesEndingWith(path, from, files)
    .filter((file) => loadPath.test(file.slice(0, file.length - path.length)))
    .slice(0, 1);
}

export const rubyModules: ModuleRules = {
  addsToTypes: true,
  filesOf: (module, from, files) => {
    const path = module.endsWith('.rb') ? module : `${module}.rb`;
    if (!/^\.\.?\//.test(path)) return onLoadPath(path, from, files);
    const beside = joinPaths(folderOfPath(from), path);
    return beside !== undefined && files.has(beside) ? [beside] : [];
  },
  homesOf: (name, from, files) => onLoadPath(`${name.split('.').map(underscored).join('/')}.rb`, from, files),
};

/** `HTMLParser` as `html_parser`. */
function underscored(name: string): string {
  return name
    .replace(/([A-Z\d]+)([A-Z][a-z])/g, '$1_$2')
    .replace(/([a-z\d])([A-Z])/g, '$1_$2')
    .toLowerCase();
}

// Files of PHP: those that `require` and `include` name, and where `composer.json` says that the classes of a namespace are (PSR-4).

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

const rulesById: ReadonlyMap<string, ModuleRules> = new Map(
  Object.entries({
    javascript: ecmascriptModules,
    typescript: ecmascriptModules,
    typescriptreact: ecmascriptModules,
    vue: ecmascriptModules,
    svelte: ecmascriptModules,
    python: pythonModules,
    go: goModules,
    rust: rustModules,
    c: includedFiles,
    cpp: includedFiles,
    'objective-c': includedFiles,
    dart: dartModules,
    ruby: rubyModules,
    php: phpModules,
  }),
);

/** @param language the id of a language. */
export function moduleRulesOf(language: string): ModuleRules | undefined {
  return rulesById.get(language);
}

/** Names of files that say how a project is configured, in any language. */
export const configNames: ReadonlySet<string> = new Set([...rulesById.values()].flatMap(({ configs = [] }) => configs));
