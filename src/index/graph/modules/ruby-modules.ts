/**
 * Files of Ruby: `require` looks in the folders that projects put on the load path, `require_relative` beside the file. Constants that
 * nothing requires are where Rails and Zeitwerk look for them, by their names.
 */
import type { ModuleRules } from './module-rules';
import { filesEndingWith, folderOfPath, joinPaths } from './workspace-paths';

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
