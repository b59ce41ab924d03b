/**
 * Downloads the archives of the listed packages to `training/data/archives/` and clones the listed repositories to
 * `training/data/git/`. Existing files are not fetched again.
 */
import { execFileSync } from 'node:child_process';
import { createWriteStream, existsSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { inParallel } from './in-parallel';
import { type Package, readPackages } from './package-list';

export const archives = 'training/data/archives';

/** The archive files of a package, in the order of its addresses. Git repositories are read from their clones. */
export function archiveFiles({
  source,
  name,
  version,
  archive,
}: Package): { readonly url: string; readonly file: string }[] {
  if (source === 'git') return [];
  return archive.split(' ').map((url, i) => {
    const ending = /\.(?:deb|tgz|tar\.[a-z0-9]+)$/.exec(url)?.[0] ?? '.tgz';
    const key = `${source}-${name.replace('/', '+')}-${version.replace(/[^\w.+~-]/g, '_')}`;
    return { url, file: join(archives, `${key}${i > 0 ? '.packaging' : ''}${ending}`) };
  });
}

/** The folder with the clone of a git repository. */
export function cloneFolder(name: string): string {
  return `training/data/git/${name.replace('/', '+')}`;
}

async function download(url: string, file: string): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(120_000) });
      if (response.status === 404) return false;
      if (!response.ok || !response.body) continue;
      await pipeline(Readable.fromWeb(response.body), createWriteStream(`${file}.part`));
      renameSync(`${file}.part`, file);
      return true;
    } catch {
      // Retry.
    }
  }
  return false;
}

/** Clones only the listed commit, without history. */
function clone(name: string, commit: string, address: string): void {
  const folder = cloneFolder(name);
  if (existsSync(folder)) return;
  mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '--quiet', '--bare', folder]);
  execFileSync('git', ['--git-dir', folder, 'fetch', '--quiet', '--depth', '1', address, commit]);
}

async function main(): Promise<void> {
  mkdirSync(archives, { recursive: true });
  const listed = readPackages().flatMap(archiveFiles);
  const missing = listed.filter(({ file }) => !existsSync(file));
  console.log(`${listed.length} archives, ${missing.length} to fetch`);
  let done = 0;
  let failed = 0;
  await inParallel(missing, 24, async ({ url, file }) => {
    if (!(await download(url, file))) failed++;
    if (++done % 1000 === 0) console.log(`${done} of ${missing.length}, ${failed} failed`);
  });
  for (const { source, name, version, archive } of readPackages()) if (source === 'git') clone(name, version, archive);
  console.log(`done, ${failed} failed`);
}

if (process.argv[1]?.endsWith('download.ts')) void main();
