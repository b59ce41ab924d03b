/** A step of bench:index: a fresh process opens the index, loads the model and answers one question. */
// biome-ignore assist/source/organizeImports: the clock starts before anything else is loaded.
import { started } from './start';
import { Asker } from './asker';
import { cpuMs, runStep } from './cpu';

export interface OpenTimes {
  /** Node's own start, before the first line of ours; CPU. */
  readonly node: number;
  /** From there to the answer. */
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
