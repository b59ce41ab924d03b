/**
 * What may be read of a folder for somebody who gives a path: an index, which may be a stranger's, or an agent. It is what a walk of
 * the folder finds: plain files inside of it that are not ignored, are no secret by name or content, and have no more than the size
 * limit. A link is followed if it leads to such a file. The state of folders is read once; make a new gate for each question.
 */
import { closeSync, constants, lstatSync, realpathSync } from 'node:fs';
import { sep } from 'node:path';
import { fileOptions } from '../options/file-options';
import { errorCode } from '../shared/error-code';
import { pathInside } from '../shared/inside-folder';
import { maxSourceBytes, openPlainFile, readOpened } from '../shared/plain-file';
import { decodeText } from './decode-text';
import { matchable } from './ignore/ignore-patterns';
import { codegrainIgnoreName, gitIgnoreName, type IgnoreRules, rulesAbove, rulesWithin } from './ignore/ignore-rules';
import { secretByContent, secretByName } from './secret-files';
import { ignoredBy, notPlain, type Skipped, unreadable } from './skip-reasons';

export interface GateText {
  readonly text: string;
  readonly bytes: Buffer;
  readonly size: number;
  /** The later of the times of modification and of change, as in the index. */
  readonly mtimeMs: number;
}

interface GateBytes extends Omit<GateText, 'text'> {}

type Refused = { readonly skipped: Skipped };

interface OpenFolder {
  /** Absolute, without links. */
  readonly file: string;
  /** `''` or `a/b/`, relative to the root. */
  readonly path: string;
  /** The same from the top of the repository, as made by `matchable`. */
  readonly base: string;
  readonly rules: IgnoreRules;
}

/** Elsewhere a name may be written in several ways, and a file has more names than one; Windows has no flag against links. */
const hasOneName = process.platform === 'linux' && constants.O_NOFOLLOW !== undefined;
const noFollow = hasOneName ? constants.O_NOFOLLOW : 0;

const ofGitItself = /(?:^|\/)\.git(?:\/|$)/i;
/** A part that is empty, a dot, two dots, or git's. */
const strangePath = /(?:^|\/)(?:\.{0,2}|\.git)(?:\/|$)|\0/i;
const outside: Refused = { skipped: { reason: 'symbolic-link', message: 'is not in the folder' } };
/** Larger files get memory of their own. */
const firstBuffer = 1 << 17;
const ofGit: Refused = { skipped: { reason: 'ignored', message: 'belongs to git' } };

export class ReadGate {
  private readonly folders = new Map<string, OpenFolder | Refused>();
  /** By path: what was asked for and is there, but must not be read. */
  readonly refused = new Map<string, Skipped>();
  private buffer: Buffer | undefined;

  /** @param maxBytes of one file. */
  constructor(
    private readonly root: string,
    private readonly maxBytes: number = fileOptions.maxBytes.default,
  ) {}

  /** Why a file must not be read, without opening it; undefined also if there is no such file. */
  refusal(path: string): Skipped | undefined {
    const found = this.find(path, true);
    return 'skipped' in found && found.skipped.reason !== 'unreadable' ? found.skipped : undefined;
  }

  /** The text of a file as it is now, or why it is not read. */
  read(path: string): GateText | Refused {
    const found = this.bytesOrRefusal(path);
    if ('skipped' in found) return found;
    const { text } = decodeText(found.bytes) ?? {};
    if (text === undefined) return this.noted(path, { skipped: { reason: 'binary', message: 'is binary' } });
    const skipped = secretByContent(path, text);
    return skipped ? this.noted(path, { skipped }) : { ...found, text };
  }

  /**
   * For many files: the bytes, valid until the next call, before it is known whether they are a secret. That is to be checked with
   * `secretByContent`.
   */
  readBytes(path: string): GateBytes | Refused {
    this.buffer ??= Buffer.alloc(firstBuffer);
    return this.bytesOrRefusal(path, this.buffer);
  }

  private bytesOrRefusal(path: string, buffer?: Buffer): GateBytes | Refused {
    const found = this.bytesAt(path, !hasOneName, buffer);
    return 'skipped' in found ? this.noted(path, found) : found;
  }

  private noted(path: string, refused: Refused): Refused {
    if (refused.skipped.reason !== 'unreadable') this.refused.set(path, refused.skipped);
    return refused;
  }

  private bytesAt(path: string, follows: boolean, buffer?: Buffer): GateBytes | Refused {
    const found = this.find(path, follows);
    if ('skipped' in found) return found;
    try {
      return this.bytesOf(found.file, buffer);
    } catch (error) {
      return errorCode(error) === 'ELOOP' && !follows ? this.bytesAt(path, true, buffer) : refusedBy(error);
    }
  }

  private bytesOf(file: string, buffer?: Buffer): GateBytes | Refused {
    const opened = openPlainFile(file, noFollow);
    try {
      const { size, mtimeMs, ctimeMs } = opened.stats;
      const bytes = readOpened(opened, Math.min(this.maxBytes, maxSourceBytes), buffer);
      if (!bytes) return { skipped: { reason: 'too-large', message: 'is larger than the limit' } };
      return { bytes, size, mtimeMs: Math.max(mtimeMs, ctimeMs) };
    } finally {
      closeSync(opened.handle);
    }
  }

  /** Where a file is. @param follows also if it is a link, or has another name. */
  private find(path: string, follows: boolean): { readonly file: string } | Refused {
    if (!canBeWalked(path)) return ofGitItself.test(path) ? ofGit : outside;
    const secret = secretByName(path);
    if (secret) return { skipped: secret };
    const end = path.lastIndexOf('/');
    const folder = this.folder(path.slice(0, Math.max(0, end)));
    if ('skipped' in folder) return folder;
    const name = path.slice(end + 1);
    const real = folder.path + name;
    if (real !== path) return this.find(real, follows);
    const { isIgnored, by } = folder.rules.decide(folder.base + matchable(name), false);
    if (isIgnored) return { skipped: ignoredBy(by) };
    const file = folder.file + sep + name;
    if (!follows) return { file };
    const target = this.realPath(file);
    if (target instanceof Error) return refusedBy(target);
    if (target === undefined) return outside;
    return target === path ? plainFile(file) : this.find(target, true);
  }

  /** The path of what a file or folder leads to; undefined: it is outside. */
  private realPath(file: string): string | Error | undefined {
    try {
      const top = this.folder('');
      return 'skipped' in top ? undefined : pathInside(top.file, realpathSync.native(file));
    } catch (error) {
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private folder(path: string): OpenFolder | Refused {
    const known = this.folders.get(path);
    if (known) return known;
    const found = this.foundFolder(path);
    this.folders.set(path, found);
    return found;
  }

  private foundFolder(path: string): OpenFolder | Refused {
    try {
      return path === '' ? this.openRoot() : this.openFolder(path);
    } catch (error) {
      return refusedBy(error);
    }
  }

  private openRoot(): OpenFolder | Refused {
    const file = realpathSync.native(this.root);
    const { rules, base } = rulesAbove(file);
    return this.opened(file, '', base, rules);
  }

  private openFolder(path: string): OpenFolder | Refused {
    const end = path.lastIndexOf('/');
    const above = this.folder(path.slice(0, Math.max(0, end)));
    if ('skipped' in above) return above;
    const name = path.slice(end + 1);
    const file = above.file + sep + name;
    const stats = lstatSync(file, { throwIfNoEntry: false });
    if (stats?.isSymbolicLink() || (stats && !hasOneName)) {
      const target = this.realPath(file);
      if (target instanceof Error) return refusedBy(target);
      if (target === undefined) return outside;
      // Without links a folder is below the one above it: this ends.
      if (target !== above.path + name) return this.folder(target);
    }
    if (!stats?.isDirectory()) return { skipped: { reason: 'unreadable', message: 'is in no folder' } };
    const base = above.base + matchable(name);
    const decision = above.rules.decide(base, true);
    if (decision.isIgnored && !decision.isOpened) return { skipped: ignoredBy(decision.by) };
    return this.opened(file, `${above.path}${name}/`, `${base}/`, above.rules.inside(base, decision));
  }

  private opened(file: string, path: string, base: string, outer: IgnoreRules): OpenFolder | Refused {
    const has = (name: string) => lstatSync(file + sep + name, { throwIfNoEntry: false });
    const isRoot = path === '';
    if (!isRoot && has('HEAD')?.isFile() && has('objects') && has('refs'))
      return { skipped: { reason: 'ignored', message: 'is in a bare git repository' } };
    const marks = {
      git: has(gitIgnoreName)?.isFile() ?? false,
      own: has(codegrainIgnoreName)?.isFile() ?? false,
      repository: !isRoot && has('.git') !== undefined,
    };
    return { file, path, base, rules: rulesWithin(outer, file, base, isRoot, marks) };
  }
}

/** Can a walk give this path, whatever is there? */
export function canBeWalked(path: string): boolean {
  return !strangePath.test(path) && !(process.platform === 'win32' && /[\\:]/.test(path));
}

function plainFile(file: string): { readonly file: string } | Refused {
  try {
    return lstatSync(file).isFile() ? { file } : { skipped: notPlain };
  } catch (error) {
    return refusedBy(error);
  }
}

function refusedBy(error: unknown): Refused {
  return { skipped: unreadable(error) };
}
