/** The words of a query as terms of the lexical index. */
import type { LexicalQuery, LexicalTerm } from '../../index/lexical/lexical-index';
import { maxRunLength, splitWord } from '../../index/terms/split-word';
import { isNoise, TermScanner } from '../../index/terms/term-scanner';
import { maxQueryTerms, partWeights, pastedTermLimits, queryTermWeights } from '../rank-weights';
import type { QuestionParts } from './question-parts';

/** Words of questions, not of code. They are rare in code, so they would count a lot. */
const questionWords: ReadonlySet<string> = new Set(
  'how does do did done what where which who whose why when can could should would may might i we you he she they my our your me us there here about any some not no but than then also just very please want need show find code'.split(
    ' ',
  ),
);

const wordRun = /[\p{L}\p{N}\p{M}_$]+/gu;
/** The look back keeps a run of letters from being tried at each of its letters. */
const kebab = /(?<![A-Za-z0-9-])[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+/g;

/** The terms of a query, each once. Words of questions count only if there are no others. */
export function queryTerms(text: string): LexicalTerm[] {
  const list = new TermCollector();
  list.read(text, 1, maxQueryTerms);
  return list.terms(0);
}

/**
 * The terms of a pasted text, each once: those of the title first, then of prose, code and output. There may be more than a search can
 * use; `reduceTerms` chooses those that tell most.
 */
export function pastedTerms(parts: Pick<QuestionParts, 'title' | 'prose' | 'code' | 'output'>): LexicalTerm[] {
  const list = new TermCollector();
  const { title, prose, code, output } = pastedTermLimits.upTo;
  list.read(parts.title, partWeights.title, title);
  list.read(parts.prose, partWeights.prose, prose);
  list.read(parts.code, partWeights.code, code);
  list.read(parts.output, partWeights.output, output);
  return list.terms(partWeights.repeated);
}

type CountedTerm = { weight: number; count: number };

interface WordTerm extends LexicalTerm {
  /** A word of questions, which counts only if there are no others. */
  readonly isAside: boolean;
}

class TermCollector {
  private readonly words = new Map<string, readonly WordTerm[]>();
  private readonly telling = new Map<string, CountedTerm>();
  private readonly aside = new Map<string, CountedTerm>();

  /** @param repeated what further occurrences count. */
  terms(repeated: number): LexicalTerm[] {
    return Array.from(this.telling.size > 0 ? this.telling : this.aside, ([term, { weight, count }]) => ({
      term,
      weight: weight * (1 + repeated * Math.log(count)),
    }));
  }

  /**
   * Reads until there are `max` terms.
   * @param factor multiplies the weights of the text's terms.
   */
  read(text: string, factor: number, max: number): void {
    wordRun.lastIndex = 0;
    for (let found = wordRun.exec(text); found; found = wordRun.exec(text)) {
      if (this.telling.size >= max) return;
      const [word] = found;
      for (const { term, weight, isAside } of this.wordTerms(word)) this.add(term, factor * weight, isAside, max);
    }
    // `foo-bar` is `fooBar` elsewhere.
    for (const word of text.match(kebab) ?? []) {
      const { whole } = splitWord(word.replaceAll('-', '_'));
      if (whole !== undefined) this.add(whole, factor * queryTermWeights.word, false, max);
    }
  }

  /** A word is split once: those of long texts are repeated. */
  private wordTerms(word: string): readonly WordTerm[] {
    const known = this.words.get(word);
    if (known) return known;
    const { whole, parts } = termsOfWord(word);
    const isQuestion = questionWords.has(word.toLowerCase());
    const weight = whole === undefined ? queryTermWeights.word : queryTermWeights.part;
    const terms: WordTerm[] = parts.map((term) => ({ term, weight, isAside: isQuestion || isNoise(term) }));
    if (whole !== undefined) terms.unshift({ term: whole, weight: queryTermWeights.identifier, isAside: false });
    this.words.set(word, terms);
    return terms;
  }

  private add(term: string, weight: number, isAside: boolean, max: number): void {
    const to = isAside ? this.aside : this.telling;
    const known = to.get(term);
    if (known) {
      known.weight = Math.max(known.weight, weight);
      known.count++;
    } else if (to.size < max) to.set(term, { weight, count: 1 });
  }
}

/** The terms that a chunk with this phrase has; the text must still be checked. */
export function requiredTerms(phrase: string): string[] {
  const terms = new Set<string>();
  for (const word of phrase.match(wordRun) ?? []) {
    const { whole, parts } = termsOfWord(word);
    for (const term of whole === undefined ? parts : [whole, ...parts]) if (!isNoise(term)) terms.add(term);
  }
  return [...terms].slice(0, maxQueryTerms);
}

/** The terms that a chunk must not have: of an identifier only the whole, since its parts are in many chunks. */
export function excludedTerms(word: string): string[] {
  return (word.match(wordRun) ?? []).flatMap((run) => {
    const { whole, parts } = termsOfWord(run);
    return whole === undefined ? parts : [whole];
  });
}

function termsOfWord(word: string): { whole: string | undefined; parts: readonly string[] } {
  // Only scripts with spaces between words, which is the usual case.
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}_$]+$/u.test(word))
    return word.length > maxRunLength ? { whole: undefined, parts: [] } : splitWord(word);
  const words = new TermScanner();
  words.read(word);
  words.scan(0, word.length, true, { add: () => {} });
  return { whole: undefined, parts: words.terms };
}

// Chooses the terms of a long text that tell most about an index. A search costs time for each term, and the most for the most common
// ones, which tell the least: a term counts by its weight (what the text says about it) times its rarity (what the index says).

/**
 * The best terms, in the order in which they were given. If there are no more than `max`, all of them.
 * @param rarityOf larger for terms that fewer chunks have; 0: no chunk has it, so that it would take another term's place.
 */
export function reduceTerms(
  terms: readonly LexicalTerm[],
  rarityOf: (term: string) => number,
  max: number,
): readonly LexicalTerm[] {
  if (terms.length <= max) return terms;
  const scored = terms
    .map(({ term, weight }, at) => ({ at, score: weight * rarityOf(term) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.at - b.at);
  const kept = new Set(scored.slice(0, max).map(({ at }) => at));
  return terms.filter((_, at) => kept.has(at));
}

/** As in `Query`. */
interface SearchedQuery {
  readonly lexical: LexicalQuery;
  readonly pastedTerms?: readonly LexicalTerm[] | undefined;
}

/** The terms that an index is searched for: all of a typed query, the best of a pasted text. */
export function searchedTerms(
  { lexical, pastedTerms }: SearchedQuery,
  rarityOf: (term: string) => number,
): readonly LexicalTerm[] {
  return pastedTerms ? reduceTerms(pastedTerms, rarityOf, pastedTermLimits.used) : lexical.terms;
}
