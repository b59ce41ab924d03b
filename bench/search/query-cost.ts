/** What a question costs in the largest index: CPU time of this process, with the texts of ten hits read. */
import { quantile, timedAsync } from '../index/cpu-time';
import { type Asked, joinedIssues, longIssues, wordCount } from './question-sets';
import type { Snapshots } from './snapshots';
import { keywordMode, product } from './variants';

export interface CostRow {
  readonly title: string;
  readonly count: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
}

export interface Cost {
  readonly index: string;
  readonly rows: readonly CostRow[];
}

const rounds = 3;
const shortCount = 100;

export async function queryCost(questions: readonly Asked[], snapshots: Snapshots): Promise<Cost | undefined> {
  const [largest] = questions.map(({ snapshot }) => snapshot).sort((a, b) => snapshots.sizeOf(b) - snapshots.sizeOf(a));
  if (!largest) return undefined;
  const kinds = textKinds(questions);
  const { searcher, chunks, close } = await snapshots.open(largest, undefined, true);
  const rows: CostRow[] = [];
  for (const { title, options } of [product, keywordMode])
    for (const [kind, texts] of kinds) {
      if (texts.length === 0) continue;
      const times: number[][] = texts.map(() => []);
      // One round to warm up. In rounds: a question that is repeated at once would find everything in the CPU cache.
      for (let round = 0; round <= rounds; round++)
        for (const [i, text] of texts.entries()) {
          const [, ms] = await timedAsync(() => searcher.search(text, options));
          if (round > 0) times[i]?.push(ms);
        }
      const medians = times.map((own) => quantile(own, 0.5));
      rows.push({
        title: `${title}: ${kind}`,
        count: texts.length,
        p50: quantile(medians, 0.5),
        p95: quantile(medians, 0.95),
      });
    }
  close();
  return { index: `${largest.repository}, ${chunks.toLocaleString('en')} chunks`, rows };
}

function textKinds(questions: readonly Asked[]): [kind: string, texts: readonly string[]][] {
  const short = questions.filter(({ text }) => wordCount(text) <= 60).map(({ text }) => text);
  const step = Math.max(1, Math.floor(short.length / shortCount));
  return [
    ['short question', short.filter((_, i) => i % step === 0).slice(0, shortCount)],
    ['issue of about 500 words', longIssues(questions)],
    ['issues of 10,000 words together', joinedIssues(questions)],
  ];
}
