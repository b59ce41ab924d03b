/** The compared variants: the product as it is, its parts alone, and the product without each signal and rule. */

import { defaultWeights, type RankWeights } from '../../src/search/rank-weights';
import type { SearchOptions } from '../../src/search/searcher';
import type { SetName } from './question-sets';

export interface Variant {
  readonly title: string;
  readonly options: SearchOptions;
  /** Put before each question. */
  readonly filter?: string;
  /** `llm`: with notes from a language model. */
  readonly context?: 'none' | 'llm';
  /** The only sets that it is measured on; all unless named. */
  readonly sets?: readonly SetName[];
}

const noRepeat = { ...defaultWeights.repeat, topic: 1, place: 1, pasted: 1 };
const noRoles = { test: 1, example: 1, document: 1, data: 1, legacy: 1, generated: 1, types: 1 } as const;
/** Without rules and diversity. */
const noRules: RankWeights = {
  ...defaultWeights,
  defines: 0,
  path: 0,
  mention: 0,
  frame: 0,
  line: 0,
  message: 0,
  coherence: 0,
  roles: noRoles,
  bare: 1,
  repeat: noRepeat,
  duplicateCosine: 2,
};
const shareOfAll = (share: number): RankWeights['vectorShare'] => ({
  symbol: share,
  path: share,
  fewWords: share,
  sentence: share,
  namingSentence: share,
  pasted: share,
});

const documents =
  '-lang:markdown,mdx,html,restructuredtext,asciidoc,latex,ipynb,plaintext,json,yaml,toml,xml,makefile,cmake,dockerfile,css,scss ';

export const product: Variant = { title: 'Codegrain', options: {} };
export const keywordMode: Variant = { title: '… keyword mode', options: { mode: 'keyword' } };
export const semanticMode: Variant = { title: '… semantic mode', options: { mode: 'semantic' } };
/** Words and vectors, each alone, but with the rules. */
export const parts: readonly Variant[] = [keywordMode, semanticMode];

/** Only the mix of words and vectors. */
export const mixAlone: Variant = { title: 'mix of scores, no rules', options: { weights: noRules } };

export const withNotes: Variant = {
  title: '… with notes of a language model',
  options: {},
  context: 'llm',
  sets: ['files'],
};

export const systems: readonly Variant[] = [
  product,
  ...parts,
  { title: '… messages in literals do not count', options: { weights: { ...defaultWeights, message: 0 } } },
  { title: '… near-duplicates not merged', options: { weights: { ...defaultWeights, duplicateCosine: 2 } } },
  { title: '… index without context', options: {}, context: 'none', sets: ['files'] },
  { title: '… code files only', options: {}, filter: documents, sets: ['files'] },
  { title: 'BM25F alone, no rules', options: { mode: 'keyword', weights: noRules } },
  { title: 'vectors alone, no rules', options: { mode: 'semantic', weights: noRules } },
  {
    title: 'vectors alone, no rules, index without context',
    options: { mode: 'semantic', weights: noRules },
    context: 'none',
    sets: ['files'],
  },
  mixAlone,
];

function without(title: string, weights: Partial<RankWeights>): Variant {
  return { title, options: { weights: { ...defaultWeights, ...weights } } };
}

const { roles, vectorShare } = defaultWeights;

export const ablations: readonly Variant[] = [
  without('words (vectors only in the mix)', { vectorShare: shareOfAll(1) }),
  without('vectors (words only in the mix)', { vectorShare: shareOfAll(0) }),
  without('shape of the query (names and paths mixed like sentences)', {
    vectorShare: shareOfAll(vectorShare.sentence),
  }),
  without('rule: defines the name', { defines: 0 }),
  without('rule: file and folder named', { path: 0 }),
  without('title of a pasted text', { title: 0 }),
  without('rule: mentioned files', { mention: 0 }),
  without('rule: stack frames and lines', { frame: 0, line: 0 }),
  without('rule: coherence of a file', { coherence: 0 }),
  without('rule: tests demoted', { roles: { ...roles, test: 1 } }),
  without('rule: documents demoted', { roles: { ...roles, document: 1 } }),
  without('rule: legacy and older versions demoted', { roles: { ...roles, legacy: 1 } }),
  without('rule: examples, data, generated files and type declarations demoted', {
    roles: { ...noRoles, test: roles.test, document: roles.document, legacy: roles.legacy },
  }),
  without('rule: imports, re-exports, licences demoted', { bare: 1 }),
  without('rule: further chunks of a file count less', { repeat: noRepeat }),
  without('all rules', noRules),
];
