/**
 * Asks again if an index was replaced, or turned out to be damaged, while it was read. Whatever asks refreshes its readers first: then
 * they read the new file, or what is left of the damaged one.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ChangedFileError } from './record-file';

/** Another question may still hold the old contents for a moment. */
const pauses = [0, 20, 100];

export async function againIfChanged<T>(ask: () => Promise<T>): Promise<T> {
  for (const pause of pauses) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ChangedFileError)) throw error;
    }
    await sleep(pause);
  }
  return ask();
}

/** The same for questions that wait for nothing. */
export function againAtOnce<T>(ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof ChangedFileError)) throw error;
    return ask();
  }
}
