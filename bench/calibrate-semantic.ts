/**
 * Measures how similar neighbouring sentences are where the topic stays and where it changes, to choose the threshold of the
 * strategy `semantic`.
 *
 *     node --import tsx bench/calibrate-semantic.ts FOLDER…        (without a folder: bench/corpus)
 *
 * It measures two things on the paragraphs of real Markdown and reStructuredText files:
 *
 * - How similar the two sides of a gap are: within a paragraph, between paragraphs, between sections, and between the end of a
 *   section and the beginning of a section of another document.
 * - How well the strategy finds topic changes in documents that are put together from sections of other documents. The threshold
 *   with the best F1 on one half of the documents is tested on the other half.
 */
import { join } from 'node:path';
import { builtInScale } from '../src/code/sentences/similarity-scale';
import { TopicGaps, topicStarts } from '../src/code/sentences/topic-breaks';
import { loadBuiltIn } from '../src/embedding/built-in/built-in-embedder';
import { defaultChunkOptions } from '../src/options/chunk-options';
import { documentsIn, mixDocuments, type Sentence } from './calibrate/mixed-documents';

const defaultThreshold = defaultChunkOptions.threshold;
const topicsPerDocument = 10;
const grid = Array.from({ length: 21 }, (_, i) => 0.6 + i / 100);

interface Measured {
  readonly document: readonly Sentence[];
  readonly vectors: readonly Float32Array[];
}

/** The sentences of a document that begin a topic. */
type Finder = (measured: Measured, threshold: number) => Promise<readonly number[]> | readonly number[];

const byMeaning: Finder = ({ vectors }, threshold) => gapsOf(vectors, threshold).cuts();
/** A model that cannot be read: the words that sentences share decide. */
const byWords: Finder = ({ document }, threshold) =>
  topicStarts(
    document.map(({ text }) => text),
    { threshold, minSentences: 1, maxSentences: document.length },
    { builtIn: () => Promise.reject(new Error('no model')) },
  );

function gapsOf(vectors: readonly Float32Array[], threshold: number): TopicGaps {
  return new TopicGaps(vectors, builtInScale, { threshold, minSentences: 1, maxSentences: vectors.length });
}

async function main(): Promise<void> {
  const folders = process.argv.length > 2 ? process.argv.slice(2) : [join(__dirname, 'corpus')];
  const documents: Sentence[][] = [];
  for (const folder of folders) documents.push(...(await documentsIn(folder)));
  const halves = [0, 1].map((half) =>
    mixDocuments(
      documents.filter((_, i) => i % 2 === half),
      topicsPerDocument,
    ),
  );
  const sentences = documents.reduce((sum, { length }) => sum + length, 0);
  console.log(`${documents.length} documents, ${sentences} sentences, ${halves.flat().length} mixed documents\n`);
  const [fit = [], test = []] = await Promise.all(halves.map(measureAll));
  printGaps(await measureAll(documents), [...fit, ...test]);
  console.log('\n| by | threshold | precision | recall | F1 |\n|---|---:|---:|---:|---:|');
  let best = { threshold: 0, f1: 0 };
  for (const threshold of grid) {
    const { f1 } = await score(fit, byMeaning, threshold);
    if (f1 > best.f1) best = { threshold, f1 };
  }
  await printScore('meaning, best on the other half', byMeaning, best.threshold, test);
  for (const t of [0.55, 0.6, 0.65, 0.7, defaultThreshold, 0.8, 0.85]) await printScore('meaning', byMeaning, t, test);
  await printScore('shared words', byWords, defaultThreshold, test);
}

async function measureAll(documents: readonly (readonly Sentence[])[]): Promise<Measured[]> {
  const model = await loadBuiltIn();
  const all: Measured[] = [];
  for (const document of documents) {
    const texts = document.map(({ text }) => text);
    all.push({ document, vectors: await model.embed(texts, 'passage') });
  }
  return all;
}

function printGaps(real: readonly Measured[], mixed: readonly Measured[]): void {
  const gaps = { paragraph: [], 'next paragraph': [], 'next section': [], 'other document': [] } as Record<
    'paragraph' | 'next paragraph' | 'next section' | 'other document',
    number[]
  >;
  for (const { document, vectors } of real) {
    const { similarities } = gapsOf(vectors, defaultThreshold);
    for (let i = 1; i < document.length; i++) {
      const [a, b] = [document[i - 1], document[i]];
      const kind =
        a?.section !== b?.section ? 'next section' : a?.paragraph !== b?.paragraph ? 'next paragraph' : 'paragraph';
      gaps[kind].push(similarities[i] ?? 1);
    }
  }
  for (const { document, vectors } of mixed) {
    const { similarities } = gapsOf(vectors, defaultThreshold);
    for (let i = 1; i < document.length; i++)
      if (document[i - 1]?.section !== document[i]?.section) gaps['other document'].push(similarities[i] ?? 1);
  }
  console.log(
    `| gap | number | 10 % | 25 % | 50 % | 75 % | 90 % | below ${defaultThreshold} |\n|---|${'---:|'.repeat(7)}`,
  );
  for (const [kind, list] of Object.entries(gaps)) {
    list.sort((a, b) => a - b);
    const at = [0.1, 0.25, 0.5, 0.75, 0.9].map((share) => (list[Math.floor(share * list.length)] ?? 1).toFixed(2));
    const below = list.filter((each) => each < defaultThreshold).length / list.length;
    console.log(`| ${kind} | ${list.length} | ${at.join(' | ')} | ${(100 * below).toFixed(0)} % |`);
  }
}

interface Score {
  readonly precision: number;
  readonly recall: number;
  readonly f1: number;
}

async function score(all: readonly Measured[], find: Finder, threshold: number): Promise<Score> {
  let found = 0;
  let cuts = 0;
  let changes = 0;
  for (const measured of all) {
    const { document } = measured;
    const starts = new Set(await find(measured, threshold));
    for (let i = 1; i < document.length; i++) {
      const isChange = document[i - 1]?.section !== document[i]?.section;
      if (starts.has(i)) cuts++;
      if (isChange) changes++;
      if (starts.has(i) && isChange) found++;
    }
  }
  const [precision, recall] = [found / Math.max(1, cuts), found / Math.max(1, changes)];
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

async function printScore(name: string, find: Finder, threshold: number, all: readonly Measured[]): Promise<void> {
  const { precision, recall, f1 } = await score(all, find, threshold);
  console.log(`| ${name} | ${[threshold, precision, recall, f1].map((each) => each.toFixed(2)).join(' | ')} |`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
