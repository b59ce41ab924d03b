/** A step of bench:graph: asks the graph of an index about sampled definitions, and says what each question took. */
import { IndexReader } from '../../src/index/file/index-reader';
import { IndexView } from '../../src/search/view/index-view';
import { runStep, timed } from '../index/cpu-time';
import { pathsInSampleOrder } from './seeded-sample';

export interface GraphQueryCost {
  readonly chunks: number;
  /** CPU, milliseconds: the first question, which also lists the names of the index. */
  readonly first: number;
  readonly uses: readonly number[];
  readonly usedBy: readonly number[];
}

const files = 1000;
const definitionsPerFile = 2;
const warmUp = 100;
const directions = ['uses', 'used by'] as const;

runStep(async (folder = '', indexFile = ''): Promise<GraphQueryCost> => {
  const opened = IndexReader.open(indexFile);
  if ('problem' in opened) throw new Error(opened.problem.message);
  const view = new IndexView(opened.index, folder);
  const { graph } = view;
  const subjects = pathsInSampleOrder([...view.paths()])
    .slice(0, files)
    .flatMap((path) => {
      const all = graph.subjectsIn(path);
      return all.filter((_, i) => i % Math.ceil(all.length / definitionsPerFile) === 0);
    });
  const [earliest, ...rest] = subjects;
  if (!earliest) throw new Error('the index has no links');
  const [, first] = timed(() => graph.entries(earliest, 'used by'));
  // Until the code is compiled; what the graph learns about these says nothing about the others.
  for (const subject of rest.slice(0, warmUp)) for (const direction of directions) graph.entries(subject, direction);
  const others = rest.slice(warmUp);
  return {
    chunks: opened.index.stats().searchedChunks,
    first,
    uses: others.map((subject) => timed(() => graph.entries(subject, 'uses'))[1]),
    usedBy: others.map((subject) => timed(() => graph.entries(subject, 'used by'))[1]),
  };
});
