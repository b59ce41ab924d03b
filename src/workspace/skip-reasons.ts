import { errorCode } from '../shared/error-code';
import { errorMessage } from '../shared/error-message';
/** Why a file or folder is left out: a value, and one sentence about this very file. docs/workspace.md lists them. */

export const skipReasons = [
  'ignored',
  'excluded',
  'symbolic-link',
  'not-a-file',
  'bad-name',
  'unreadable',
  'too-large',
  'binary',
  'media',
  'secret',
  'lock',
  'source-map',
  'generated',
  'minified',
  'failed',
] as const;

export type SkipReason = (typeof skipReasons)[number];

export interface Skipped {
  readonly reason: SkipReason;
  /** One sentence for people, whose subject is the file. */
  readonly message: string;
}

/** What a user chose; nobody needs to be told about each file. */
export function isUserChoice({ reason }: Skipped): boolean {
  return reason === 'ignored' || reason === 'excluded';
}

export function unreadable(error: unknown): Skipped {
  return { reason: 'unreadable', message: `cannot be read: ${fileErrorReason(error)}` };
}

export function fileErrorReason(error: unknown): string {
  switch (errorCode(error)) {
    case 'ENOENT':
      return 'no such file or folder';
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'ELOOP':
      return 'too many symbolic links';
    case 'ENAMETOOLONG':
      return 'the name is too long';
    case 'ENOTDIR':
      return 'it is no longer a folder';
    default:
      return errorMessage(error);
  }
}
