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
import { isTopicChange, sentenceSimilarities } from '../src/chunking/prose/sentences/topic-breaks';
import { wordSimilarities } from '../src/chunking/prose/sentences/word-similarity';
import { defaultChunkOptions } from '../src/options/chunk-options';
import { documentsIn, mixDocuments, type Sentence } from './calibrate/mixed-documents';

const defaultThreshold = defaultChunkOptions.threshold;
const topicsPerDocument = 10;
const grid = Array.from({ length: 61 }, (_, i) => 0.4 + i / 100);

type Measure = (sentences: readonly string[]) => Promise<readonly number[]> | readonly number[];

interface Measured {
  readonly document: readonly Sentence[];
  readonly similarities: readonly number[];
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
  printGaps(await measureAll(documents, sentenceSimilarities), await measureAll(halves.flat(), sentenceSimilarities));
  console.log('\n| by | threshold | precision | recall | F1 |\n|---|---:|---:|---:|---:|');
  for (const [name, measure] of [
    ['meaning', sentenceSimilarities],
    ['shared words', wordSimilarities],
  ] as const) {
    const [fit = [], test = []] = await Promise.all(halves.map((half) => measureAll(half, measure)));
    const best = grid.reduce((a, b) => (score(fit, b).f1 > score(fit, a).f1 ? b : a));
    printScore(`${name}, best on the other half`, best, test);
    if (measure === sentenceSimilarities)
      for (const t of [0.6, 0.65, 0.7, defaultThreshold, 0.8, 0.85]) printScore(name, t, test);
    else printScore(name, defaultThreshold, test);
  }
}

async function measureAll(documents: readonly (readonly Sentence[])[], measure: Measure): Promise<Measured[]> {
  const all: Measured[] = [];
  for (const document of documents)
    all.push({ document, similarities: await measure(document.map(({ text }) => text)) });
  return all;
}

function printGaps(real: readonly Measured[], mixed: readonly Measured[]): void {
  const gaps = { paragraph: [], 'next paragraph': [], 'next section': [], 'other document': [] } as Record<
    'paragraph' | 'next paragraph' | 'next section' | 'other document',
    number[]
  >;
  for (const { document, similarities } of real) {
    for (let i = 1; i < document.length; i++) {
      const [a, b] = [document[i - 1], document[i]];
      const kind =
        a?.section !== b?.section ? 'next section' : a?.paragraph !== b?.paragraph ? 'next paragraph' : 'paragraph';
      gaps[kind].push(similarities[i] ?? 1);
    }
  }
  for (const { document, similarities } of mixed) {
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

function score(all: readonly Measured[], threshold: number): { precision: number; recall: number; f1: number } {
  let found = 0;
  let cuts = 0;
  let changes = 0;
  for (const { document, similarities } of all) {
    for (let i = 1; i < document.length; i++) {
      const isCut = isTopicChange(similarities, i, threshold);
      const isChange = document[i - 1]?.section !== document[i]?.section;
      if (isCut) cuts++;
      if (isChange) changes++;
      if (isCut && isChange) found++;
    }
  }
  const [precision, recall] = [found / Math.max(1, cuts), found / Math.max(1, changes)];
  return { precision, recall, f1: (2 * precision * recall) / Math.max(1e-9, precision + recall) };
}

function printScore(name: string, threshold: number, all: readonly Measured[]): void {
  const { precision, recall, f1 } = score(all, threshold);
  console.log(`| ${name} | ${[threshold, precision, recall, f1].map((each) => each.toFixed(2)).join(' | ')} |`);
}

main().catch((error) => {
  console.error(error.message);
  process.exit(1);
});
