/**
 * The words that the built-in model knows, most common first: a dictionary of English and of the names in code. A word that it has is
 * spelled as it was meant; and a vector can be made only from these.
 */
import { open } from 'node:fs/promises';
import { builtInModelPath, headerEnd, knownModel, readHeader } from '../../embedding/built-in/model-file';
import { type TermList, TermListBuilder } from '../../index/lexical/term-list';
import { productFile } from '../../shared/product';

/** Endings of one word in several forms. */
const formEndings: readonly (readonly string[])[] = [
  ['ization', 'isation', 'ize', 'ise', 'izer', 'iser', 'izing', 'ized'],
  ['ication', 'ify', 'ifier', 'ified'],
  ['ations', 'ation', 'ator', 'ate', 'ating', 'ated', 'e', ''],
  ['ions', 'ion', 'or', 'e', 'ing', 'ive', ''],
  ['er', 'ers', 'or', 'e', 'ing', ''],
  ['ments', 'ment', 'able', 'ability', ''],
  ['ability', 'able', 'ible', 'ability', 'e', ''],
  ['ness', 'ly', 'ally', 'al', ''],
  ['our', 'or'],
];
const minFormRoot = 4;

/**
 * @param word in lower case.
 *
 * Other forms of an English word: `parse` for `parser`, `serialize` for `serialization`. Most of them do not exist.
 */
export function englishForms(word: string): string[] {
  const forms = new Set<string>();
  for (const family of formEndings) {
    const ending = family.find((one) => one !== '' && word.endsWith(one));
    if (ending === undefined || word.length - ending.length < minFormRoot) continue;
    for (const other of family) forms.add(word.slice(0, -ending.length) + other);
  }
  forms.delete(word);
  return [...forms];
}

const endings = ['s', 'ed', 'ing', 'ly'];
const minRoot = 4;

export class EnglishWords {
  /** From 0, the most common. */
  private readonly ranks = new Map<string, number>();
  private readonly lists = new Map<string, TermList>();

  /** @param words most common first. */
  constructor(private readonly words: readonly string[]) {
    words.forEach((word, rank) => {
      this.ranks.set(word, rank);
    });
  }

  /** Also a regular form of a word: `redesigned`, `adapters`. */
  has(word: string): boolean {
    if (this.ranks.has(word)) return true;
    return endings.some((ending) => {
      if (!word.endsWith(ending) || word.length - ending.length < minRoot) return false;
      const root = word.slice(0, -ending.length);
      return this.ranks.has(root) || this.ranks.has(`${root}e`);
    });
  }

  /** From 1, the most common, to 0, unknown. */
  commonness(word: string): number {
    const rank = this.ranks.get(word);
    return rank === undefined ? 0 : 1 - rank / this.ranks.size;
  }

  /** The words that begin with a letter. */
  termsWith(letter: string): TermList {
    const known = this.lists.get(letter);
    if (known) return known;
    const builder = new TermListBuilder();
    const bytes = new Uint8Array(longestWord);
    this.words.forEach((word, rank) => {
      if (word.charCodeAt(0) !== letter.charCodeAt(0) || word.length > longestWord) return;
      for (let i = 0; i < word.length; i++) bytes[i] = word.charCodeAt(i);
      builder.add(bytes, word.length, this.words.length - rank);
    });
    const list = builder.list();
    this.lists.set(letter, list);
    return list;
  }
}

const longestWord = 64;

let loading: Promise<EnglishWords> | undefined;

/** Read when the first query needs them. Without the model, nothing is known to be English. */
export function englishWords(): Promise<EnglishWords> {
  loading ??= readVocabulary(productFile(builtInModelPath)).then(
    (words) => new EnglishWords(words),
    () => new EnglishWords([]),
  );
  return loading;
}

/** Only the words of the model file, a fortieth of it. */
async function readVocabulary(path: string): Promise<string[]> {
  const file = await open(path);
  try {
    const { buffer: start } = await file.read({ buffer: Buffer.alloc(maxHeader), position: 0 });
    const end = headerEnd(start) ?? 0;
    const [at, length] = readHeader(start.subarray(0, end))?.sections.get('vocabulary') ?? [0, 0];
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(length), position: end + at });
    return buffer.toString('latin1', 0, bytesRead).split('\n').filter(Boolean);
  } finally {
    await file.close();
  }
}

const maxHeader = 65_536;

/** Other models may know other languages, and spelling mistakes too. */
export function knowsOnlyEnglish(model: string): boolean {
  return model.includes(knownModel.sha256.slice(0, 16));
}
