/** What each set of questions measures, what is to be reached, and what others published on it. */
import type { Answered } from './ask-questions';
import type { SetName } from './question-sets';
import type { Budget } from './token-recall';

interface SetGoal {
  readonly measure: string;
  readonly least: number;
  /** The questions that count, if not all. */
  readonly of?: { readonly title: string; readonly counts: (answered: Answered) => boolean };
}

export interface SetAbout {
  readonly title: string;
  readonly measures: readonly string[];
  /** The one number of the set: the mean of these measures. */
  readonly main: { readonly title: string; readonly measures: readonly string[] };
  readonly goals: readonly SetGoal[];
  /** What a budget of tokens is to return (token-recall.ts). Of issues, twice what whole chunks returned when the goal was set. */
  readonly recall: readonly { readonly tokens: Budget; readonly least: number }[];
  /** Numbers of others; on the whole benchmark where the set is a part of it. */
  readonly published: string;
}

export const isTypeScript = ({ asked }: Answered): boolean => asked.language === 'typescript';

export const setsAbout: Readonly<Record<SetName, SetAbout>> = {
  files: {
    title: 'file questions',
    measures: ['nDCG@10'],
    main: { title: 'nDCG@10', measures: ['nDCG@10'] },
    goals: [
      { measure: 'nDCG@10', least: 0.885 },
      { measure: 'nDCG@10', least: 0.8, of: { title: 'TypeScript', counts: isTypeScript } },
    ],
    recall: [
      { tokens: 500, least: 0.86 },
      { tokens: 1000, least: 0.93 },
      { tokens: 2000, least: 0.97 },
    ],
    published:
      'BM25 over windows of 50 lines .656; CodeRankEmbed, a transformer of 137 M parameters, .718, with BM25 and rules .841; semble .842.',
  },
  issues: {
    title: 'issues in many languages',
    measures: ['Acc@5', 'Acc@10', 'any@5', 'any@10', 'MRR'],
    main: { title: 'mean of Acc@5 and Acc@10', measures: ['Acc@5', 'Acc@10'] },
    goals: [
      { measure: 'Acc@5', least: 0.65 },
      { measure: 'Acc@10', least: 0.8 },
    ],
    recall: [{ tokens: 2000, least: 2 * 0.296 }],
    published: 'BM25 over files, whole SWE-bench Multilingual, Acc@5/10: .45/.61.',
  },
  'python-issues': {
    title: 'Python issues',
    measures: ['Acc@5', 'Acc@10', 'any@5', 'any@10', 'MRR'],
    main: { title: 'mean of Acc@5 and Acc@10', measures: ['Acc@5', 'Acc@10'] },
    goals: [
      { measure: 'Acc@5', least: 0.78 },
      { measure: 'Acc@10', least: 0.85 },
    ],
    recall: [{ tokens: 2000, least: 2 * 0.293 }],
    published:
      'Whole Loc-Bench, Acc@5/10: BM25 .35/.48; the best system without any model .67/.77; CodeRankEmbed (137 M) .74/.81; SweRankEmbed (137 M, trained on issues) .80/.85; a trained pipeline of 7 B .86/.88.',
  },
  lines: {
    title: 'questions with lines',
    measures: ['Hit@5', 'Hit@10', 'MRR'],
    main: { title: 'MRR', measures: ['MRR'] },
    goals: [
      { measure: 'Hit@5', least: 0.88 },
      { measure: 'Hit@10', least: 0.94 },
      { measure: 'MRR', least: 0.78 },
    ],
    recall: [],
    published:
      "octocode's best hybrid, Hit@5/10 .73/.84, MRR .57; with a generic cross-encoder on top .60/.63. BM25 over files, by file, Hit@10 .88.",
  },
  'repository-questions': {
    title: 'repository questions',
    measures: ['any@5', 'any@10', 'MRR'],
    main: { title: 'any@5', measures: ['any@5'] },
    goals: [
      { measure: 'any@5', least: 0.9 },
      { measure: 'any@10', least: 0.95 },
    ],
    recall: [],
    published: 'BM25 over files, any@1/5/10: .60/.84/.90.',
  },
};

/** Hybrid search may be this much worse than words or vectors alone. */
export const worseThanPart = 0.005;

/** Of confidence, over all sets (measure-confidence.ts). */
export const leastBalancedAccuracy = 0.75;

export function meanQuality(answered: readonly Answered[], measures: readonly string[]): number {
  let sum = 0;
  for (const { quality } of answered) for (const measure of measures) sum += quality[measure] ?? 0;
  return sum / (answered.length * measures.length);
}

export function mainQuality(answered: readonly Answered[], set: SetName): number {
  return meanQuality(answered, setsAbout[set].main.measures);
}
