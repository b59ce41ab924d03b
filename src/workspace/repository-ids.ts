/** What tells that two folders are copies of one repository: an address, or a first commit, that both have. */
import { join } from 'node:path';
import { plainText } from '../shared/plain-file';
import { unquoted } from './git-config';
import type { Repository } from './repository';
import { runGit } from './run-git';

/** In a repository with a million commits, git takes seconds to find the first one. */
const limits = { maxMs: 2000, maxBytes: 10_000_000 };

/** The addresses that a repository is fetched from, the same for every way to write them. Quicker to find than its first commits. */
export async function remoteIds({ commonDir }: Repository): Promise<string[]> {
  const config = plainText(join(commonDir, 'config')) ?? '';
  return [...new Set(remotesIn(config))];
}

/** The commits without parents that HEAD goes back to. None if git is not installed, or takes too long. */
export async function firstCommits(repository: Repository): Promise<string[]> {
  const output = await runGit(repository, ['rev-list', '--max-parents=0', 'HEAD'], limits).catch(() => '');
  return output
    .toString()
    .split('\n')
    .filter((line) => line !== '');
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
