/** `first-answer-step.cjs FOLDER [BASE]`: opens the index of a folder for writing, as the editor does, and searches once before any refresh. */
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { CodeIndex } from '../../src/engine/code-index';
import { Indexer } from '../../src/engine/indexer/indexer';
import { IndexView } from '../../src/search/view/index-view';
import { cpuMs, runStep } from '../index/cpu-time';

export interface FirstAnswer {
  /** Since the process started. */
  readonly ms: number;
  readonly cpuMs: number;
  readonly hits: number;
}

runStep(async (folder = '.', base): Promise<FirstAnswer> => {
  const indexer = await Indexer.open(folder, { base, jobs: 1 });
  try {
    const view = new IndexView(indexer.searched, folder, { isWritten: true });
    const searcher = new CodeIndex([view], await loadBuiltIn(), async () => []);
    const { hits } = await searcher.search('where is the request parsed');
    return { ms: performance.now(), cpuMs: cpuMs(), hits: hits.length };
  } finally {
    await indexer.close();
  }
});
