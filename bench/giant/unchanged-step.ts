/**
 * `unchanged-step.cjs FOLDER INDEX`: opens an index and compares its folder with it, as `codegrain index` does without changes, and
 * updates one file that did not change, as after a save.
 */
import { Indexer } from '../../src/engine/indexer/indexer';
import { cpuMs, runStep } from '../index/cpu-time';

export interface UnchangedTimes {
  readonly files: number;
  readonly openCpuSeconds: number;
  readonly compareCpuSeconds: number;
  readonly compareSeconds: number;
  readonly updateCpuMs: number;
  /** Resident bytes at most, and those before the comparison. */
  readonly peakBytes: number;
  readonly openBytes: number;
}

runStep(async (folder = '.', indexFile): Promise<UnchangedTimes> => {
  const indexer = await Indexer.open(folder, { indexFile, jobs: 1, isAlone: true });
  try {
    const openCpuSeconds = cpuMs() / 1000;
    const openBytes = process.memoryUsage().rss;
    const { unchanged, seconds } = await indexer.refresh();
    const compareCpuSeconds = cpuMs() / 1000 - openCpuSeconds;
    const peakBytes = process.resourceUsage().maxRSS * 1024;
    const [first] = indexer.index.contents.paths();
    const before = cpuMs();
    await indexer.update(first === undefined ? [] : [first]);
    const updateCpuMs = cpuMs() - before;
    return {
      files: unchanged,
      openCpuSeconds,
      compareCpuSeconds,
      compareSeconds: seconds,
      updateCpuMs,
      peakBytes,
      openBytes,
    };
  } finally {
    await indexer.close();
  }
});
