/** The files inside a package's archive, streamed: nothing is unpacked to disk. */
import { spawn } from 'node:child_process';
import { createReadStream, existsSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { text as readAll } from 'node:stream/consumers';
import { createGunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { archiveFiles } from './download';
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
    const folder = `training/data/git/${entry.name.replace('/', '+')}`;
    return [command('git', ['--git-dir', folder, 'archive', '--format=tar', entry.version])];
  }
  return archiveFiles(entry).flatMap(({ file }) => (existsSync(file) ? [tarOf(file)] : []));
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
