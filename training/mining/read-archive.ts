/** Streams the files inside a package's archive, without unpacking it to disk. */
import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { archiveFiles, cloneFolder } from './download';
import type { Package } from './package-list';

export interface Entry {
  readonly path: string;
  readonly size: number;
}

/** Calls `take` for each file that `wants` accepts, in the order of the archive. */
export async function readArchive(
  tar: Readable,
  wants: (entry: Entry) => boolean,
  take: (path: string, text: string) => void,
): Promise<void> {
  const entries = extract();
  tar.on('error', (error) => entries.destroy(error));
  tar.pipe(entries);
  for await (const entry of entries) {
    const { name, size = 0, type } = entry.header;
    const path = name.replace(/^\.\//, '');
    if (type === 'file' && wants({ path, size })) take(path, await readAll(entry));
    else entry.resume();
  }
}

/** The downloaded archives of a package, as tar streams; the first has its source. */
export function tarsOf(entry: Package): Readable[] {
  if (entry.source === 'git') {
    const repository = ['--git-dir', cloneFolder(entry.name)];
    const without = absent(repository, entry.version).map((path) => `:(top,literal,exclude)${path}`);
    return [command('git', [...repository, 'archive', '--format=tar', entry.version, '--', '.', ...without])];
  }
  return archiveFiles(entry).flatMap(({ file }) => (existsSync(file) ? [tarOf(file)] : []));
}

/** Files of a commit that are missing in the clone: some copies leave out the largest files, and git stops at the first missing one. */
function absent(repository: readonly string[], commit: string): string[] {
  const listing = execFileSync('git', [...repository, 'ls-tree', '-r', '-l', '-z', commit], {
    encoding: 'utf8',
    maxBuffer: 1e9,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return listing.split('\0').flatMap((line) => /^\S+ blob \S+ +BAD\t(.*)$/s.exec(line)?.[1] ?? []);
}

function tarOf(file: string): Readable {
  if (file.endsWith('.deb')) return command('dpkg-deb', ['--fsys-tarfile', file]);
  if (file.endsWith('.xz')) return command('xz', ['-dc', file]);
  if (file.endsWith('.bz2')) return command('bzip2', ['-dc', file]);
  return createReadStream(file).pipe(createGunzip());
}

function command(name: string, args: readonly string[]): Readable {
  return spawn(name, args, { stdio: ['ignore', 'pipe', 'ignore'] }).stdout;
}
