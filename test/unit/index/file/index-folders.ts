/** Temporary folders that are removed after each test. */
import { accessSync, constants, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

/** In memory if the system offers that: thousands of flushes to a busy disk would take minutes, and prove nothing here. */
function root(): string {
  try {
    accessSync('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(root(), 'codegrain-index-'));
  made.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}
