/**
 * Headers of C, C++ and Objective-C. Which folders a compiler searches is known to the build alone, so a path that is not relative
 * to the file means the nearest file whose path ends with it. The source file of a header comes after it, because it has the code.
 */
import { cHeaders } from '../../../languages/libraries/c-headers';
import { cppHeaders } from '../../../languages/libraries/cpp-headers';
import { filesEndingWith, type ModuleRules, perFolder, type WorkspaceFiles } from './module-rules';
import { folderOfPath, joinPaths, lastPart, nearestFirst, sharedFolders } from './workspace-paths';

const headerName = /\.(h|hh|hpp|hxx|h\+\+|cuh)$/i;
const sourceExtensions = ['.c', '.cc', '.cpp', '.cxx', '.c++', '.m', '.mm', '.cu'];

/** Folders that projects tell the compiler to search. */
const includeFolder = /(^|\/)(include|includes|inc|headers|src|source|lib)$/i;

export const includedFiles: ModuleRules = {
  isTextual: true,
  filesOf: perFolder((module, from, files) => {
    const header = headerOf(module, from, files);
    return header === undefined ? [] : [header, ...sourceOf(header, files)];
  }),
};

function headerOf(module: string, from: string, files: WorkspaceFiles): string | undefined {
  const beside = joinPaths(folderOfPath(from), module);
  if (beside !== undefined && files.has(beside)) return beside;
  // A file somewhere with the name of a standard header replaces it for one platform at most.
  if (Object.hasOwn(cHeaders, module) || Object.hasOwn(cppHeaders, module)) return undefined;
  const path = module.replace(/^(\.{0,2}\/)+/, '');
  const [nearest, ...others] = filesEndingWith(path, from, files);
  if (nearest !== undefined) {
    // An include folder wins over a place that is no nearer to the file.
    const folder = others.find((place) => includeFolder.test(place.slice(0, -path.length - 1)));
    const isListed = includeFolder.test(nearest.slice(0, -path.length - 1));
    return folder !== undefined && !isListed && sharedFolders(folder, from) === sharedFolders(nearest, from)
      ? folder
      : nearest;
  }
  // `<Library/Header.h>` of a framework: the folder of the library is anywhere above the header.
  const [library, name, ...more] = path.split('/');
  if (name === undefined || more.length > 0) return undefined;
  const inLibrary = files.named(name).filter((file) => file.split('/').includes(library ?? ''));
  return nearestFirst(inLibrary, from)[0];
}

/** `list.c` of `list.h`: in the same folder, or in the sources of the project whose `include` folder has the header. */
function sourceOf(header: string, files: WorkspaceFiles): readonly string[] {
  if (!headerName.test(header)) return [];
  const stem = header.replace(headerName, '');
  const beside = sourceExtensions.map((extension) => stem + extension).filter((path) => files.has(path));
  if (beside.length > 0) return beside.slice(0, 1);
  const project = /^(?:(.*)\/)?(?:include|includes|inc|headers)\//i.exec(header);
  if (!project) return [];
  const start = project[1] === undefined ? '' : `${project[1]}/`;
  const candidates = sourceExtensions
    .flatMap((extension) => files.named(lastPart(stem) + extension))
    .filter((path) => path.startsWith(start) && /(^|\/)(src|source|lib|sources)\//i.test(path.slice(start.length)));
  // `include/net/list.h` belongs to `src/net/list.c` rather than to `src/disk/list.c`.
  const inside = folderOfPath(header.slice(project[0].length));
  const fitting = candidates.filter((path) => inside !== '' && folderOfPath(path).endsWith(`/${inside}`));
  if (fitting.length > 0) return fitting.slice(0, 1);
  return candidates.length === 1 || inside === '' || !inside.includes('/')
    ? nearestFirst(candidates, `${start}src/x`).slice(0, 1)
    : [];
}
