/**
 * Reads commits and their contents with git, and writes nothing: no worktree, no index, no reference. Contents that a partial clone
 * does not have are not fetched.
 */
import { realpathSync } from 'node:fs';
import type { Span } from '../../../search/hits/spans';
import { pathInside } from '../../../shared/inside-folder';
import { headOf, idOfName, type Repository, repositoryAround, shallowEnds } from '../../../workspace/repository';
import { GitProblem, runGit } from '../../../workspace/run-git';

/** Why the history cannot be read, in words for the user. */
export class HistoryProblem extends Error {}

export interface Commit {
  readonly id: string;
  /** Empty: the first commit, or the end of a shallow clone. */
  readonly parents: readonly string[];
  readonly author: string;
  readonly message: string;
}

/** A file of the folder that differs between two commits. Paths are relative to the folder. */
export interface ChangedFile {
  /** A renamed file is not also deleted and added. */
  readonly status: 'added' | 'changed' | 'deleted' | 'renamed';
  /** At the first commit. */
  readonly path: string;
  /** At the second commit. */
  readonly newPath: string;
  /** Object ids of the contents. */
  readonly before: string;
  readonly after: string;
}

/** A regular file of a commit. */
export interface CommittedFile {
  readonly path: string;
  readonly id: string;
  readonly bytes: number;
}

/** A listing of a million files has some 100 MB. */
const limits = { maxMs: 120_000, maxBytes: 2 ** 30 };
/** Bytes of contents that are read at once. */
const batchBytes = 32 * 1024 * 1024;

export class GitHistory {
  private constructor(
    private readonly repository: Repository,
    /** Of the folder inside the repository: empty or `a/b/`. */
    private readonly prefix: string,
    readonly isShallow: boolean,
    readonly head: string,
  ) {}

  /** @throws HistoryProblem */
  static async open(folder: string): Promise<GitHistory> {
    const real = realpathSync(folder);
    const repository = repositoryAround(real);
    if (!repository) throw new HistoryProblem(`${folder} is not in a git repository`);
    const path = pathInside(repository.top, real);
    const { commit } = await headOf(repository);
    if (commit === undefined) throw new HistoryProblem('the repository has no commits yet');
    const isShallow = shallowEnds(repository) !== '';
    return new GitHistory(repository, path ? `${path}/` : '', isShallow, commit);
  }

  /** The full id. @throws HistoryProblem if there is no such commit */
  async commitId(name: string): Promise<string> {
    // `main~3`: git knows no names here, so they are looked up first.
    const [, base = '', steps = ''] = /^([^~^:]*)(.*)$/s.exec(name) ?? [];
    const id = (await idOfName(this.repository, base === '@' ? 'HEAD' : base)) ?? base;
    // A name that begins with a dash would be an option.
    const found = id.startsWith('-')
      ? undefined
      : await this.run(['rev-parse', '--verify', '--quiet', `${id}${steps}^{commit}`]).catch(() => undefined);
    if (!found) throw new HistoryProblem(`there is no commit ${name}`);
    return found.toString().trim();
  }

  /** The last commits that changed something in the folder, newest first. */
  async commits(count: number): Promise<Commit[]> {
    const format = '--format=%H%x1f%P%x1f%an <%ae>%x1f%B';
    const out = await this.run(['log', '-z', `--max-count=${count}`, format, this.head, ...this.onlyFolder()]);
    return out
      .toString()
      .split('\0')
      .filter(Boolean)
      .map((record) => {
        const [id = '', parents = '', author = '', message = ''] = record.split('\x1f');
        return { id, parents: parents.split(' ').filter(Boolean), author, message };
      });
  }

  /** Regular files only: no links, no submodules. */
  async changes(from: string, to: string, findRenames: boolean): Promise<ChangedFile[]> {
    const flags = ['-r', '-z', '--raw', '--no-abbrev', findRenames ? '--find-renames' : '--no-renames'];
    const out = await this.run(['diff-tree', ...flags, from, to, ...this.onlyFolder()]);
    const fields = out.toString().split('\0');
    const changes: ChangedFile[] = [];
    for (let at = 0; at + 1 < fields.length; ) {
      const [oldMode = '', newMode = '', before = '', after = '', letter = ''] = (fields[at] ?? '').slice(1).split(' ');
      const isRenamed = letter.startsWith('R') || letter.startsWith('C');
      const path = this.inFolder(fields[at + 1] ?? '');
      const newPath = isRenamed ? this.inFolder(fields[at + 2] ?? '') : path;
      at += isRenamed ? 3 : 2;
      const had = isFileMode(oldMode);
      const has = isFileMode(newMode);
      if (path === undefined || newPath === undefined || !(had || has)) continue;
      const status = !has ? 'deleted' : !had ? 'added' : isRenamed ? 'renamed' : 'changed';
      changes.push({ status, path, newPath, before, after });
    }
    return changes;
  }

  /** The lines of the first content that differ in more than white space; where lines are inserted, the line before. */
  async changedLines(before: string, after: string): Promise<Span[]> {
    const flags = ['-U0', '-w', '--ignore-blank-lines', '--no-ext-diff', '--no-textconv', '--no-color'];
    const out = (await this.run(['diff', ...flags, before, after])).toString();
    return [...out.matchAll(/^@@ -(\d+)(?:,(\d+))? \+/gm)].map(([, start = '1', count = '1']): Span => {
      const first = Math.max(1, Number(start));
      return [first, first + Math.max(1, Number(count)) - 1];
    });
  }

  async files(commit: string): Promise<CommittedFile[]> {
    const out = await this.run(['ls-tree', '-r', '-z', '-l', '--full-tree', commit, ...this.onlyFolder()]);
    return out
      .toString()
      .split('\0')
      .flatMap((row): CommittedFile[] => {
        const [, mode = '', id = '', bytes = '', name = ''] = /^(\d+) blob (\w+) +(\S+)\t(.+)$/s.exec(row) ?? [];
        const path = this.inFolder(name);
        return isFileMode(mode) && path !== undefined ? [{ path, id, bytes: Number(bytes) || 0 }] : [];
      });
  }

  /** Each content in turn; undefined if the clone does not have it. */
  async *contents<F extends Pick<CommittedFile, 'id' | 'bytes'>>(
    files: readonly F[],
  ): AsyncGenerator<[F, Buffer | undefined]> {
    for (let from = 0; from < files.length; ) {
      const batch: F[] = [];
      for (let bytes = 0; from < files.length && (bytes < batchBytes || batch.length === 0); from++) {
        const file = files[from];
        if (file) batch.push(file);
        bytes += file?.bytes ?? 0;
      }
      const out = await this.run(['cat-file', '--batch'], batch.map(({ id }) => id).join('\n'));
      let at = 0;
      for (const file of batch) {
        const lineEnd = out.indexOf('\n', at);
        const [, type, size] = out.toString('latin1', at, lineEnd).split(' ');
        at = lineEnd + 1;
        if (type !== 'blob') yield [file, undefined];
        else {
          yield [file, out.subarray(at, at + Number(size))];
          at += Number(size) + 1;
        }
      }
    }
  }

  /** @throws HistoryProblem */
  private async run(args: readonly string[], input?: string): Promise<Buffer> {
    try {
      return await runGit(this.repository, args, limits, input);
    } catch (error) {
      throw error instanceof GitProblem ? new HistoryProblem(error.message) : error;
    }
  }

  private onlyFolder(): string[] {
    return this.prefix === '' ? [] : ['--', `:(top,literal)${this.prefix}`];
  }

  /** Undefined for a path outside of the folder, and for one that git itself refuses but a tree may have. */
  private inFolder(name: string): string | undefined {
    if (name === '' || !name.startsWith(this.prefix)) return undefined;
    const path = name.slice(this.prefix.length);
    return path.startsWith('/') || path.split(/[/\\]/).includes('..') ? undefined : path;
  }
}

function isFileMode(mode: string): boolean {
  return mode === '100644' || mode === '100755';
}
