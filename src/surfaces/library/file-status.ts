/** Looks at a file or folder that the caller named. */
import { type Stats, statSync } from 'node:fs';
import { fileErrorReason } from '../../workspace/skip-reasons';
import { CodegrainError } from './library-error';

/** Undefined if there is nothing. @throws CodegrainError for names that no file can have, and where the system refuses to look */
export function statusOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (cause) {
    const shown = JSON.stringify(path.length > 200 ? `${path.slice(0, 200)}…` : path);
    throw new CodegrainError('not-found', `cannot look at ${shown}: ${fileErrorReason(cause)}`, { cause });
  }
}
