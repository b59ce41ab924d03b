/** Why a file or folder is skipped: a reason, and one sentence about this file. docs/workspace.md lists the reasons. */
import { errorCode } from '../shared/error-code';
import { errorMessage } from '../shared/error-message';
import { NotPlainFile } from '../shared/plain-file';

export const skipReasons = [
  ...['ignored', 'excluded', 'symbolic-link', 'not-a-file', 'bad-name', 'unreadable', 'too-large'],
  ...['binary', 'media', 'secret', 'lock', 'source-map', 'generated', 'minified', 'failed'],
] as const;

export type SkipReason = (typeof skipReasons)[number];

export interface Skipped {
  readonly reason: SkipReason;
  /** One sentence for people, without its subject, which is the file. */
  readonly message: string;
  /** For `ignored`: the rule that ignores it. */
  readonly rule?: IgnoreRule;
  /** For `too-large`, in bytes. */
  readonly size?: { readonly bytes: number; readonly limit: number };
}

/** A line of an ignore file. */
export interface IgnoreRule {
  /** To show to people: `src/.gitignore`, `the built-in rules`. */
  readonly file: string;
  /** 1-based; not set for built-in rules. */
  readonly line?: number;
  readonly pattern: string;
}

export const notPlain: Skipped = { reason: 'not-a-file', message: 'is not a regular file' };

export function ignoredBy(rule: IgnoreRule | undefined): Skipped {
  const message = rule ? `is ignored by "${rule.pattern}" in ${rule.file}` : 'is ignored';
  return { reason: 'ignored', message, ...(rule && { rule }) };
}

/** The user excluded it, so it need not be reported. */
export function isUserChoice({ reason }: Skipped): boolean {
  return reason === 'ignored' || reason === 'excluded';
}

export function unreadable(error: unknown): Skipped {
  if (error instanceof NotPlainFile) return notPlain;
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
