/**
 * Finds a program by its name, and never one that lies in a folder that is worked on. Systems would take such a program: `PATH` may have
 * `.` or `node_modules/.bin`, and Windows looks into the current folder first.
 */
import { accessSync, constants, realpathSync, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import { attempt } from './attempt';
import { pathInside } from './inside-folder';

const isWindows = process.platform === 'win32';

/**
 * @param outside a folder whose programs do not count
 * @param endings those of programs on Windows
 */
export function programPath(
  name: string,
  outside: string,
  endings: readonly string[] = ['.exe'],
  path = process.env.PATH ?? '',
): string | undefined {
  const names = isWindows ? endings.map((ending) => name + ending) : [name];
  for (const entry of path.split(delimiter)) {
    // Windows allows quotes around an entry.
    const folder = realFolder(isWindows ? entry.replace(/^"(.*)"$/, '$1') : entry);
    if (folder === undefined || pathInside(realFolder(outside) ?? outside, folder) !== undefined) continue;
    const found = names.map((each) => join(folder, each)).find(isProgram);
    if (found !== undefined) return found;
  }
  return undefined;
}

function realFolder(path: string): string | undefined {
  if (!isAbsolute(path)) return undefined;
  return attempt(() => realpathSync.native(path));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return statSync(file).isFile();
  } catch {
    return false;
  }
}
