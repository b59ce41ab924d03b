/**
 * The tokeniser of BERT in lower case, which MiniLM was trained with: accents are dropped, punctuation and CJK characters stand
 * alone, and a word is taken apart from the left into the longest pieces the vocabulary has; pieces inside a word begin with `##`.
 * A word that cannot be taken apart is one unknown piece.
 */

const words =
  /[\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]|[!-/:-@[-`{-~]|\p{P}|[^\s!-/:-@[-`{-~\p{P}\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\u{20000}-\u{2fa1f}]+/gu;
const longestWord = 100;

export class WordPieces {
  /** Source code repeats its words. */
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

  /** At most `limit` ids, the marks at both ends included. */
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
      pieces = this.takeApart(word);
      this.known.set(word, pieces);
    }
    return pieces;
  }

  private takeApart(word: string): readonly number[] {
    const characters = [...word];
    if (characters.length > longestWord) return [this.unknown];
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
    if (id === undefined) throw new Error(`the vocabulary lacks ${mark}`);
    return id;
  }
}
