/** The files of a folder that the last commits changed. */
import { execFile } from 'node:child_process';

const commits = 200;
/** Finding them must not delay what it is for. */
const limits = { timeout: 3000, maxBuffer: 10_000_000 };
/** The configuration of a repository must not make git start a program, nor fetch what a partial clone left out. */
const safely = ['-c', 'log.showSignature=false', '-c', 'core.fsmonitor=false', '-c', 'protocol.allow=never'];

/** Relative to the folder, with `/`, the last changed first. None if the folder is in no repository, or git is missing or slow. */
export function recentPaths(root: string): Promise<Set<string>> {
  const format = ['--format=', '--name-only', '--no-renames', '--relative', '-z'];
  const args = ['-C', root, ...safely, 'log', '-n', String(commits), ...format];
  return new Promise((resolve) => {
    execFile('git', args, limits, (error, stdout) => {
      const names = error ? [] : stdout.split('\0').map((name) => name.replace(/^\n+/, ''));
      resolve(new Set(names.filter((name) => name !== '')));
    });
  });
}
