/** A step of bench:index: asks all questions in each mode, and saves the results of the vector scan alone. */
import { readFileSync, writeFileSync } from 'node:fs';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { VectorScan } from '../../src/index/vectors/vector-scan';
import { type SearchMode, searchModes } from '../../src/search/query/search-choices';
import { quantile, runStep, timed, timedAsync } from './cpu-time';
import { Asker } from './index-asker';

export interface Times {
  readonly p50: number;
  readonly p95: number;
}

export interface Answers {
  readonly modes: Readonly<Record<SearchMode, Times>>;
  /** Hybrid questions that are issues of about 500 words, and of 10,000. Not in results saved before they were measured. */
  readonly issues?: Times;
  readonly longTexts?: Times;
  readonly scan: Times;
  /** Resident memory after all questions, and its peak. */
  readonly memory: number;
  readonly peakMemory: number;
}

export interface PastedTexts {
  readonly issues: readonly string[];
  readonly longTexts: readonly string[];
}

const repeats = 3;
const warmUp = 50;

runStep(
  async (indexFile = '', questionsFile = '', pastedFile = '', foundFile = '', recallCount = ''): Promise<Answers> => {
    const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as string[];
    const pasted = JSON.parse(readFileSync(pastedFile, 'utf8')) as PastedTexts;
    const asker = await Asker.open(indexFile);
    const found: Partial<Record<SearchMode, Times>> = {};
    for (const mode of searchModes) found[mode] = await askAll(asker, questions, mode);
    const askPasted = async (texts: readonly string[]): Promise<Times | undefined> =>
      texts.length > 0 ? await askAll(asker, texts, 'hybrid') : undefined;
    const issues = await askPasted(pasted.issues);
    const longTexts = await askPasted(pasted.longTexts);
    const memory = process.memoryUsage.rss();
    const peakMemory = process.resourceUsage().maxRSS * 1024;
    const scan = await scanAlone(asker, questions, foundFile, Number(recallCount));
    const { keyword, semantic, hybrid } = found;
    if (!keyword || !semantic || !hybrid) throw new Error('a search mode was not measured');
    const ofPasted = { ...(issues && { issues }), ...(longTexts && { longTexts }) };
    return { modes: { keyword, semantic, hybrid }, ...ofPasted, scan, memory, peakMemory };
  },
);

async function askAll(asker: Asker, questions: readonly string[], mode: SearchMode): Promise<Times> {
  for (const question of questions.slice(0, warmUp)) await asker.ask(question, mode);
  // In rounds: a question that is repeated immediately would find everything in the CPU cache.
  const rounds: number[][] = questions.map(() => []);
  for (let i = 0; i < repeats; i++) {
    for (const [at, question] of questions.entries())
      rounds[at]?.push((await timedAsync(() => asker.ask(question, mode)))[1]);
  }
  const times = rounds.map((own) => quantile(own, 0.5));
  return { p50: quantile(times, 0.5), p95: quantile(times, 0.95) };
}

/** The ten nearest rows of the quantised vectors, for recall. */
async function scanAlone(asker: Asker, questions: readonly string[], foundFile: string, count: number): Promise<Times> {
  const embedder = await loadBuiltIn();
  const [segment] = asker.view.segments;
  if (!segment?.vectors.areThere) throw new Error('the index has no vectors');
  const { vectors: stored, searched } = segment;
  const scan = new VectorScan(segment.dimensions);
  const reservation = scan.reserve(searched);
  stored.read(0, searched, reservation.vectors);
  reservation.scales.set(stored.readScales(0, searched));
  reservation.commit();
  const step = Math.max(1, Math.floor(questions.length / count));
  const chosen = questions.filter((_, i) => i % step === 0).slice(0, count);
  const vectors = await embedder.embed(chosen, 'query');
  const times: number[] = [];
  const found = vectors.map((query) => {
    const [hits, ms] = timed(() => scan.search(query, 10));
    times.push(ms);
    return { query: [...query], rows: [...hits.rows] };
  });
  writeFileSync(foundFile, JSON.stringify(found));
  // The first questions include compilation.
  return { p50: quantile(times.slice(5), 0.5), p95: quantile(times.slice(5), 0.95) };
}
