/** Where an index is stored that is not stored in its folder, because of a setting or because the folder is not writable. */
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { indexFileOf } from '../../index/index-settings';
import { errorCode } from '../../shared/error-code';
import { requireNoLink } from '../../shared/own-folder';

/** The folder's name helps people who look into the cache; a hash of the full path makes the file name unique. */
export function cachedIndexFile(root: string, cache: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const name = basename(root)
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  return join(cache, 'indexes', `${name}-${hash}`, 'index.cgx');
}

/**
 * False if an index cannot be written into the folder, for example on a read-only mount, in another user's folder, or through a link. Only checks
 * permissions and writes nothing. On Windows the check does not see permissions: writing fails later, with a message.
 */
export function canWriteIndex(root: string): boolean {
  const file = indexFileOf(root);
  try {
    requireNoLink(file);
  } catch {
    return false;
  }
  return isWritable(dirname(file)) ?? isWritable(root) ?? true;
}

/** Undefined if the folder does not exist. */
function isWritable(folder: string): boolean | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return errorCode(error) === 'ENOENT' ? undefined : false;
  }
}
