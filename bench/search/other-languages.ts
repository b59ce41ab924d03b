/**
 * Questions in German, French and Spanish, and English ones with typing mistakes: does each find the files that answer it? The same
 * question in plain English is the most that can be expected, and the words as they were typed are the least.
 */
import { readFileSync } from 'node:fs';
import type { SearchOptions } from '../../src/search/searcher';
import { productFile } from '../../src/shared/product';
import type { Repository } from '../code-search/queries';
import { maxRank, ndcg } from '../code-search/score';
import { snapshotOf } from '../code-search/snapshot';
import type { Snapshots } from './snapshots';

interface TranslatedQuestion {
  /** A language code, or what is wrong with the spelling. */
  readonly written: string;
  readonly query: string;
  readonly english: string;
  /** The files that answer it, relative to the indexed folder. */
  readonly files: readonly string[];
}

type QuestionedRepository = Pick<Repository, 'name' | 'github' | 'revision' | 'root'> & {
  readonly questions: readonly TranslatedQuestion[];
};

/** Mean nDCG@10 of the questions of one language. */
export interface LanguageResult {
  readonly written: string;
  readonly mode: 'hybrid' | 'keyword';
  readonly questions: number;
  readonly asTyped: number;
  readonly read: number;
  readonly english: number;
}

export function readOtherLanguages(): QuestionedRepository[] {
  return JSON.parse(readFileSync(productFile('bench', 'search', 'questions', 'other-languages.json'), 'utf8'));
}

/** Leaves out repositories that are not there. */
export async function measureOtherLanguages(snapshots: Snapshots): Promise<LanguageResult[]> {
  const sums = new Map<string, LanguageResult>();
  for (const repository of readOtherLanguages()) {
    const snapshot = snapshotOf(repository);
    if (!snapshots.isReady(snapshot)) continue;
    const { searcher, close } = await snapshots.open(snapshot);
    for (const { written, query, english, files } of repository.questions) {
      for (const mode of ['hybrid', 'keyword'] as const) {
        const score = async (text: string, options: SearchOptions = {}): Promise<number> => {
          const { hits } = await searcher.search(text, { mode, limit: maxRank, ...options });
          return ndcg(
            files,
            hits.map(({ path }) => path),
          );
        };
        const key = `${written} ${mode}`;
        const sum = sums.get(key) ?? { written, mode, questions: 0, asTyped: 0, read: 0, english: 0 };
        sums.set(key, {
          ...sum,
          questions: sum.questions + 1,
          asTyped: sum.asTyped + (await score(query, { nearWords: false })),
          read: sum.read + (await score(query)),
          english: sum.english + (await score(english, { nearWords: false })),
        });
      }
    }
    close();
  }
  return Array.from(sums.values(), ({ asTyped, read, english, questions, ...rest }) => ({
    ...rest,
    questions,
    asTyped: asTyped / questions,
    read: read / questions,
    english: english / questions,
  }));
}
