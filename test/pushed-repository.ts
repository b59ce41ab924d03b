/** Pushes a folder into a database with the command line, as a build server does. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { productFile } from '../src/shared/product';

export async function pushRepository(url: string, folder: string, repository: string, branch: string): Promise<void> {
  const names = ['--repository', repository, '--branch', branch];
  await promisify(execFile)(process.execPath, [productFile('dist', 'cli.js'), 'push', folder, '--to', url, ...names], {
    env: { ...process.env, ELECTRON_RUN_AS_NODE: '1' },
  });
}
