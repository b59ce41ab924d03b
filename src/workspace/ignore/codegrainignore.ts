/**
 * One `.codegrainignore` file: gitignore syntax, with two additions.
 *
 * - A `!` line with a slash inside names the folders of its path. If one of them is ignored, by any rule, it is opened: it is
 *   walked, but only files that a `!` line matches are included. `!vendor/acme/*.go` opens `vendor` and `vendor/acme`;
 *   `!** /gen/api.ts` (without the blank) opens folders called `gen`, but does not search all ignored folders for them.
 *   `!*.proto` names no folder and opens none.
 * - A `!` line whose last part is not only stars names the files it matches: they are included even if they would be skipped as
 *   generated, locked, secret and so on, as if they were named on the command line.
 */
import { type IgnoreFile, IgnorePatterns, type Verdict } from './ignore-patterns';

export class CodegrainIgnore {
  private constructor(
    readonly rules: IgnorePatterns,
    private readonly openedFolders: IgnorePatterns,
    private readonly namedFiles: IgnorePatterns,
  ) {}

  static of(file: IgnoreFile, lines: readonly string[]): CodegrainIgnore {
    const included = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).replace(/(?<!\\)\s+$/, '')] : []));
    return new CodegrainIgnore(
      IgnorePatterns.of(file, lines),
      patternsForPathOnly(file, included.flatMap(parentFolders)),
      patternsForPathOnly(file, included.filter(namesFiles)),
    );
  }

  test(path: string, isFolder: boolean): Verdict {
    return this.rules.test(path, isFolder);
  }

  /** True if the path of a `!` line leads through this folder. */
  opens(folder: string): boolean {
    return this.openedFolders.test(folder, false) === 'ignored';
  }

  namesFile(path: string): boolean {
    return this.namedFiles.test(path, false) === 'ignored';
  }

  reopened(folder: string): CodegrainIgnore {
    const rules = this.rules.reopened(folder);
    return rules === this.rules ? this : new CodegrainIgnore(rules, this.openedFolders, this.namedFiles);
  }
}

/**
 * Patterns that match a path itself but nothing below it. Patterns without a slash do so anyway; after the others, one line
 * includes all folders again.
 */
function patternsForPathOnly(file: IgnoreFile, lines: readonly string[]): IgnorePatterns {
  const hasSlash = (line: string): boolean => line.includes('/');
  return IgnorePatterns.of(file, [...lines.filter(hasSlash), '!**/*/', ...lines.filter((line) => !hasSlash(line))]);
}

/** `/a` and `/a/b` for `/a/b/c.ts`; not those that are only `**`. */
function parentFolders(pattern: string): string[] {
  const parts = pattern.replace(/^\/|\/$/g, '').split('/');
  const folders: string[] = [];
  for (let i = 1; i < parts.length; i++) {
    const folder = parts.slice(0, i);
    if (folder.some((part) => part !== '**')) folders.push(`/${folder.join('/')}`);
  }
  return folders;
}

function namesFiles(pattern: string): boolean {
  return /[^*/][^/]*$/.test(pattern) && !pattern.endsWith('/');
}
