/**
 * `begin-step.cjs FOLDER INDEX QUESTION FOLDER-OF-ANSWER`: indexes a folder from nothing with a real index service, as the editor does
 * after consent, and asks until there is an answer, and until one is in the folder where people would look. Then it stops.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { IndexServiceClient } from '../../src/engine/client/service-client';
import type { FolderStatus } from '../../src/engine/service-protocol';
import { runStep } from '../index/cpu-time';
import { serviceCpu, setupOf } from './service-setup';

export interface BeginTimes {
  /** Milliseconds since consent: first batch in the index, first answer with hits, first answer with a hit in the named folder. */
  readonly firstFilesMs: number;
  readonly firstAnswerMs: number;
  readonly usefulAnswerMs: number;
  /** Seconds of all processes until the first answer, and until the useful one. */
  readonly firstAnswerCpu: number;
  readonly usefulAnswerCpu: number;
  /** The share of the files that were in the index then. */
  readonly filesIn: number;
  readonly files: number;
}

/** Searching takes time from indexing. */
const askEveryMs = 500;
const giveUpMs = 120_000;

runStep(async (root = '.', indexFile = '', question = '', expected = ''): Promise<BeginTimes> => {
  const client = new IndexServiceClient({});
  try {
    const setup = setupOf(root, indexFile);
    await client.clear(setup);
    await client.setFolders([setup]);
    let status: FolderStatus | undefined;
    let firstFilesMs = 0;
    const begin = performance.now();
    const since = (): number => Math.round(performance.now() - begin);
    client.onStatus((next) => {
      status = next;
      if (firstFilesMs === 0 && next.files > 0) firstFilesMs = since();
    });
    const done = client.refresh(root).catch(() => undefined);
    let firstAnswerMs = 0;
    let firstAnswerCpu = 0;
    const cpuBefore = serviceCpu(client);
    while (since() < giveUpMs) {
      const { hits } = await client.ask('search', { query: question, options: { limit: 10 } });
      if (hits.length > 0) firstAnswerMs ||= since();
      if (hits.length > 0) firstAnswerCpu ||= serviceCpu(client) - cpuBefore;
      if (hits.some(({ path }) => path.startsWith(expected))) break;
      await sleep(askEveryMs);
    }
    const usefulAnswerMs = since();
    const usefulAnswerCpu = serviceCpu(client) - cpuBefore;
    const { done: filesIn = 0, total: files = 0 } = status?.progress ?? {};
    await client.stop(root);
    await done;
    return { firstFilesMs, firstAnswerMs, usefulAnswerMs, firstAnswerCpu, usefulAnswerCpu, filesIn, files };
  } finally {
    client.dispose();
  }
});
