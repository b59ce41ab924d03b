/**
 * One ignore file: gitignore patterns and the folder they are relative to.
 *
 * Git compares bytes: `?` is one byte of a name, not one letter. So patterns and paths are compared as bytes here too, as
 * strings of one character per byte (`latin1`). The patterns themselves are the business of the library `ignore`.
 *
 * The library answers "ignored" for everything below a folder that its own patterns ignore. That is right within one
 * file; but a rule of a deeper file may have taken the folder back. The walk then goes on with `reopened` rules: the same
 * patterns, followed by `!` lines for exactly the folders on the way.
 */
import { readFile } from 'node:fs/promises';
import ignore, { type Ignore } from 'ignore';

export interface RuleFile {
  /** The folder the patterns are relative to, seen from where the walk's paths begin: `''` or `a/b/`. */
  readonly base: string;
  /** For people: `src/.gitignore`. */
  readonly name: string;
  readonly ignoreCase: boolean;
}

export type Verdict = 'ignored' | 'included' | 'silent';

/** The library remembers each path it was asked about, for ever. Compiled patterns survive the renewal. */
const mostRemembered = 5000;

export class RuleSet {
  private asked = 0;

  private constructor(
    readonly file: RuleFile,
    private rules: Ignore,
  ) {}

  static of(file: RuleFile, lines: readonly string[]): RuleSet {
    const rules = ignore({ ignoreCase: file.ignoreCase });
    for (const line of lines) {
      const rule = ruleOf(line, file.ignoreCase);
      if (rule) rules.add(rule);
    }
    return new RuleSet(file, rules);
  }

  /** `path` is given by `matchable`, without a slash at its end. */
  test(path: string, isFolder: boolean): Verdict {
    const { ignored, unignored } = this.ask(path, isFolder);
    return ignored ? 'ignored' : unignored ? 'included' : 'silent';
  }

  /** The line that ignores a path, as it is written in the file. */
  lineFor(path: string, isFolder: boolean): string | undefined {
    const pattern = this.ask(path, isFolder).rule?.pattern;
    return pattern === undefined ? undefined : Buffer.from(pattern, 'latin1').toString('utf8');
  }

  /** The same rules for what lies below a folder that they ignore, and that is walked all the same. */
  reopened(folder: string): RuleSet {
    const rules = this.copy();
    const parts = folder.slice(this.file.base.length).split('/');
    for (let i = 1; i <= parts.length; i++) rules.add([`!/${parts.slice(0, i).map(literal).join('/')}/`]);
    return new RuleSet(this.file, rules);
  }

  private ask(path: string, isFolder: boolean): ReturnType<Ignore['test']> {
    if (++this.asked > mostRemembered) {
      this.rules = this.copy();
      this.asked = 0;
    }
    const relative = this.file.base === '' ? path : path.slice(this.file.base.length);
    return this.rules.test(isFolder ? `${relative}/` : relative);
  }

  private copy(): Ignore {
    return ignore({ ignoreCase: this.file.ignoreCase }).add(this.rules);
  }
}

/** The lines of an ignore file as bytes, or undefined where it cannot be read. */
export async function ruleLines(file: string): Promise<string[] | undefined> {
  const bytes = await readFile(file, 'latin1').catch(() => undefined);
  return bytes?.replace(/^\u00ef\u00bb\u00bf/, '').split(/\r?\n/);
}

/** A path as the rules compare it. */
export function matchable(path: string): string {
  if (!/[^\x20-\x7e]/.test(path)) return path;
  // Git on macOS stores composed names, whatever the disk gives.
  const name = process.platform === 'darwin' ? path.normalize('NFC') : path;
  // A line break is one more byte that wildcards match; in the library's expressions `.` would not.
  return Buffer.from(name, 'utf8')
    .toString('latin1')
    .replace(/[\r\n]/g, '\x01');
}

/** Undefined for blank lines, comments, and patterns that match nothing because they are malformed. */
function ruleOf(line: string, ignoreCase: boolean): Ignore | undefined {
  if (line === '' || line.startsWith('#')) return undefined;
  const rule = ignore({ ignoreCase }).add([line]);
  try {
    // Expressions are compiled when they are used: here, where a bad one costs one line and not the walk.
    rule.test('x');
    return rule;
  } catch {
    return undefined;
  }
}

function literal(name: string): string {
  return name.replace(/[\\*?[\]!# ]/g, '\\$&');
}
