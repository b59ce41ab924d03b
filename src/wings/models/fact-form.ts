/**
 * Brings a sentence into a form that is equal for two sentences that say the same: `Dark mode is preferred by the user` and `The user
 * likes dark mode` are both `user prefer dark mode`. Every word that says something is part of it, in an order that tells who does
 * what, so a differing name, number, unit, negation, opposite, direction or condition gives another form. A sentence that is not
 * understood keeps its words and their order, and equals only itself: two facts may stay apart, but none is lost.
 *
 * 1. Set phrases, synonyms and inflected forms become one word each. Articles and auxiliary verbs go; past and future are marked.
 * 2. A word such as `before`, `from` or `if` gives the words after it, up to the next such word, a comma or an article, its role.
 * 3. `y of x` becomes `x y`; phrases in front go to the end; passive becomes active; `the x is the y` has its two sides sorted.
 */
import { stem } from '../../index/terms/stem';
import * as lexical from './fact-words';

interface Phrase {
  /** Empty for subject, verb and object; `=` for a form of `to be` between two nouns. */
  readonly role: string;
  readonly words: string[];
  /** Where the last noun phrase begins in `words`. */
  nounAt: number;
  /** A comma precedes it. */
  readonly isNewClause: boolean;
  /** Where in `words` the participle is that follows a form of `to be`. */
  participle?: number;
  /** It has `the` or an owner. */
  isDefinite: boolean;
}

/** Letters with what belongs to a name, numbers with signs and units, one character of scripts without spaces, and signs. */
const token =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]|[-+~$€£#@.]?[\p{L}\p{N}_](?:[\p{L}\p{M}\p{N}_+#@%&*]|[-.:/,'=](?=[\p{L}\p{N}_]))*|\/|[\p{S}?]+|,/gu;
const capitalised = String.raw`\p{Lu}[\w.+#]*\w`;
const nameList = new RegExp(
  String.raw`(?<!\p{Lu}\S* )\b(${capitalised}(?:, ${capitalised})*),? and (${capitalised})(?=[.,;]|$)`,
  'gu',
);

/** Equal for texts that say the same. */
export function factForm(text: string): string {
  let plain = text.normalize('NFKC').replace(/[‘’]/g, "'");
  plain = plain.replace(nameList, (_, some: string, last: string) => [...some.split(', '), last].sort().join('+'));
  const { phrases, adverbs, tense } = readPhrases(lexical.withSamePhrases(plain.toLowerCase()));
  const ordered = copulaSorted(timed(active(fronted(withoutOf(phrases)))));
  const said = ordered.filter(({ role, words }) => role !== '' || words.length > 0);
  // What follows a comma, an article or an agent is one with what is before it.
  const parts = said.map(
    ({ role, words }, i) => (role === '' && i > 0 && said[i - 1]?.role === '' ? ' ' : `|${role}:`) + words.join(' '),
  );
  return `${tense}${parts.join('')}|${adverbs.join(' ')}`;
}

function readPhrases(plain: string) {
  const { lightWords: light, determiners, roles, binders } = lexical;
  const tokens = [...(plain.match(token) ?? [])].flatMap(splitCompound);
  const phrases: Phrase[] = [];
  const adverbs: string[] = [];
  let phrase = begin('', false);
  let bound = '';
  let tense = '';
  function begin(role: string, isNewClause: boolean): Phrase {
    const next: Phrase = { role, words: [], nounAt: 0, isNewClause, isDefinite: false };
    phrases.push(next);
    return next;
  }
  tokens.forEach((word, i) => {
    const next = tokens.slice(i + 1).find((each) => !light.has(each) && !binders.has(each)) ?? '';
    const isClause = lexical.clauseRoles.has(phrase.role);
    const role = roles.get(word);
    if (word === ',') phrase = begin('', true);
    else if (determiners.has(word)) {
      const isEnded = phrase.words.length > 0 && phrase.role !== '' && phrase.role !== 'by' && phrase.role !== '=';
      if (isEnded && !(isClause && phrase.role !== 'before' && phrase.role !== 'after')) phrase = begin('', false);
      phrase.nounAt = phrase.words.length;
      phrase.isDefinite ||= word !== 'a' && word !== 'an';
    } else if (role !== undefined && next !== '') phrase = begin(role, phrase.isNewClause && phrase.words.length === 0);
    else if (lexical.beForms.has(word)) {
      if (word === 'was' || word === 'were') tense = 'past';
      if (isClause) return;
      if (!lexical.isParticiple(next)) phrase = begin('=', false);
      else {
        if (phrase.role !== '') phrase = begin('', false);
        phrase.participle = phrase.words.length;
      }
    } else if (lexical.haveForms.has(word) && (lexical.isParticiple(next) || next === 'been')) tense = 'past';
    else if (word === 'will') tense = 'future';
    else if (binders.has(word)) bound += `${word === 'no' ? 'not' : word}-`;
    else if (!light.has(word)) {
      const before = tokens[i - 1] ?? '';
      const isPast = lexical.pasts.has(word) || (/[^e]ed$/.test(word) && stem(word) !== word);
      if (isPast && !isClause && !isAuxiliary(before)) tense ||= 'past';
      // An adjective such as `daily` after an article belongs to its noun.
      const isFree = lexical.isAdverb(word) && !determiners.has(before);
      (isFree ? adverbs : phrase.words).push(bound + meaningOf(word));
      bound = '';
    }
  });
  if (bound !== '') phrase.words.push(bound);
  const said = phrases.filter(({ role, words }) => role !== '' || words.length > 0);
  return { phrases: said, adverbs, tense };
}

function isAuxiliary(word: string): boolean {
  return lexical.beForms.has(word) || lexical.haveForms.has(word) || word === 'been' || word === 'not';
}

/** `rate-limited` is two words, `2.4.1`, `utf-8` and `src/a-b.ts` are one; a possessive is an own token. */
function splitCompound(word: string): string[] {
  const owner = /^(.+)'s?$/.exec(word)?.[1];
  if (owner !== undefined) return [owner, 'the'];
  return /^\p{L}+(?:-\p{L}+)+$/u.test(word) && !/^(?:at|no|a)-/.test(word) ? word.split('-') : [word];
}

function meaningOf(word: string): string {
  const root = stem(lexical.pasts.get(word) ?? word);
  return lexical.meanings.get(root) ?? root;
}

/** `the wife of the user` as `user wife`. */
function withoutOf(phrases: readonly Phrase[]): Phrase[] {
  const found: Phrase[] = [];
  for (const [i, phrase] of phrases.entries()) {
    const before = found.at(-1);
    if (
      (phrase.role !== 'of' && !(phrase.role === 'for' && phrases[i + 1]?.role === '=')) ||
      !before ||
      before.words.length === 0
    )
      found.push(phrase);
    else {
      const noun = before.words.length - before.nounAt > 2 ? before.words.length - 1 : before.nounAt;
      before.words.splice(noun, 0, ...phrase.words);
      before.isDefinite ||= phrase.isDefinite;
    }
  }
  return found;
}

/** `On Monday the team meets` as `The team meets on Monday`. */
function fronted(phrases: readonly Phrase[]): readonly Phrase[] {
  const [first] = phrases;
  if (!first || first.role === '' || first.role === '=') return phrases;
  const isClause = lexical.clauseRoles.has(first.role) && phrases.some(({ isNewClause }) => isNewClause);
  const main = phrases.findIndex(({ role, isNewClause }) => (isClause ? isNewClause : role === ''));
  return main < 0 ? phrases : [...phrases.slice(main), ...phrases.slice(0, main)];
}

/** `on Monday with Anna` as `with Anna on Monday`, where they end the sentence. */
function timed(phrases: readonly Phrase[]): readonly Phrase[] {
  const from = phrases.findLastIndex(({ role }) => ['', '=', 'to', 'from', 'than'].includes(role)) + 1;
  const isTime = ({ role, words }: Phrase) =>
    (role === 'on' || role === 'in') && words.some((word) => lexical.timeWord.test(word));
  const last = phrases.slice(from);
  return [...phrases.slice(0, from), ...last.filter((one) => !isTime(one)), ...last.filter(isTime)];
}

/** `The bug was fixed by Ben` as `Ben fixed the bug`. */
function active(phrases: readonly Phrase[]): readonly Phrase[] {
  const agent = phrases.findLastIndex(({ role }) => role === 'by');
  const verb = phrases.findIndex(({ participle }, i) => participle !== undefined && i < agent);
  const by = phrases[agent];
  const passive = phrases[verb];
  if (!by || passive?.participle === undefined) return phrases;
  const object = { ...passive, words: [...passive.words] };
  const start = { ...by, role: '', words: [...by.words, ...object.words.splice(passive.participle, 1)] };
  return [start, ...phrases.slice(0, verb), object, ...phrases.slice(verb + 1, agent), ...phrases.slice(agent + 1)];
}

/**
 * `Rust is the main language` as `The main language is Rust`, but not `The user is a teacher` as `The teacher is a user`: the side
 * with the definite article comes first.
 */
function copulaSorted(phrases: readonly Phrase[]): readonly Phrase[] {
  const at = phrases.findIndex(({ role }) => role === '=');
  const [subject, ...rest] = phrases.slice(0, Math.max(0, at));
  const [is, ...after] = phrases.slice(at);
  if (!subject || !is) return phrases;
  // `The separator in the script is wrong` as `The separator is wrong in the script`.
  if (rest.length > 0) return after.length > 0 ? phrases : [subject, is, ...rest];
  const isBackwards =
    subject.isDefinite === is.isDefinite ? subject.words.join(' ') > is.words.join(' ') : is.isDefinite;
  if (after.length > 0 || !isBackwards || !is.isDefinite) return phrases;
  return [
    { ...subject, words: is.words },
    { ...is, words: subject.words },
  ];
}
