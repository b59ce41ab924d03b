/**
 * Checks commits out and indexes them. The commits of a repository come in the order of their dates, and each index begins as a copy of
 * the one before: only files that changed are chunked again.
 */
import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { errorMessage } from '../../src/shared/error-message';
import { checkoutFolder, plainName, type Snapshot } from '../code-search/snapshot';
import { cloneRepository, commitTime, writeCommit } from './git-commits';
import { runCodegrain } from './run-codegrain';
import type { Snapshots } from './snapshots';

/** Returns the number of snapshots that could not be made. The reasons are printed. */
export function makeSnapshots(wanted: readonly Snapshot[], snapshots: Snapshots, clones: string): number {
  const missing = new Map(wanted.map((snapshot) => [snapshots.indexOf(snapshot), snapshot]));
  const byRepository = new Map<string, Snapshot[]>();
  for (const snapshot of missing.values())
    byRepository.set(snapshot.repository, [...(byRepository.get(snapshot.repository) ?? []), snapshot]);
  let failed = 0;
  for (const [repository, own] of byRepository) {
    if (own.every((snapshot) => snapshots.isReady(snapshot))) continue;
    const clone = join(clones, plainName(repository));
    let before: Snapshot | undefined;
    for (const snapshot of inOrder(own, repository, clone)) {
      try {
        if (!snapshots.isReady(snapshot)) makeSnapshot(snapshot, snapshots, clone, before);
        before = snapshot;
      } catch (error) {
        failed++;
        process.stderr.write(`${nameOf(snapshot)}: ${errorMessage(error)}\n`);
      }
    }
  }
  return failed;
}

/** Oldest first. Unsorted if the repository cannot be cloned: each snapshot then says why it fails. */
function inOrder(own: readonly Snapshot[], repository: string, clone: string): readonly Snapshot[] {
  try {
    cloneRepository(repository, clone);
    const times = new Map(own.map(({ commit }) => [commit, commitTime(clone, commit)]));
    return [...own].sort((a, b) => (times.get(a.commit) ?? 0) - (times.get(b.commit) ?? 0));
  } catch (error) {
    process.stderr.write(`${repository}: ${errorMessage(error)}\n`);
    return own;
  }
}

function makeSnapshot(snapshot: Snapshot, snapshots: Snapshots, clone: string, before: Snapshot | undefined): void {
  const checkout = checkoutFolder(snapshots.folder, snapshot);
  if (!existsSync(checkout)) {
    const unfinished = `${checkout}.new`;
    rmSync(unfinished, { recursive: true, force: true });
    const skipped = writeCommit(clone, snapshot.commit, unfinished);
    renameSync(unfinished, checkout);
    if (skipped > 0) process.stderr.write(`${nameOf(snapshot)}: ${skipped} files are not in the clone\n`);
  }
  const index = snapshots.indexOf(snapshot);
  if (existsSync(index)) return;
  const unfinished = `${index}.new`;
  mkdirSync(dirname(index), { recursive: true });
  removeFilesOf(unfinished);
  // A part of a repository shares no paths with another part.
  if (before && before.root === snapshot.root) copyFileSync(snapshots.indexOf(before), unfinished);
  process.stdout.write(`${nameOf(snapshot)}\n`);
  runCodegrain(['index', snapshots.folderOf(snapshot), '--index', unfinished]);
  renameSync(unfinished, index);
  removeFilesOf(unfinished);
}

/** A file and those that the product keeps beside it, such as a lock. */
function removeFilesOf(file: string): void {
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(basename(file))) rmSync(join(dirname(file), name), { recursive: true, force: true });
}

function nameOf({ repository, commit }: Snapshot): string {
  return `${repository} ${commit.slice(0, 12)}`;
}
