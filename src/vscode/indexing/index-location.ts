/** Where the index of a folder is kept that it is not kept in: because the user says so, or because nothing can be written there. */
import { createHash } from 'node:crypto';
import { accessSync, constants } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { codeOf } from '../../index/file/index-error';
import { indexFileOf } from '../../index/index-settings';

/** The folder's name for people who look into the cache, a hash of its whole path for the rest. */
export function cachedIndexFile(root: string, cache: string): string {
  const hash = createHash('sha256').update(root).digest('hex').slice(0, 16);
  const name = basename(root)
    .replace(/[^\w.-]+/g, '-')
    .slice(0, 40);
  return join(cache, 'indexes', `${name}-${hash}`, 'index.cgx');
}

/**
 * False where an index could not be written into the folder: a disk that is mounted read-only, a folder of someone else. Asks only,
 * and writes nothing. Windows does not tell of rights: there writing fails later, and says so.
 */
export function canWriteIndex(root: string): boolean {
  const own = dirname(indexFileOf(root));
  return isWritable(own) ?? isWritable(root) ?? true;
}

/** Undefined: there is no such folder. */
function isWritable(folder: string): boolean | undefined {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? undefined : false;
  }
}
