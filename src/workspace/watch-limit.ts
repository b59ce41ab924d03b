/**
 * Can the system watch more folders? Linux has a limit of watched folders per user (inotify), which all programs share. A program that
 * reaches it gets no events for the rest, and VS Code tells its extensions nothing about it. So one more folder is watched for a moment.
 */
import { readFileSync, watch } from 'node:fs';
import { attempt } from '../shared/attempt';
import { errorCode } from '../shared/error-code';

export interface WatchLimit {
  /** The setting of the system that has the limit, and its value, if it can be read. */
  readonly setting: string;
  readonly value: number | undefined;
}

/** Undefined: the limit is not reached, or there is none. */
export function reachedWatchLimit(folder: string, tryToWatch = watchBriefly): WatchLimit | undefined {
  try {
    tryToWatch(folder);
    return undefined;
  } catch (error) {
    const code = errorCode(error);
    if (code === 'ENOSPC') return limitOf('max_user_watches');
    return code === 'EMFILE' ? limitOf('max_user_instances') : undefined;
  }
}

function watchBriefly(folder: string): void {
  watch(folder, { persistent: false }).close();
}

function limitOf(name: string): WatchLimit {
  return { setting: `fs.inotify.${name}`, value: numberIn(`/proc/sys/fs/inotify/${name}`) };
}

function numberIn(file: string): number | undefined {
  return attempt(() => Number.parseInt(readFileSync(file, 'utf8'), 10) || undefined);
}
