/** Temporary folders that are gone after each test, and how often random tests run. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const made: string[] = [];

export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'codegrain-index-'));
  made.push(folder);
  return folder;
}

export function removeTemporaryFolders(): void {
  for (const folder of made.splice(0)) rmSync(folder, { recursive: true, force: true });
}

/** `CODEGRAIN_TEST_RUNS=10` makes all random tests run ten times as often. */
export function runs(usual: number): number {
  return Math.ceil(usual * Number(process.env.CODEGRAIN_TEST_RUNS ?? 1));
}
