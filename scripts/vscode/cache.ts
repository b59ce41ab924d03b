/** The user's cache folder. A folder in it is either complete or missing. */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, dirname, join } from 'node:path';

export function cacheFolder(): string {
  const { XDG_CACHE_HOME, LOCALAPPDATA } = process.env;
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'codegrain');
  if (process.platform === 'win32') return join(LOCALAPPDATA ?? join(homedir(), 'AppData', 'Local'), 'codegrain');
  return join(XDG_CACHE_HOME || join(homedir(), '.cache'), 'codegrain');
}

/** The folder `name` of the cache. If it is missing, `make` fills a temporary folder, which is renamed when it is complete. */
export async function cached(name: string, make: (folder: string) => Promise<void> | void): Promise<string> {
  const target = join(cacheFolder(), name);
  if (existsSync(target)) return target;
  removeAbandoned(target);
  const temporary = `${target}.making-${process.pid}`;
  mkdirSync(temporary, { recursive: true });
  try {
    await make(temporary);
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    // Another process may have completed the same folder first.
    if (!existsSync(target)) throw error;
  }
  return target;
}

/** Removes temporary folders of killed processes. */
function removeAbandoned(target: string): void {
  if (!existsSync(dirname(target))) return;
  for (const name of readdirSync(dirname(target))) {
    const pid = name.startsWith(`${basename(target)}.making-`) ? Number(name.split('-').at(-1)) : undefined;
    if (pid !== undefined && !isAlive(pid)) rmSync(join(dirname(target), name), { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
