/** The compared variants: the product as it is, its parts alone, and the product without each signal and rule. */

import { defaultWeights, type RankWeights } from '../../src/search/rank/rank-weights';
import type { SearchOptions } from '../../src/search/searcher';
import { fuseRanks } from './rank-fusion';

export interface Variant {
  readonly title: string;
  readonly options: SearchOptions;
  /** Put before each question. */
  readonly filter?: string;
  /** `llm`: with notes from a language model. */
  readonly context?: 'none' | 'llm';
  /** Also measures recall, which doubles the time. */
  readonly recall?: true;
}

const noRoles = { test: 1, example: 1, document: 1, data: 1, legacy: 1, generated: 1, types: 1 } as const;
/** Without rules and diversity. */
const noRules: RankWeights = {
  ...defaultWeights,
  defines: 0,
  path: 0,
  coherence: 0,
  roles: noRoles,
  bare: 1,
  repeat: 1,
  duplicateCosine: 2,
};
const half = { symbol: 0.5, path: 0.5, sentence: 0.5 };

const documents =
  '-lang:markdown,mdx,html,restructuredtext,asciidoc,latex,ipynb,plaintext,json,yaml,toml,xml,makefile,cmake,dockerfile,css,scss ';

export const product: Variant = { title: 'Codegrain', options: {}, recall: true };

/** Only the mix of words and vectors. `mixOfParents` also shows a parent once, however many of its children are found. */
export const mixAlone: Variant = {
  title: 'mix of scores, no rules',
  options: { weights: noRules, parents: false },
};
export const mixOfParents: Variant = { title: 'all rules', options: { weights: noRules } };

export const withNotes: Variant = {
  title: '… with notes of a language model',
  options: {},
  context: 'llm',
  recall: true,
};

export const systems: readonly Variant[] = [
  product,
  { title: '… keyword mode', options: { mode: 'keyword' }, recall: true },
  { title: '… semantic mode', options: { mode: 'semantic' }, recall: true },
  { title: '… rank fusion (k = 60) instead of the mix of scores', options: { mixing: fuseRanks } },
  { title: '… children of a parent each by itself (`--no-parents`)', options: { parents: false } },
  { title: '… index without context', options: {}, context: 'none', recall: true },
  { title: '… code files only', options: {}, filter: documents },
  { title: 'BM25F alone, no rules', options: { mode: 'keyword', weights: noRules, parents: false }, recall: true },
  { title: 'vectors alone, no rules', options: { mode: 'semantic', weights: noRules, parents: false }, recall: true },
  {
    title: 'vectors alone, no rules, index without context',
    options: { mode: 'semantic', weights: noRules, parents: false },
    context: 'none',
  },
  mixAlone,
  {
    title: 'rank fusion, no rules',
    options: { weights: { ...noRules, vectorShare: half }, parents: false, mixing: fuseRanks },
  },
];

function without(title: string, weights: Partial<RankWeights>): Variant {
  return { title, options: { weights: { ...defaultWeights, ...weights } } };
}

const { roles, vectorShare } = defaultWeights;

export const ablations: readonly Variant[] = [
  without('words (vectors only in the mix)', { vectorShare: { symbol: 1, path: 1, sentence: 1 } }),
  without('vectors (words only in the mix)', { vectorShare: { symbol: 0, path: 0, sentence: 0 } }),
  without('shape of the query (names and paths mixed like sentences)', {
    vectorShare: { symbol: vectorShare.sentence, path: vectorShare.sentence, sentence: vectorShare.sentence },
  }),
  without('rule: defines the name', { defines: 0 }),
  without('rule: file and folder named', { path: 0 }),
  without('rule: coherence of a file', { coherence: 0 }),
  without('rule: tests demoted', { roles: { ...roles, test: 1 } }),
  without('rule: examples demoted', { roles: { ...roles, example: 1 } }),
  without('rule: documents demoted', { roles: { ...roles, document: 1 } }),
  without('rule: data demoted', { roles: { ...roles, data: 1 } }),
  without('rule: legacy and older versions demoted', { roles: { ...roles, legacy: 1 } }),
  without('rule: generated demoted', { roles: { ...roles, generated: 1 } }),
  without('rule: type declarations demoted', { roles: { ...roles, types: 1 } }),
  without('rule: imports, re-exports, licences demoted', { bare: 1 }),
  without('rule: further chunks of a file count less', { repeat: 1 }),
  without('near-duplicates merged', { duplicateCosine: 2 }),
  mixOfParents,
];
