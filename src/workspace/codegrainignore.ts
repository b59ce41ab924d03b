/**
 * One `.codegrainignore`: gitignore syntax, with two things that git does not have.
 *
 * - A `!` line with a slash inside names the folders on its way. Where one of these is ignored, by whomever, it is opened:
 *   walked, but only what a `!` line matches is taken from it. `!vendor/acme/*.go` opens `vendor` and `vendor/acme`;
 *   `!** /gen/api.ts` (without the blank) opens folders called `gen`, and does not search all ignored folders for them.
 *   `!*.proto` names no folder and opens none.
 * - A `!` line whose last part is more than stars names the files it matches: they are taken even where they would be
 *   skipped as generated, locked, secret and so on, as if they had been named on the command line.
 */
import { type IgnoreFile, IgnorePatterns, type Verdict } from './ignore-patterns';

export class CodegrainIgnore {
  private constructor(
    readonly rules: IgnorePatterns,
    private readonly opening: IgnorePatterns,
    private readonly naming: IgnorePatterns,
  ) {}

  static of(file: IgnoreFile, lines: readonly string[]): CodegrainIgnore {
    const taken = lines.flatMap((line) => (line.startsWith('!') ? [line.slice(1).replace(/(?<!\\)\s+$/, '')] : []));
    return new CodegrainIgnore(
      IgnorePatterns.of(file, lines),
      directly(file, taken.flatMap(foldersOnTheWay)),
      directly(file, taken.filter(namesFiles)),
    );
  }

  test(path: string, isFolder: boolean): Verdict {
    return this.rules.test(path, isFolder);
  }

  /** Whether a `!` line leads through this folder. */
  opens(folder: string): boolean {
    return this.opening.test(folder, false) === 'ignored';
  }

  names(path: string): boolean {
    return this.naming.test(path, false) === 'ignored';
  }

  reopened(folder: string): CodegrainIgnore {
    const rules = this.rules.reopened(folder);
    return rules === this.rules ? this : new CodegrainIgnore(rules, this.opening, this.naming);
  }
}

/**
 * Rules that match a path itself and not what lies below it. Patterns without a slash do so by themselves; after the others
 * a line takes all folders back.
 */
function directly(file: IgnoreFile, lines: readonly string[]): IgnorePatterns {
  const hasSlash = (line: string): boolean => line.includes('/');
  return IgnorePatterns.of(file, [...lines.filter(hasSlash), '!**/*/', ...lines.filter((line) => !hasSlash(line))]);
}

function foldersOnTheWay(pattern: string): string[] {
  const parts = pattern.replace(/^\/|\/$/g, '').split('/');
  const ways: string[] = [];
  for (let i = 1; i < parts.length; i++) {
    const way = parts.slice(0, i);
    if (way.some((part) => part !== '**')) ways.push(`/${way.join('/')}`);
  }
  return ways;
}

function namesFiles(pattern: string): boolean {
  return /[^*/][^/]*$/.test(pattern) && !pattern.endsWith('/');
}
