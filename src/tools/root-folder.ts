/**
 * The one folder that tools may read. A path is taken as someone wrote it (relative, absolute, with `..`) and followed through
 * every symbolic link; where it ends outside the folder it is refused, whatever it looked like.
 */
import { realpathSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import { errorCode } from '../shared/error-code';
import { errorMessage } from '../shared/error-message';
import { printablePath } from '../shared/printable-path';
import { ToolProblem } from './tool-problem';

export interface FileInside {
  /** Absolute, without symbolic links. */
  readonly file: string;
  /** Relative to the folder, with `/`. */
  readonly path: string;
}

export class RootFolder {
  /** Without symbolic links. */
  readonly path: string;

  constructor(folder: string) {
    this.path = realpathSync.native(folder);
  }

  /** @throws `ToolProblem` where there is no such file in the folder. */
  inside(path: string): FileInside {
    const shown = printablePath(path);
    const outside = new ToolProblem(
      `${shown} is not in the served folder: only files below ${this.path} can be read. Give a path relative to it.`,
    );
    const asked = resolve(this.path, path);
    // Said without a look at the disk: whether there is such a file out there is nobody's business either.
    if (!path.includes('\0') && this.relative(asked) === undefined && !isAbsolute(path)) throw outside;
    const file = real(asked);
    if (file === undefined) {
      if (this.relative(asked) === undefined) throw outside;
      throw new ToolProblem(`there is no file ${shown} in the served folder; search_code finds files by their content`);
    }
    const inside = this.relative(file);
    if (inside === undefined) throw outside;
    return { file, path: inside };
  }

  /** Whether a path, relative to the folder, leads to something inside it or to nothing. */
  contains(path: string): boolean {
    const asked = resolve(this.path, path);
    return this.relative(real(asked) ?? asked) !== undefined;
  }

  /** With `/`; undefined: it is not below the folder. */
  private relative(file: string): string | undefined {
    const path = relative(this.path, file);
    if (path === '..' || path.startsWith(`..${sep}`) || isAbsolute(path)) return undefined;
    return path.split(sep).join('/');
  }
}

function real(file: string): string | undefined {
  try {
    return realpathSync.native(file);
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOENT' || code === 'ENOTDIR' || code === 'ERR_INVALID_ARG_VALUE') return undefined;
    throw new ToolProblem(`the path cannot be followed: ${errorMessage(error)}`);
  }
}
