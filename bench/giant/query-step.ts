/** `query-step.cjs INDEX QUESTIONS`: opens an index, answers the first question, then asks all in each mode, with V8's flags as a command has them. */
import { readFileSync } from 'node:fs';
import { type SearchMode, searchModes } from '../../src/search/query/search-choices';
import { setRunFlags } from '../../src/surfaces/cli/code-cache';
import { cpuMs, quantile, runStep, timedAsync } from '../index/cpu-time';
import { Asker } from '../index/index-asker';

export interface GiantAnswers {
  /** CPU ms from the start of the process, without that of Node, to the first answer. */
  readonly firstMs: number;
  readonly modes: Readonly<Record<SearchMode, { readonly p50: number; readonly p95: number }>>;
  /** Resident memory after all questions, in bytes. */
  readonly memory: number;
}

const warmUp = 20;

runStep(async (indexFile = '', questionsFile = ''): Promise<GiantAnswers> => {
  const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as string[];
  setRunFlags();
  const started = cpuMs();
  const asker = await Asker.open(indexFile);
  await asker.ask(questions[0] ?? '', 'hybrid');
  const firstMs = cpuMs() - started;
  const timesOf = async (mode: SearchMode): Promise<{ p50: number; p95: number }> => {
    for (const question of questions.slice(0, warmUp)) await asker.ask(question, mode);
    const times: number[] = [];
    for (const question of questions) times.push((await timedAsync(() => asker.ask(question, mode)))[1]);
    return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
  };
  const modes = {} as Record<SearchMode, { p50: number; p95: number }>;
  for (const mode of searchModes) modes[mode] = await timesOf(mode);
  return { firstMs, modes, memory: process.memoryUsage.rss() };
});
