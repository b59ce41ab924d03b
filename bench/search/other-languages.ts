/**
 * Questions in German, French and Spanish, and English ones with typing mistakes: does each find the files that answer it? The same
 * question in plain English is the most that can be expected, and the words as they were typed are the least.
 *
 *     node --import tsx bench/search/other-languages.ts --repos DIR
 *
 * For `--repos` see code-search/checkout.ts. Indexes are cached as in bench/search.ts.
 */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { Searcher, SearchOptions } from '../../src/search/searcher';
import { productFile } from '../../src/shared/product';
import { indexedFolder } from '../code-search/checkouts';
import type { Repository } from '../code-search/queries';
import { maxRank, ndcg } from '../code-search/score';
import { cachedIndex } from './cached-index';
import { openSearcher } from './measure-search';

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

/** @param open finds the index of a repository. */
export async function measureOtherLanguages(
  open: (repository: QuestionedRepository) => Promise<Searcher>,
): Promise<LanguageResult[]> {
  const sums = new Map<string, LanguageResult>();
  for (const repository of readOtherLanguages()) {
    const searcher = await open(repository);
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
  }
  return Array.from(sums.values(), ({ asTyped, read, english, questions, ...rest }) => ({
    ...rest,
    questions,
    asTyped: asTyped / questions,
    read: read / questions,
    english: english / questions,
  }));
}

async function main(): Promise<void> {
  const { repos } = parseArgs({ options: { repos: { type: 'string' } } }).values;
  if (repos === undefined) throw new Error('usage: --repos DIR (see bench/code-search/checkout.ts)');
  const results = await measureOtherLanguages(async (one) => {
    const repository = { ...one, language: '', questions: [] };
    return openSearcher(await cachedIndex(repos, repository), indexedFolder(repos, repository));
  });
  console.log('| written in | mode | questions | as typed | read | in English |\n|---|---|---:|---:|---:|---:|');
  for (const { written, mode, questions, asTyped, read, english } of results)
    console.log(
      `| ${[written, mode, questions, ...[asTyped, read, english].map((one) => one.toFixed(3))].join(' | ')} |`,
    );
}

if (require.main === module) void main();
