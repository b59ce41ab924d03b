/** Makes a folder and its content read-only, also for root, who can normally write anywhere. */
import { execFileSync } from 'node:child_process';
import { accessSync, chmodSync, constants } from 'node:fs';

/** @returns a function that restores the folder, or undefined if this system cannot make it read-only. */
export function makeReadOnly(folder: string): (() => void) | undefined {
  chmodSync(folder, 0o555);
  const undo = (): void => chmodSync(folder, 0o755);
  if (!canWrite(folder)) return undo;
  if (chattr('+i', folder) && !canWrite(folder)) return () => void (chattr('-i', folder) && undo());
  undo();
  return undefined;
}

function canWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function chattr(flag: string, folder: string): boolean {
  try {
    execFileSync('chattr', [flag, folder], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
