/**
 * A step of bench:index: 20 chunks change, again and again. Each time a file of the index is replaced by one with 20 chunks. The time
 * is measured from the chunks in memory until a reader that was open before has found one of them. Then questions are asked of the
 * index with all these updates after its base. Before the updates, the process makes words and vectors of other chunks without
 * writing them, because an index service has already indexed files and its code is compiled. The cost without this warm-up is
 * reported too.
 */
import { readFileSync } from 'node:fs';
import type { Chunk } from '../../src/code/chunk';
import { loadBuiltIn } from '../../src/embedding/built-in/built-in-embedder';
import { mergeLexical } from '../../src/index/lexical/merge-segments';
import { rowBytes } from '../../src/index/vectors/quantise-vector';
import { IndexWriter } from '../../src/index/write/index-writer';
import type { Times } from './ask-step';
import type { SourceFile } from './chunked-source';
import { cpuMs, quantile, runStep, timedAsync } from './cpu-time';
import { Asker } from './index-asker';
import { makeSegment } from './make-segment';
import { filesWith, isSearched } from './repeat-chunks';

export interface Updates {
  /** CPU milliseconds in total, p50 and p95, and of the parts. */
  readonly total: Times;
  readonly making: number;
  /** The same in a process that has indexed nothing yet. */
  readonly coldMaking: number;
  readonly appending: number;
  readonly refreshing: number;
  readonly answering: number;
  /** Times of hybrid questions after the updates. */
  readonly after: Times;
}

const updates = 40;
const warmUpSegments = 60;
const cold = 10;
/** The first updates include the compilation of appending and refreshing. */
const warmUp = 10;
const chunksPerUpdate = 20;

runStep(async (indexFile = '', chunksFile = '', questionsFile = ''): Promise<Updates> => {
  const embedder = await loadBuiltIn();
  const asker = await Asker.open(indexFile);
  const settings = { chunker: 'bench', model: embedder.id, dimensions: rowBytes(embedder.dimensions) };
  const opened = await IndexWriter.open(indexFile, settings, { mergeLexical });
  if ('problem' in opened) throw new Error(opened.problem.message);
  const { writer } = opened;
  if (writer.rebuilding) throw new Error(writer.rebuilding.message);
  const questions = JSON.parse(readFileSync(questionsFile, 'utf8')) as string[];
  for (const question of questions.slice(0, 50)) await asker.ask(question, 'hybrid');
  const files = await changedFiles(chunksFile, updates + warmUpSegments);
  const before: number[] = [];
  for (const file of files.slice(updates)) before.push((await timedAsync(() => makeSegment([file], embedder)))[1]);
  const parts: { making: number; appending: number; refreshing: number; answering: number }[] = [];
  for (const file of files.slice(0, updates)) {
    const started = cpuMs();
    const { segment } = await makeSegment([file], embedder);
    const making = cpuMs() - started;
    const [appended, appending] = await timedAsync(() => writer.append(segment));
    if ('problem' in appended) throw new Error(appended.problem.message);
    const [problem, refreshing] = await timedAsync(async () => asker.view.refresh());
    if (problem) throw new Error(problem.message);
    const [, answering] = await timedAsync(() => asker.ask(marker(parts.length), 'hybrid'));
    const hits = await asker.ask(marker(parts.length), 'keyword');
    if (!file.chunks.some(({ id }) => hits.includes(id))) throw new Error('an appended chunk was not found');
    parts.push({ making, appending, refreshing, answering });
  }
  const counted = parts.slice(warmUp);
  const middle = (part: keyof (typeof parts)[number]): number =>
    quantile(
      counted.map((one) => one[part]),
      0.5,
    );
  const totals = counted.map(({ making, appending, refreshing }) => making + appending + refreshing);
  const times: number[] = [];
  for (const question of questions) times.push((await timedAsync(() => asker.ask(question, 'hybrid')))[1]);
  await writer.close();
  return {
    total: { p50: quantile(totals, 0.5), p95: quantile(totals, 0.95) },
    making: middle('making'),
    coldMaking: quantile(before.slice(0, cold), 0.5),
    appending: middle('appending'),
    refreshing: middle('refreshing'),
    answering: middle('answering'),
    after: { p50: quantile(times, 0.5), p95: quantile(times, 0.95) },
  };
});

/** A word that only this update contains. */
function marker(update: number): string {
  return `zqxk${[...String(update)].map((digit) => 'bcdfghjklm'[Number(digit)]).join('')}`;
}

/** Files of the index, each with 20 chunks that the index does not have. */
async function changedFiles(chunksFile: string, count: number): Promise<SourceFile[]> {
  const paths: string[] = [];
  for await (const { path } of filesWith(chunksFile, 5000)) paths.push(path);
  const files: SourceFile[] = [];
  let chunks: Chunk[] = [];
  let like: SourceFile | undefined;
  for await (const file of filesWith(chunksFile, count * chunksPerUpdate * 2, 99)) {
    like ??= file;
    for (const chunk of file.chunks.filter(isSearched)) {
      if (chunks.length === chunksPerUpdate) break;
      const { parent: _, ...rest } = chunk;
      chunks.push({ ...rest, role: 'standard' });
    }
    if (chunks.length < chunksPerUpdate) continue;
    const [one, ...rest] = chunks;
    const marked = one ? [{ ...one, text: `${marker(files.length)}\n${one.text}` }, ...rest] : [];
    files.push({ ...like, path: paths[files.length] ?? '', chunks: marked });
    chunks = [];
    like = undefined;
    if (files.length === count) break;
  }
  return files;
}
