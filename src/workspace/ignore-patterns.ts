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

export interface IgnoreFile {
  /** The folder the patterns are relative to, seen from where the walk's paths begin: `''` or `a/b/`. */
  readonly base: string;
  /** For people: `src/.gitignore`. */
  readonly name: string;
  readonly ignoreCase: boolean;
}

export type Verdict = 'ignored' | 'included' | 'silent';

/** The library remembers each path it was asked about, for ever. Compiled patterns survive the renewal. */
const mostRemembered = 20_000;

export class IgnorePatterns {
  private constructor(
    readonly file: IgnoreFile,
    private readonly runs: readonly Run[],
  ) {}

  static of(file: IgnoreFile, lines: readonly string[]): IgnorePatterns {
    const runs: Run[] = [];
    for (const line of lines) {
      const rule = ruleOf(line, file.ignoreCase);
      if (!rule) continue;
      const isByName = !/\/(?!\s*$)/.test(line);
      let run = runs.at(-1);
      if (run?.isByName !== isByName) {
        run = new Run(isByName, file.ignoreCase);
        runs.push(run);
      }
      run.rules.add(rule);
    }
    return new IgnorePatterns(file, runs);
  }

  /** `path` is given by `matchable`, without a slash at its end. */
  test(path: string, isFolder: boolean): Verdict {
    const { ignored, unignored } = this.decide(path, isFolder);
    return ignored ? 'ignored' : unignored ? 'included' : 'silent';
  }

  /** The line that ignores a path, as it is written in the file. */
  lineFor(path: string, isFolder: boolean): string | undefined {
    const pattern = this.decide(path, isFolder).rule?.pattern;
    return pattern === undefined ? undefined : Buffer.from(pattern, 'latin1').toString('utf8');
  }

  /** The same rules for what lies below a folder that is walked although some of them ignore it. */
  reopened(folder: string): IgnorePatterns {
    const relative = folder.slice(this.file.base.length);
    const isClosed = (run: Run): boolean => !run.isByName && run.ask(`${relative}/`).ignored;
    if (!this.runs.some(isClosed)) return this;
    return new IgnorePatterns(
      this.file,
      this.runs.map((run) => (isClosed(run) ? run.reopened(relative) : run)),
    );
  }

  private decide(path: string, isFolder: boolean): TestResult {
    const end = isFolder ? '/' : '';
    let name: string | undefined;
    let relative: string | undefined;
    for (let i = this.runs.length - 1; i >= 0; i--) {
      const run = this.runs[i];
      if (!run) continue;
      if (run.isByName) name ??= path.slice(path.lastIndexOf('/') + 1) + end;
      else relative ??= path.slice(this.file.base.length) + end;
      const result = run.ask((run.isByName ? name : relative) ?? '');
      if (result.ignored || result.unignored) return result;
    }
    return silent;
  }
}

type TestResult = ReturnType<Ignore['test']>;

const silent: TestResult = { ignored: false, unignored: false };

/**
 * Neighbouring patterns of one kind. Those without a slash look only at the last part of a path: the answer for `index.ts`
 * holds in every folder and is found once.
 */
class Run {
  rules: Ignore;
  private asked = 0;

  constructor(
    readonly isByName: boolean,
    private readonly ignoreCase: boolean,
    rules?: Ignore,
  ) {
    this.rules = ignore({ ignoreCase });
    if (rules) this.rules.add(rules);
  }

  ask(path: string): TestResult {
    if (++this.asked > mostRemembered) {
      this.rules = ignore({ ignoreCase: this.ignoreCase }).add(this.rules);
      this.asked = 0;
    }
    return this.rules.test(path);
  }

  reopened(folder: string): Run {
    const copy = new Run(this.isByName, this.ignoreCase, this.rules);
    const parts = folder.split('/').map(literal);
    for (let i = 1; i <= parts.length; i++) copy.rules.add([`!/${parts.slice(0, i).join('/')}/`]);
    return copy;
  }
}

/** The lines of an ignore file as bytes, or undefined where it cannot be read. */
export async function readIgnoreLines(file: string): Promise<string[] | undefined> {
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
