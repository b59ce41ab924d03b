/** Words that are in two chunks, because a long line without a better place was cut inside of them. No chunk has such a word whole. */
import type { LexicalDocument } from './chunk-fields';
import { classOf, WORD } from './term-characters';

export class CutWords {
  private path = '';
  private end = -1;
  private endsInWord = false;

  /** Was a word cut where this chunk begins? Chunks of a file come in their order. */
  isCutAt({ path, text, start, end }: LexicalDocument): boolean {
    if (start === undefined || end === undefined) return false;
    const at = this.end - start;
    const isCut = path === this.path && this.endsInWord && at >= 0 && isOneWord(text, at);
    this.path = path;
    this.end = end;
    this.endsInWord = text !== '' && classOf(text.charCodeAt(text.length - 1)) === WORD;
    return isCut;
  }
}

/** Do the first `at` units, which the chunk before has too, and the next one belong to one word? */
function isOneWord(text: string, at: number): boolean {
  if (at >= text.length) return false;
  for (let i = 0; i <= at; i++) if (classOf(text.charCodeAt(i)) !== WORD) return false;
  return true;
}
