import { errorMessage } from '../../shared/error-message';

/** What can keep the index from being read or written, as a value: a reason to act on and one sentence for people. */

type ProblemReason =
  /** There is no index. */
  | 'none'
  /** The file is not what was written. */
  | 'damaged'
  /** It was written in a format of another version. */
  | 'version'
  /** Another process writes it. */
  | 'locked'
  /** Another process took over, or someone deleted the folder: what was written until then is safe. */
  | 'lock-lost'
  | 'disk-full'
  | 'read-only'
  /** The folder is not there. */
  | 'gone'
  /** A program keeps the file open and the system does not let it be replaced; tried for some seconds. */
  | 'busy'
  | 'failed';

export interface IndexFileProblem {
  readonly reason: ProblemReason;
  readonly message: string;
}

/** @param action what could not be done: "the index … cannot be written". */
export function indexProblemOf(error: unknown, action: string): IndexFileProblem {
  const code = codeOf(error);
  switch (code) {
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return { reason: 'disk-full', message: `${action}: no space is left on the disk` };
    case 'EROFS':
    case 'EACCES':
    case 'EPERM':
      return { reason: 'read-only', message: `${action}: permission denied` };
    case 'ENOENT':
    case 'ENOTDIR':
    case 'ESTALE':
      return { reason: 'gone', message: `${action}: the folder is not there` };
    case 'EEXIST':
      return { reason: 'failed', message: `${action}: a file stands where a folder is wanted` };
    default:
      return { reason: 'failed', message: `${action}: ${errorMessage(error)}` };
  }
}

export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}
