/** What tells that two folders are copies of one repository: an address, or a first commit, that both have. */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { unquoted } from './git-config';
import type { Repository } from './repository';

/** In a repository with a million commits, git takes seconds to find the first one. */
const maxSearchMs = 2000;

/** The addresses that a repository is fetched from, the same for every way to write them. Quicker to find than its first commits. */
export async function remoteIds({ commonDir }: Repository): Promise<string[]> {
  const config = await readFile(join(commonDir, 'config'), 'utf8').catch(() => '');
  return [...new Set(remotesIn(config))];
}

/** The commits without parents that HEAD goes back to. None if git is not installed, or takes too long. */
export async function firstCommits({ top }: Repository): Promise<string[]> {
  const args = ['-C', top, 'rev-list', '--max-parents=0', 'HEAD'];
  const output = await new Promise<string>((resolve) => {
    execFile('git', args, { timeout: maxSearchMs }, (error, stdout) => resolve(error ? '' : stdout));
  });
  return output.split('\n').filter((line) => line !== '');
}

function* remotesIn(config: string): Generator<string> {
  let isRemote = false;
  for (const line of config.split(/\r?\n/)) {
    if (/^\s*\[/.test(line)) isRemote = /^\s*\[\s*remote\s/i.test(line);
    const url = isRemote ? /^\s*url\s*=\s*(.+)$/i.exec(line)?.[1] : undefined;
    if (url !== undefined) yield remoteId(unquoted(url));
  }
}

/** `git@host:owner/name.git`, `https://user:key@host/owner/name` and `ssh://git@host:22/owner/name/` are one repository. */
export function remoteId(url: string): string {
  const short = /^(?:[^@/:]+@)?([^/:]+):(?!\/\/)(.+)$/.exec(url);
  const long = /^[a-z][a-z+.-]*:\/\/(?:[^@/]*@)?([^/:]*)(?::\d+)?\/(.*)$/i.exec(url);
  // A letter before a colon is a drive of Windows.
  const [host, path] = long ? [long[1], long[2]] : short && short[1]?.length !== 1 ? [short[1], short[2]] : ['', url];
  return `${host?.toLowerCase()}/${path?.replace(/^\/+|\/+$/g, '').replace(/\.git$/, '')}`;
}
