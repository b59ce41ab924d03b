import { realpathSync } from 'node:fs';
import { isAbsolute, resolve } from 'node:path';
import type { QueryFilters } from '../../search/query/search-choices';
import { errorCode } from '../../shared/error-code';
import { errorMessage } from '../../shared/error-message';
import { pathInside } from '../../shared/inside-folder';
import { printablePath } from '../../shared/printable-path';
import { ReadGate } from '../../workspace/read-gate';

/** Why a tool cannot answer, in one or two sentences that a model can act on: what is wrong, and what to do about it. */
export class ToolProblem extends Error {}

/** The filters of a search or a pack as models write them: one text each, several values separated by commas. */
interface FilterTexts {
  readonly path?: string | undefined;
  readonly language?: string | undefined;
  readonly kind?: string | undefined;
  readonly regex?: string | undefined;
}

/** Globs and regular expressions are not split, since they may contain commas. */
export function toolFilters({ path, language, kind, regex }: FilterTexts): QueryFilters {
  return { path: one(path), language: several(language), kind: several(kind), regex: one(regex) };
}

function one(value: string | undefined): string[] {
  return value === undefined ? [] : [value];
}

function several(value: string | undefined): string[] {
  return value?.split(',') ?? [];
}

/**
 * The only folder that tools may read. A path may be relative, absolute, or have `..`. It is followed through every symbolic link, and
 * refused if it ends outside the folder, or at a file that must not be read: what git keeps, ignored files, and secrets.
 */
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

  /** @throws `ToolProblem` if the folder has no such file */
  resolveFile(path: string): FileInside {
    const shown = printablePath(path);
    const outside = new ToolProblem(
      `${shown} is not in the served folder: only files below ${this.path} can be read. Give a path relative to it.`,
    );
    const target = resolve(this.path, path);
    // Refused without looking at the disk, so that the answer does not reveal whether such a file exists.
    if (!path.includes('\0') && pathInside(this.path, target) === undefined && !isAbsolute(path)) throw outside;
    const file = real(target);
    if (file === undefined) {
      if (pathInside(this.path, target) === undefined) throw outside;
      throw new ToolProblem(`there is no file ${shown} in the served folder; search_code finds files by their content`);
    }
    const inside = pathInside(this.path, file);
    if (inside === undefined) throw outside;
    const refused = new ReadGate(this.path).refusal(inside);
    if (refused) throw new ToolProblem(`${shown} ${refused.message}`);
    return { file, path: inside };
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
