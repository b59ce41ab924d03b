/** The words of a query as terms of the lexical index. */
import type { LexicalTerm } from '../../index/lexical/lexical-index';
import { splitWord } from '../../index/terms/split-word';
import { isNoise, TermScanner } from '../../index/terms/term-scanner';
import { maxQueryTerms, queryTermWeights } from '../rank/rank-weights';

/** Words of questions, not of code. They are rare in code, so they would count a lot. */
const questionWords: ReadonlySet<string> = new Set(
  'how does do did done what where which who whose why when can could should would may might i we you he she they my our your me us there here about any some not no but than then also just very please want need show find code'.split(
    ' ',
  ),
);

const wordRun = /[\p{L}\p{N}\p{M}_$]+/gu;
const kebab = /[A-Za-z0-9]+(?:-[A-Za-z0-9]+)+/g;

/** The terms of a query, each once. Words of questions count only if there are no others. */
export function queryTerms(text: string): LexicalTerm[] {
  const terms = new Map<string, number>();
  const aside = new Map<string, number>();
  const add = (term: string, weight: number, isAside: boolean) => {
    const to = isAside ? aside : terms;
    if (to.size < maxQueryTerms || to.has(term)) to.set(term, Math.max(weight, to.get(term) ?? 0));
  };
  for (const word of text.match(wordRun) ?? []) {
    const { whole, parts } = termsOfWord(word);
    if (whole !== undefined) add(whole, queryTermWeights.identifier, false);
    const isQuestion = questionWords.has(word.toLowerCase());
    const weight = whole === undefined ? queryTermWeights.word : queryTermWeights.part;
    for (const part of parts) add(part, weight, isQuestion || isNoise(part));
  }
  // `foo-bar` is `fooBar` elsewhere.
  for (const word of text.match(kebab) ?? []) {
    const { whole } = splitWord(word.replaceAll('-', '_'));
    if (whole !== undefined) add(whole, queryTermWeights.word, false);
  }
  return Array.from(terms.size > 0 ? terms : aside, ([term, weight]) => ({ term, weight }));
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
  if (/^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}\p{M}_$]+$/u.test(word)) {
    return word.length > maxRunLength ? { whole: undefined, parts: [] } : splitWord(word);
  }
  const words = new TermScanner();
  words.read(word);
  words.scan(0, word.length, true, { add: () => {} });
  return { whole: undefined, parts: words.terms };
}

/** Longer runs are encoded data (term-scanner.ts). */
const maxRunLength = 128;
