/** Errors of the disk in memory, with the fields that Node's have: callers decide by `code` and `syscall`. */
const meanings = {
  EBADF: 'bad file descriptor',
  EEXIST: 'file already exists',
  EINVAL: 'invalid argument',
  EISDIR: 'illegal operation on a directory',
  ENOENT: 'no such file or directory',
  ENOTDIR: 'not a directory',
  ENOTEMPTY: 'directory not empty',
  ESRCH: 'no such process',
  ENOTSUP: 'not supported in a browser',
} as const;

type DiskErrorCode = keyof typeof meanings;

export class DiskError extends Error {
  constructor(
    readonly code: DiskErrorCode,
    readonly syscall: string,
    readonly path?: string,
  ) {
    super(`${code}: ${meanings[code]}, ${syscall}${path === undefined ? '' : ` '${path}'`}`);
  }
}
