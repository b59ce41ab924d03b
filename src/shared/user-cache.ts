/** The folder for what Codegrain keeps outside of indexed folders and can always make again. */
import { homedir } from 'node:os';
import { join } from 'node:path';

/** `CODEGRAIN_CACHE` names another folder. Undefined if it is empty: then nothing is kept. */
export function userCacheFolder(env: NodeJS.ProcessEnv = process.env, platform = process.platform): string | undefined {
  if (env.CODEGRAIN_CACHE !== undefined) return env.CODEGRAIN_CACHE || undefined;
  if (platform === 'win32') return join(env.LOCALAPPDATA || join(homedir(), 'AppData', 'Local'), 'codegrain');
  if (platform === 'darwin') return join(homedir(), 'Library', 'Caches', 'codegrain');
  return join(env.XDG_CACHE_HOME || join(homedir(), '.cache'), 'codegrain');
}
