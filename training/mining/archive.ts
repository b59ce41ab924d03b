/** The files inside a package's archive, streamed: nothing is unpacked to disk. */
import { execFileSync, spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { archiveFiles, cloneFolder } from './download';
import type { Package } from './packages';

export interface Entry {
  readonly path: string;
  readonly size: number;
}

/** Calls `take` with each file that `wants` it, in the order of the archive. */
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

/** The archives of a package that are here, as tar streams; the first has its source. */
export function tarsOf(entry: Package): Readable[] {
  if (entry.source === 'git') {
    const repository = ['--git-dir', cloneFolder(entry.name)];
    const without = absent(repository, entry.version).map((path) => `:(top,literal,exclude)${path}`);
    return [command('git', [...repository, 'archive', '--format=tar', entry.version, '--', '.', ...without])];
  }
  return archiveFiles(entry).flatMap(({ file }) => (existsSync(file) ? [tarOf(file)] : []));
}

/** Files that a commit lists and the copy of its repository does not hold: some leave out the largest, and git stops at the first. */
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
