/**
 * Modules of JavaScript, TypeScript, Vue and Svelte. A path that begins with a dot is relative to the file. Any other name is looked
 * up in the order of the compilers: `paths` and `baseUrl` of the nearest `tsconfig.json`, `imports` of the nearest `package.json`,
 * packages of the workspace, and last the aliases that frameworks define without a file that could be read.
 */
import { ecmascriptFileOrIndex, ecmascriptIndex } from './ecmascript-files';
import type { ModuleRules, WorkspaceFiles } from './module-rules';
import {
  fileOrSource,
  filesOfInternal,
  filesOfPackage,
  namedPackage,
  packagesAround,
  packagesOf,
} from './node-packages';
import { perFolder } from './remember';
import { mappedFiles, tsconfigNames } from './tsconfig-paths';
import { folderOfPath, joinPaths } from './workspace-paths';

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
