/** A step of bench:index: a fresh process opens the index, loads the model and answers one question. */
// biome-ignore assist/source/organizeImports: the clock must start before anything else is loaded.
import { started } from './process-start';
import { Asker } from './index-asker';
import { cpuMs, runStep } from './cpu-time';

export interface OpenTimes {
  /** CPU time of the start of Node, before our first line. */
  readonly node: number;
  /** CPU time from there to the answer. */
  readonly cpu: number;
  readonly wall: number;
  readonly memory: number;
}

runStep(async (indexFile = '', question = ''): Promise<OpenTimes> => {
  const asker = await Asker.open(indexFile);
  const hits = await asker.ask(question, 'hybrid');
  if (hits.length === 0) throw new Error(`no answer to "${question}"`);
  const { cpu, wall } = started;
  return { node: cpu, cpu: cpuMs() - cpu, wall: performance.now() - wall, memory: process.memoryUsage.rss() };
});
