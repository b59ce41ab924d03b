/**
 * The lower-case tokeniser of BERT, which MiniLM was trained with. It removes accents and makes each punctuation mark and CJK
 * character its own token. It splits a word from the left into the longest pieces in the vocabulary; pieces inside a word start
 * with `##`. A word that cannot be split this way is one unknown piece.
 */

const words =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]|[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]+/gu;
const maxWordCharacters = 100;

export class WordPieces {
  /** A cache, because source code repeats its words. */
  private readonly known = new Map<string, readonly number[]>();
  private readonly vocabulary: ReadonlyMap<string, number>;
  private readonly first: number;
  private readonly last: number;
  private readonly unknown: number;

  constructor(vocabulary: ReadonlyMap<string, number>) {
    this.vocabulary = vocabulary;
    this.first = this.need('[CLS]');
    this.last = this.need('[SEP]');
    this.unknown = this.need('[UNK]');
  }

  /** At most `limit` ids, including the marks at both ends. */
  encode(text: string, limit: number): number[] {
    const ids = [this.first];
    const plain = text
      .replaceAll(/[^\P{C}\t\n\r]/gu, '')
      .normalize('NFD')
      .replaceAll(/\p{Mn}/gu, '')
      .toLowerCase();
    for (const [word] of plain.matchAll(words)) {
      if (ids.length >= limit - 1) break;
      ids.push(...this.piecesOf(word));
    }
    ids.length = Math.min(ids.length, limit - 1);
    ids.push(this.last);
    return ids;
  }

  private piecesOf(word: string): readonly number[] {
    let pieces = this.known.get(word);
    if (!pieces) {
      pieces = this.splitWord(word);
      this.known.set(word, pieces);
    }
    return pieces;
  }

  private splitWord(word: string): readonly number[] {
    const characters = [...word];
    if (characters.length > maxWordCharacters) return [this.unknown];
    const pieces: number[] = [];
    for (let start = 0; start < characters.length; ) {
      let end = characters.length;
      let id: number | undefined;
      for (; end > start; end--) {
        id = this.vocabulary.get((start > 0 ? '##' : '') + characters.slice(start, end).join(''));
        if (id !== undefined) break;
      }
      if (id === undefined) return [this.unknown];
      pieces.push(id);
      start = end;
    }
    return pieces;
  }

  private need(mark: string): number {
    const id = this.vocabulary.get(mark);
    if (id === undefined) throw new Error(`the vocabulary has no ${mark}`);
    return id;
  }
}
