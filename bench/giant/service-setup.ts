/** What the steps with a real index service share. */
import type { IndexServiceClient } from '../../src/engine/client/service-client';
import type { FolderSetup } from '../../src/engine/service-protocol';
import { defaultChunkOptions } from '../../src/options/chunk-options';
import { defaultLimits } from '../../src/workspace/read-file';
import { childrenOf, processUse } from '../mcp/process-use';

/** A folder with the settings of a new user; the index is outside of it. */
export function setupOf(root: string, indexFile: string): FolderSetup {
  return {
    root,
    indexFile,
    include: [],
    exclude: [],
    chunk: defaultChunkOptions,
    limits: defaultLimits,
    model: { is: 'built-in' },
    isAlone: true,
  };
}

/** Seconds of the service and its parse workers so far. */
export function serviceCpu({ pid }: IndexServiceClient): number {
  if (pid === undefined) return 0;
  const ms = [pid, ...childrenOf(pid)].reduce((sum, each) => sum + processUse(each).cpuMs, 0);
  return Math.round(ms / 100) / 10;
}
