/** Clones without the contents of files, and the files of single commits of them. */
import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const maxBytes = 2 ** 31 - 1;
/** Files that are read from git at once. */
const batch = 200;

/** Does nothing if the clone exists. */
export function cloneRepository(repository: string, clone: string): void {
  if (existsSync(clone)) return;
  const url = `https://github.com/${repository}.git`;
  execFileSync('git', ['clone', '--quiet', '--no-checkout', '--filter=blob:none', url, clone], { stdio: 'inherit' });
}

/** Seconds. */
export function commitTime(clone: string, commit: string): number {
  return Number(git(clone, ['show', '-s', '--format=%ct', commit]).toString());
}

/** Writes the files of a commit. Links are left out. Returns the number of files whose contents could not be had. */
export function writeCommit(clone: string, commit: string, folder: string): number {
  const blobs = blobsOf(clone, commit);
  fetchMissing(clone, commit);
  let missing = 0;
  for (let from = 0; from < blobs.length; from += batch) {
    const part = blobs.slice(from, from + batch);
    for (const [at, content] of readBlobs(
      clone,
      part.map(({ id }) => id),
    ).entries()) {
      const path = part[at]?.path ?? '';
      if (content === undefined) missing++;
      else {
        const file = join(folder, path);
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, content);
      }
    }
  }
  return missing;
}

interface Blob {
  readonly id: string;
  readonly path: string;
}

function blobsOf(clone: string, commit: string): Blob[] {
  const rows = git(clone, ['ls-tree', '-r', '-z', commit]).toString().split('\0').filter(Boolean);
  return rows.flatMap((row): Blob[] => {
    const [, mode, type, id, path] = /^(\d+) (\w+) (\w+)\t(.+)$/s.exec(row) ?? [];
    const isFile = type === 'blob' && mode !== '120000';
    // Git itself refuses such paths, but a tree may have them.
    const isInside = path !== undefined && !path.split('/').includes('..') && !path.startsWith('/');
    return isFile && isInside && id !== undefined ? [{ id, path }] : [];
  });
}

/** Fetches all missing contents of a commit in one request: git would fetch each when it is read. */
function fetchMissing(clone: string, commit: string): void {
  const objects = git(clone, ['rev-list', '--objects', '--no-walk', '--missing=print', commit]).toString().split('\n');
  const missing = objects.filter((line) => line.startsWith('?')).map((line) => line.slice(1));
  if (missing.length === 0) return;
  const flags = ['--quiet', '--no-tags', '--no-write-fetch-head', '--recurse-submodules=no', '--filter=blob:none'];
  // If it fails, the files are counted as missing.
  spawnSync('git', ['-C', clone, '-c', 'fetch.negotiationAlgorithm=noop', 'fetch', ...flags, '--stdin', 'origin'], {
    input: missing.join('\n'),
    stdio: ['pipe', 'ignore', 'ignore'],
  });
}

/** Undefined for each that is missing. */
function readBlobs(clone: string, ids: readonly string[]): (Buffer | undefined)[] {
  const out = git(clone, ['cat-file', '--batch'], ids.join('\n'));
  let at = 0;
  return ids.map(() => {
    const lineEnd = out.indexOf('\n', at);
    const [, type, size] = out.toString('latin1', at, lineEnd).split(' ');
    at = lineEnd + 1;
    if (type === 'missing') return undefined;
    const content = out.subarray(at, at + Number(size));
    at += Number(size) + 1;
    return content;
  });
}

function git(clone: string, command: readonly string[], input?: string): Buffer {
  return execFileSync('git', ['-C', clone, ...command], {
    maxBuffer: maxBytes,
    stdio: 'pipe',
    // Files that could not be fetched together are not tried one by one.
    env: { ...process.env, GIT_NO_LAZY_FETCH: '1' },
    ...(input !== undefined && { input }),
  });
}
